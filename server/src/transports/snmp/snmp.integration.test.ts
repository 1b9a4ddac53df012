import type { Device } from '@signalbox/contract/device';
import {
  AuthProtocols,
  ObjectType,
  PrivProtocols,
  SecurityLevel,
  Session,
  TrapType,
  Version1,
  Version2c,
  Version3,
} from 'net-snmp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/brokers/child-server.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { type SnmpAgent, startSnmpAgent } from '../../../test/snmp-agent.ts';
import { createSnmpDevices } from '../../../test/snmp-devices.ts';

let platform: TestPlatform;
let acme: TestTenant;
let trapPort: number;
const { addProfile, saveProfile, addDevice, latest, attributes } = createSnmpDevices(() => acme.admin);
const agents: SnmpAgent[] = [];

async function startAgent(...options: Parameters<typeof startSnmpAgent>): Promise<SnmpAgent> {
  const agent = await startSnmpAgent(...options);
  agents.push(agent);
  return agent;
}

beforeAll(async () => {
  trapPort = await freePort();
  platform = await startTestPlatform({ outboundAllowed: '127.0.0.0/8', snmpTrapPort: trapPort });
  acme = await createTestTenant(platform, 'snmp');
});
afterAll(() => platform?.stop());
afterEach(() => {
  for (const agent of agents.splice(0)) agent.close();
});

const telemetry = (...mappings: { oid: string; key: string; dataType: string }[]) => ({
  spec: 'TELEMETRY_QUERYING',
  queryingFrequencyMs: 100,
  mappings,
});
const call = (device: Device, method: string, params: unknown, kind = 'twoway') =>
  acme.admin.call('POST', `/api/plugins/rpc/${kind}/${device.id.id}`, { method, params, timeout: 10_000 });

