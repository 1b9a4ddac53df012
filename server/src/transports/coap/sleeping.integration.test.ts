import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coap, observeCoap } from '../../../test/coap-client.ts';
import { setCoapProfile } from '../../../test/coap-profile.ts';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';

let platform: DevicePlatform;
let device: { id: string; name: string; token: string };

beforeAll(async () => {
  platform = await createDevicePlatform({ sessionInactivityTimeout: 2000 });
});
afterAll(() => platform.close());
beforeEach(async () => {
  device = await platform.addDevice();
  platform.messages.length = 0;
});

const observe = (feature: string) => observeCoap(platform.coapPort, `api/v1/${device.token}/${feature}`);
const post = () => coap(platform.coapPort, 'post', `api/v1/${device.token}/telemetry`, '{"t":1}');
const share = (key: string, value: string) =>
  platform.saveAttributes({
    tenantId: platform.tenantId,
    entityId: { entityType: 'DEVICE', id: device.id },
    scope: 'SHARED_SCOPE',
    entries: [{ key, value: { type: 'STRING', value } }],
  });
const isLogged = (line: string) => () =>
  platform.messages.some(({ data, originator }) => originator.id === device.id && data.includes(line));
const sleeps = isLogged('Client is sleeping!');
const twoWayCall = () =>
  fetch(`${platform.url}/api/rpc/oneway/${device.id}`, {
    ...{ method: 'POST', headers: { authorization: 'Bearer x' } },
    body: JSON.stringify({ method: 'set', params: {}, persistent: true }),
  });

describe('a device that sleeps', () => {
  it('gets changes of its attributes at once when it sends something, the newest of each', async () => {
    await setCoapProfile(platform, { clientSettings: { powerMode: 'PSM', psmActivityTimer: 300 } });
    const observer = observe('attributes');
    await until(() => observer.received().length === 1, 'the attributes');
    await until(sleeps, 'sleep');
    await share('mode', 'a');
    await share('limit', '1');
    await share('mode', 'b');
    expect(observer.received()).toHaveLength(1);
    await post();
    await until(() => observer.received().length === 2, 'the changes');
    expect(observer.received()[1]?.text).toBe('{"mode":"b","limit":"1"}');
    expect(isLogged('Client is awake!')()).toBe(true);
    await observer.kill();
  });

  it('gets its calls when it sends something', async () => {
    await setCoapProfile(platform, { clientSettings: { powerMode: 'PSM', psmActivityTimer: 300 } });
    const observer = observe('rpc');
    await until(() => observer.received().length === 1, 'the beginning');
    await until(sleeps, 'sleep');
    await twoWayCall();
    await until(() => platform.messages.some(({ type }) => type === 'RPC_CALL_FROM_SERVER_TO_DEVICE'), 'the call');
    expect(observer.received()).toHaveLength(1);
    await post();
    await until(() => observer.received().some(({ text }) => text.includes('"set"')), 'the call');
    await observer.kill();
  });

  it('keeps its session, however long it sleeps', async () => {
    await setCoapProfile(platform, { clientSettings: { powerMode: 'PSM', psmActivityTimer: 100 } });
    const observer = observe('attributes');
    await until(sleeps, 'sleep');
    const other = await platform.addDevice();
    const fetched = await fetch(`${platform.url}/api/v1/${other.token}/rpc?timeout=3000`);
    expect(fetched.status).toBe(408);
    expect(
      platform.messages.some(({ type, originator }) => type === 'DISCONNECT_EVENT' && originator.id === device.id),
    ).toBe(false);
    await observer.kill();
  });

  it('with E_DRX gets one message more', async () => {
    await setCoapProfile(platform, { clientSettings: { powerMode: 'E_DRX', pagingTransmissionWindow: 100 } });
    const observer = observe('attributes');
    await until(() => observer.received().length === 1, 'the attributes');
    // The window is over when a message is followed by sleep.
    for (let value = 0; !sleeps(); value++) {
      const before = observer.received().length;
      await share('mode', String(value));
      await until(() => observer.received().length > before || sleeps(), 'the change, or sleep');
    }
    await share('late', 'x');
    expect(observer.output()).not.toContain('late');
    await post();
    await until(() => observer.output().includes('late'), 'the rest');
    await observer.kill();
  });

  it('does as it says itself, whatever its profile says', async () => {
    await setCoapProfile(platform, { clientSettings: { powerMode: 'DRX' } });
    const data = { transportConfiguration: { type: 'COAP', powerMode: 'PSM', psmActivityTimer: 100 } };
    await platform.pool.query('UPDATE device SET device_data = $2 WHERE id = $1', [device.id, JSON.stringify(data)]);
    platform.liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId: platform.tenantId,
      entityId: { entityType: 'DEVICE', id: device.id },
    });
    const observer = observe('attributes');
    await until(sleeps, 'sleep');
    await observer.kill();
  });
});
