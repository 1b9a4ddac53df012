import type { Device } from '@signalbox/contract/device';
import type { SnmpWalk } from '@signalbox/contract/snmp-walk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/brokers/child-server.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { createSnmpDevices } from '../../../test/snmp-devices.ts';
import { type Snmpd, startSnmpd } from '../../../test/snmpd.ts';

let platform: TestPlatform;
let acme: TestTenant;
let snmpd: Snmpd;
const { addProfile, addDevice } = createSnmpDevices(() => acme.admin);

beforeAll(async () => {
  [snmpd, platform] = await Promise.all([
    startSnmpd(['ada SHA-256 "authenticate" AES "in private"']),
    startTestPlatform({ outboundAllowed: '127.0.0.0/8' }),
  ]);
  acme = await createTestTenant(platform, 'walks');
});
afterAll(async () => {
  await platform?.stop();
  await snmpd?.stop();
});

const USER = {
  protocolVersion: 'V3',
  username: 'ada',
  securityName: 'ada',
  contextName: '',
  engineId: '',
  authenticationProtocol: 'SHA_256',
  authenticationPassphrase: 'authenticate',
  privacyProtocol: 'AES_128',
  privacyPassphrase: 'in private',
};

async function deviceAt(transport: object): Promise<Device> {
  const profile = await addProfile([
    { spec: 'SHARED_ATTRIBUTES_SETTING', mappings: [{ oid: '1.3.6.1.2.1.1.4.0', key: 'contact', dataType: 'STRING' }] },
  ]);
  return addDevice(profile, transport);
}
const path = ({ id }: Device, query: string): string => `/api/device/${id.id}/snmp/walk?${query}`;
const walk = (device: Device, query: string): Promise<SnmpWalk> => acme.admin.get(path(device, query));

describe('browsing a device of SNMP', () => {
  it.each([{ protocolVersion: 'V1' }, { protocolVersion: 'V2C' }, USER])(
    'finds the objects below a base with their names, types and values (%o)',
    async (settings) => {
      const device = await deviceAt({ port: snmpd.port, ...settings });
      const { objects, next, asked } = await walk(device, 'base=.1.3.6.1.2.1.1');
      expect(next).toBeNull();
      expect(asked).toMatch(/^127\.0\.0\.1:\d+, SNMP (1|2c|3)$/);
      expect(objects.every(({ oid }) => oid.startsWith('1.3.6.1.2.1.1.'))).toBe(true);
      expect(objects).toContainEqual({
        oid: '1.3.6.1.2.1.1.3.0',
        name: 'sysUpTime.0',
        type: 'TimeTicks',
        value: expect.stringMatching(/^\d+$/),
      });
      expect(objects[0]).toMatchObject({ name: 'sysDescr.0', type: 'OctetString' });
    },
  );

  it('finds many in pages, each once', async () => {
    const device = await deviceAt({ port: snmpd.port });
    const first = await walk(device, 'base=1.3.6.1');
    expect(first.objects).toHaveLength(500);
    const second = await walk(device, `base=1.3.6.1&after=${first.next}`);
    const both = [...first.objects, ...second.objects].map(({ oid }) => oid);
    expect(second.objects.length).toBeGreaterThan(0);
    expect(new Set(both).size).toBe(both.length);
    expect((await walk(device, 'base=1.3.6.1.2.1.999')).objects).toEqual([]);
    expect((await walk(device, 'base=1.3.6.1.2.1.1.3.0')).objects).toEqual([]);
  });

  it('says whom it has asked when there is no answer, and what is no device of SNMP', async () => {
    const port = await freePort();
    const away = await deviceAt({ port });
    const failed = await acme.admin.call('GET', path(away, 'base=1.3.6.1'));
    expect(failed).toMatchObject({
      status: 400,
      body: { message: `The device does not answer (127.0.0.1:${port}, SNMP 2c, 2 × 500 ms)` },
    });
    const other = await acme.admin.post<Device>('/api/device', { name: 'No SNMP', type: 'default' });
    expect((await acme.admin.call('GET', path(other, 'base=1.3.6.1'))).status).toBe(400);
    expect((await acme.admin.call('GET', path(away, 'base=nothing'))).status).toBe(400);
  });

  it('asks one device of a tenant at a time, and none where nothing may be called', async () => {
    const away = await deviceAt({ port: await freePort() });
    const answers = await Promise.all([0, 1].map(() => acme.admin.call('GET', path(away, 'base=1.3.6.1'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 429]);
    const forbidden = await deviceAt({ host: '10.1.2.3', port: 161 });
    const { status, body } = await acme.admin.call('GET', path(forbidden, 'base=1.3.6.1'));
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain('must not be called');
  });
});