describe('a device that is polled by SNMP', () => {
  it.each(['V1', 'V2C'])('sends telemetry and client attributes of every type as %s', async (protocolVersion) => {
    const agent = await startAgent({ community: 'secret' });
    const profile = await addProfile([
      telemetry(
        { oid: `.${agent.add(ObjectType.Integer, 42)}`, key: 'count', dataType: 'LONG' },
        { oid: agent.add(ObjectType.OctetString, '21.5'), key: 'temperature', dataType: 'DOUBLE' },
        { oid: agent.add(ObjectType.Integer, 1), key: 'on', dataType: 'BOOLEAN' },
        { oid: agent.add(ObjectType.TimeTicks, 12_345), key: 'uptime', dataType: 'LONG' },
        { oid: '1.3.6.1.4.1.63000.9.0', key: 'absent', dataType: 'LONG' },
      ),
      {
        spec: 'CLIENT_ATTRIBUTES_QUERYING',
        queryingFrequencyMs: 100,
        mappings: [{ oid: agent.add(ObjectType.OctetString, 'Rack 7 ü'), key: 'location', dataType: 'STRING' }],
      },
    ]);
    const device = await addDevice(profile, { port: agent.port, protocolVersion, community: 'secret' });
    await expect
      .poll(() => latest(device, 'count', 'temperature', 'on', 'uptime'))
      .toEqual({ count: 42, temperature: 21.5, on: true, uptime: 12_345 });
    await expect.poll(() => attributes(device, 'CLIENT_SCOPE')).toEqual({ location: 'Rack 7 ü' });
    await expect.poll(() => attributes(device, 'SERVER_SCOPE')).toMatchObject({ active: true });
    agent.set('1.3.6.1.4.1.63000.1.1.0', 43);
    await expect.poll(() => latest(device, 'count')).toEqual({ count: 43 });
  });

  it('is spoken to by version 3 with a user', async () => {
    const agent = await startAgent({
      user: {
        name: 'reader',
        level: SecurityLevel.authPriv,
        authProtocol: AuthProtocols.sha256,
        authKey: 'authenticate',
        privProtocol: PrivProtocols.aes,
        privKey: 'in private',
      },
    });
    const oid = agent.add(ObjectType.Integer, 3);
    const device = await addDevice(await addProfile([telemetry({ oid, key: 'a', dataType: 'LONG' })]), {
      port: agent.port,
      protocolVersion: 'V3',
      username: 'reader',
      securityName: 'reader',
      contextName: '',
      engineId: '',
      authenticationProtocol: 'SHA_256',
      authenticationPassphrase: 'authenticate',
      privacyProtocol: 'AES_128',
      privacyPassphrase: 'in private',
    });
    await expect.poll(() => latest(device, 'a')).toEqual({ a: 3 });
  });

  it('is asked for many objects with several requests', async () => {
    const agent = await startAgent();
    const mappings = Array.from({ length: 60 }, (_, at) => ({
      oid: agent.add(ObjectType.Integer, at),
      key: `k${at}`,
      dataType: 'LONG',
    }));
    const device = await addDevice(await addProfile([telemetry(...mappings)]), { port: agent.port });
    await expect.poll(() => latest(device, 'k0', 'k30', 'k59')).toEqual({ k0: 0, k30: 30, k59: 59 });
  });

  it('is asked again as soon as its profile or its place changes, and no longer when it is deleted', async () => {
    const [first, second] = [await startAgent(), await startAgent({ community: 'other' })];
    const [oid, other] = [first.add(ObjectType.Integer, 1), first.add(ObjectType.Integer, 2)];
    second.add(ObjectType.Integer, 3);
    second.add(ObjectType.Integer, 4);
    const profile = await addProfile([telemetry({ oid, key: 'a', dataType: 'LONG' })]);
    const device = await addDevice(profile, { port: first.port });
    await expect.poll(() => latest(device, 'a')).toEqual({ a: 1 });
    await saveProfile(profile, [telemetry({ oid: other, key: 'b', dataType: 'LONG' })]);
    await expect.poll(() => latest(device, 'b')).toEqual({ b: 2 });
    const current = await acme.admin.get<Device>(`/api/device/${device.id.id}`);
    const transportConfiguration = {
      ...current.deviceData.transportConfiguration,
      port: second.port,
      community: 'other',
    };
    await acme.admin.post('/api/device', {
      ...current,
      deviceData: { ...current.deviceData, transportConfiguration },
    });
    await expect.poll(() => latest(device, 'b')).toEqual({ b: 4 });
    await acme.admin.delete(`/api/device/${device.id.id}`);
    // Another one in its place shows that the agent still answers.
    const before = await addDevice(profile, { port: first.port });
    await expect.poll(() => latest(before, 'b')).toEqual({ b: 2 });
    const asked = second.requests();
    const asks = first.requests();
    await expect.poll(() => first.requests()).toBeGreaterThan(asks + 5);
    expect(second.requests() - asked).toBeLessThanOrEqual(1);
  });

  it('counts as disconnected while it does not answer, and connects again', async () => {
    const agent = await startAgent();
    const profile = await addProfile(
      [telemetry({ oid: agent.add(ObjectType.Integer, 7), key: 'a', dataType: 'LONG' })],
      {
        timeoutMs: 50,
        retries: 0,
      },
    );
    const device = await addDevice(profile, { port: agent.port });
    await expect.poll(() => latest(device, 'a')).toEqual({ a: 7 });
    agent.answers = false;
    await expect.poll(() => attributes(device, 'SERVER_SCOPE')).toHaveProperty('lastDisconnectTime');
    agent.set('1.3.6.1.4.1.63000.1.1.0', 8);
    agent.answers = true;
    await expect.poll(() => latest(device, 'a')).toEqual({ a: 8 });
  });

  it('may be nowhere that the installation must not call, which its tenant is told', async () => {
    const profile = await addProfile([telemetry({ oid: '1.3.6.1.2.1.1.3.0', key: 'a', dataType: 'LONG' })]);
    const device = await addDevice(profile, { host: '10.1.2.3', port: 161 });
    const events = async () => {
      const page = await acme.admin.get<{ data: { body: { error: string } }[] }>(
        `/api/events/DEVICE/${device.id.id}/ERROR?tenantId=${acme.tenant.id.id}&pageSize=10&page=0`,
      );
      return page.data.map(({ body }) => body.error);
    };
    await expect.poll(events).toEqual([expect.stringContaining('is in a network that must not be called')]);
  });
});

