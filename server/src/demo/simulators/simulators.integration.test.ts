import type { Device } from '@signalbox/contract/device';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { simulateCoap } from './coap-simulator.ts';
import { simulateHttp } from './http-simulator.ts';
import { lwm2mCredentials, lwm2mModels, lwm2mProfileData } from './lwm2m-objects.ts';
import { simulateLwm2m } from './lwm2m-simulator.ts';
import { simulateMqtt } from './mqtt-simulator.ts';
import type { Simulate } from './simulator.ts';
import { simulateSnmp, snmpDeviceData, snmpProfileData } from './snmp-simulator.ts';

let platform: TestPlatform;
let acme: TestTenant;
const stops: (() => void)[] = [];
beforeAll(async () => {
  platform = await startTestPlatform({ outboundAllowed: '127.0.0.0/8' });
  acme = await createTestTenant(platform, 'acme');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(() => platform?.stop());

const PATIENCE = { timeout: 40_000 };
type Series = Record<string, { value: string }[]>;
const latest = ({ id }: Device) =>
  acme.admin.get<Series>(`/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=temperature,doorOpen`);
const facts = ({ id }: Device) =>
  acme.admin.get(`/api/plugins/telemetry/DEVICE/${id.id}/values/attributes/CLIENT_SCOPE?keys=firmware`);
const KINDS: [string, Simulate, () => string][] = [
  ['MQTT', simulateMqtt, () => `mqtt://127.0.0.1:${platform.mqttPort()}`],
  ['HTTP', simulateHttp, () => `http://127.0.0.1:${platform.httpPort()}`],
  ['CoAP', simulateCoap, () => `coap://127.0.0.1:${platform.coapPort()}`],
];

describe('a simulated device', () => {
  it.each(KINDS)('reports over %s what freezers do, and answers calls', async (name, simulate, address) => {
    const device = await acme.admin.post<Device>('/api/device', { name: `Freezer of ${name}`, type: 'freezer' });
    const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(
      `/api/device/${device.id.id}/credentials`,
    );
    let sent = 0;
    let acknowledged = 0;
    const failures: Error[] = [];
    stops.push(
      simulate(
        { id: device.id.id, name: device.name, kind: 'freezer', credentialsId },
        {
          address: address(),
          rate: 40,
          report: {
            sent: () => sent++,
            acknowledged: () => acknowledged++,
            failed: (error) => failures.push(error),
          },
        },
      ),
    );
    await expect.poll(() => acknowledged, PATIENCE).toBeGreaterThan(2);
    expect(sent).toBeGreaterThanOrEqual(acknowledged);
    // Acknowledged means that it is safe; the rules store it a moment later.
    await expect
      .poll(() => latest(device), PATIENCE)
      .toMatchObject({
        temperature: [{ value: expect.stringMatching(/^-[1-9]\d/) }],
        doorOpen: [{ value: expect.stringMatching(/^(true|false)$/) }],
      });
    await expect.poll(() => facts(device), PATIENCE).toMatchObject([{ key: 'firmware', value: '2.4.1' }]);
    const call = { method: 'setDoor', params: { open: true } };
    await expect
      .poll(() =>
        platform.as(acme.admin.token).call('POST', `/api/rpc/twoway/${device.id.id}`, { ...call, timeout: 30_000 }),
      )
      .toMatchObject({ status: 200, body: { ...call, done: true } });
    expect(failures).toEqual([]);
  });

  it('is observed and read by LwM2M', async () => {
    for (const model of lwm2mModels().values()) {
      await acme.admin.post('/api/resource', { ...model, resourceType: 'LWM2M_MODEL' });
    }
    const { id } = await acme.admin.post<{ id: object }>('/api/deviceProfile', {
      name: 'Freezers by LwM2M',
      type: 'DEFAULT',
      transportType: 'LWM2M',
      provisionType: 'DISABLED',
      profileData: lwm2mProfileData('freezer'),
    });
    const endpoint = 'simulated-freezer';
    const device = await acme.admin.post<Device>('/api/device-with-credentials', {
      device: { name: 'Freezer by LwM2M', deviceProfileId: id },
      credentials: lwm2mCredentials(endpoint),
    });
    let acknowledged = 0;
    const failures: Error[] = [];
    stops.push(
      simulateLwm2m(
        { id: device.id.id, name: device.name, kind: 'freezer', credentialsId: endpoint },
        {
          address: `coap://127.0.0.1:${platform.lwm2mPort()}`,
          rate: 40,
          report: { sent: () => 0, acknowledged: () => acknowledged++, failed: (error) => failures.push(error) },
        },
      ),
    );
    await expect
      .poll(() => latest(device), PATIENCE)
      .toMatchObject({ temperature: [{ value: expect.stringMatching(/^-\d+/) }] });
    await expect.poll(() => facts(device), PATIENCE).toMatchObject([{ key: 'firmware', value: '2.4.1' }]);
    const read = { method: 'Read', params: { id: '/3200/0/5500' }, timeout: 30_000 };
    const call = () => platform.as(acme.admin.token).call('POST', `/api/rpc/twoway/${device.id.id}`, read);
    await expect
      .poll(call)
      .toMatchObject({ status: 200, body: { result: 'CONTENT', value: expect.stringMatching(/BOOLEAN/) } });
    await expect.poll(() => acknowledged, PATIENCE).toBeGreaterThan(2);
    expect(failures).toEqual([]);
  });

  it('is asked by SNMP', async () => {
    const { id } = await acme.admin.post<{ id: object }>('/api/deviceProfile', {
      name: 'Freezers by SNMP',
      type: 'DEFAULT',
      transportType: 'SNMP',
      provisionType: 'DISABLED',
      profileData: snmpProfileData('freezer', 200),
    });
    const { port, stop } = await simulateSnmp({ name: 'Freezer', kind: 'freezer' }, { host: '127.0.0.1', rate: 40 });
    stops.push(stop);
    const device = await acme.admin.post<Device>('/api/device', {
      name: 'Freezer by SNMP',
      deviceProfileId: id,
      deviceData: snmpDeviceData('127.0.0.1', port),
    });
    await expect
      .poll(() => latest(device), PATIENCE)
      .toMatchObject({ temperature: [{ value: expect.stringMatching(/^-\d+/) }] });
    await expect.poll(() => facts(device), PATIENCE).toMatchObject([{ key: 'firmware', value: '2.4.1' }]);
  });
});