describe('a notification by SNMP', () => {
  const USER = {
    name: 'notifier',
    level: SecurityLevel.authPriv,
    authProtocol: AuthProtocols.sha,
    authKey: 'authenticate',
    privProtocol: PrivProtocols.aes,
    privKey: 'in private',
  };
  const V3 = {
    protocolVersion: 'V3',
    username: 'notifier',
    securityName: 'notifier',
    contextName: '',
    engineId: '',
    authenticationProtocol: 'SHA_1',
    authenticationPassphrase: 'authenticate',
    privacyProtocol: 'AES_128',
    privacyPassphrase: 'in private',
  };
  /** Asked once an hour, so that what comes later has come by itself. */
  const rarely = (oid: string) => ({
    ...telemetry({ oid, key: 'a', dataType: 'LONG' }),
    queryingFrequencyMs: 3_600_000,
  });

  it.each([
    ['a trap of version 1', 'V1', 'trap'],
    ['a trap of version 2c', 'V2C', 'trap'],
    ['an inform of version 2c', 'V2C', 'inform'],
    ['a trap of version 3', 'V3', 'trap'],
    ['an inform of version 3', 'V3', 'inform'],
  ] as const)('is %s with the objects that its device is asked for', async (_, protocolVersion, kind) => {
    const community = `of ${protocolVersion} ${kind}`;
    const agent = await startAgent({ community, user: USER });
    const oid = agent.add(ObjectType.Integer, 1);
    const device = await addDevice(await addProfile([rarely(oid)]), {
      port: agent.port,
      ...(protocolVersion === 'V3' ? V3 : { protocolVersion, community }),
    });
    await expect.poll(() => latest(device, 'a')).toEqual({ a: 1 });
    const options = { trapPort, timeout: 10_000, retries: 0 };
    const stranger = new Session('127.0.0.1', 'stranger', { ...options, version: Version2c });
    const session =
      protocolVersion === 'V3'
        ? new Session('127.0.0.1', USER, { ...options, version: Version3, port: trapPort })
        : new Session('127.0.0.1', community, { ...options, version: protocolVersion === 'V1' ? Version1 : Version2c });
    const send = (own: Session, value: number) =>
      new Promise<void>((resolve, reject) => {
        const varbinds = [{ oid, type: ObjectType.Integer, value }];
        const done = (error: Error | null) => (error ? reject(error) : resolve());
        if (kind === 'inform' && own === session) own.inform(TrapType.LinkDown, varbinds, done);
        else own.trap(TrapType.LinkDown, varbinds, done);
      });
    try {
      await send(stranger, 99);
      await send(session, 2);
      await expect.poll(() => latest(device, 'a')).toEqual({ a: 2 });
    } finally {
      stranger.close();
      session.close();
      await acme.admin.delete(`/api/device/${device.id.id}`);
    }
  });
});

describe('a device that takes settings and calls by SNMP', () => {
  it('has its shared attributes set, and answers calls', async () => {
    const agent = await startAgent();
    const [limit, name, value, reset] = [
      agent.add(ObjectType.Integer, 1),
      agent.add(ObjectType.OctetString, 'old'),
      agent.add(ObjectType.Integer, 5),
      agent.add(ObjectType.OctetString, ''),
    ];
    const profile = await addProfile([
      {
        spec: 'SHARED_ATTRIBUTES_SETTING',
        mappings: [
          { oid: limit, key: 'limit', dataType: 'LONG' },
          { oid: name, key: 'name', dataType: 'STRING' },
        ],
      },
      {
        spec: 'TO_DEVICE_RPC_REQUEST',
        mappings: [
          { oid: value, key: 'value', dataType: 'LONG' },
          { oid: reset, key: 'reset', dataType: 'STRING' },
        ],
      },
    ]);
    const device = await addDevice(profile, { port: agent.port });
    // It is asked for nothing else, so that it is there shows only that it was looked for.
    await expect.poll(() => attributes(device, 'SERVER_SCOPE')).toMatchObject({ active: true });
    await acme.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/SHARED_SCOPE`, {
      limit: 70,
      name: 'new',
      unmapped: 1,
    });
    await expect.poll(() => [agent.get(limit), String(agent.get(name))]).toEqual([70, 'new']);
    expect(await call(device, 'GET', { key: 'value' })).toMatchObject({ status: 200, body: { value: 5 } });
    expect(await call(device, 'SET', { key: 'value', value: 6 })).toMatchObject({ status: 200, body: { value: 6 } });
    expect(agent.get(value)).toBe(6);
    expect((await call(device, 'SET', { key: 'reset', value: 'now' }, 'oneway')).status).toBe(200);
    await expect.poll(() => String(agent.get(reset))).toBe('now');
    expect(await call(device, 'SET', { key: 'value' })).toMatchObject({
      body: { error: "Value must be specified for SNMP method 'SET'" },
    });
    expect(await call(device, 'GET', { key: 'other' })).toMatchObject({
      body: { error: 'No SNMP mapping found in the config for specified key' },
    });
  });
});
