import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coap, observeCoap, rawCoap } from '../../../test/coap-client.ts';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';

let platform: DevicePlatform;
let device: { id: string; name: string; token: string };

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  device = await platform.addDevice();
  platform.messages.length = 0;
});

const resource = (feature: string): string => `api/v1/${device.token}/${feature}`;
const observe = (feature: string, args?: string[]) => observeCoap(platform.coapPort, resource(feature), args);
const share = (key: string, value: string) =>
  platform.saveAttributes({
    tenantId: platform.tenantId,
    entityId: { entityType: 'DEVICE', id: device.id },
    scope: 'SHARED_SCOPE',
    entries: [{ key, value: { type: 'STRING', value } }],
  });
const headers = { authorization: 'Bearer x' };
const call = (kind: 'oneway' | 'twoway', body: object) =>
  fetch(`${platform.url}/api/rpc/${kind}/${device.id}`, { method: 'POST', headers, body: JSON.stringify(body) });
const isThere = (type: string) => () =>
  platform.messages.some((message) => message.type === type && message.originator.id === device.id);
const observeOption = (value: number) => ({
  name: 'Observe',
  value: value === 0 ? Buffer.alloc(0) : Buffer.from([value]),
});

describe('a device that observes its attributes', () => {
  it.each([
    ['CON', []],
    ['NON', ['-N']],
  ])('gets them, and every change, by %s', async (type, args) => {
    await share('mode', 'a');
    const observer = observe('attributes', args);
    await until(() => observer.received().length === 1, 'the attributes');
    await share('mode', 'b');
    await until(() => observer.received().length === 2, 'the first change');
    platform.liveBus.publish({
      kind: 'attributesDeleted',
      tenantId: platform.tenantId,
      entityId: { entityType: 'DEVICE', id: device.id },
      scope: 'SHARED_SCOPE',
      keys: ['mode'],
      notifyDevice: true,
    });
    await until(() => observer.received().length === 3, 'the second change');
    const received = observer.received();
    expect(received.map(({ code, text }) => [code, text])).toEqual([
      ['2.05', '{"mode":"a"}'],
      ['2.05', '{"mode":"b"}'],
      ['2.05', '{"deleted":["mode"]}'],
    ]);
    expect(received.map(({ options }) => /Observe:(\d+)/.exec(options)?.[1])).toEqual(['0', '1', '2']);
    // The first of those that are not confirmable is, since nothing has shown yet that somebody receives them.
    expect([received[1]?.type, received[2]?.type]).toEqual(['CON', type]);
    await observer.stop();
  });

  it('is connected while it observes', async () => {
    const observer = observe('attributes');
    await until(isThere('CONNECT_EVENT'), 'the connection');
    expect(isThere('DISCONNECT_EVENT')()).toBe(false);
    await until(() => observer.received().length === 1, 'the attributes');
    await observer.stop();
    await until(isThere('DISCONNECT_EVENT'), 'the end of the connection');
  });

  it('ends it by asking to', async () => {
    const client = await rawCoap(platform.coapPort);
    for (const value of [0, 1]) {
      client.request({
        ...{ code: '0.01', messageId: value, token: 'o', path: resource('attributes') },
        options: [observeOption(value)],
      });
      await until(() => client.received.length === value + 1, 'an answer');
    }
    expect(client.received.map(({ code }) => code)).toEqual(['2.05', '2.02']);
    await until(isThere('DISCONNECT_EVENT'), 'the end of the connection');
    client.close();
  });

  it('gets changes that are longer than a message', async () => {
    const observer = observe('attributes');
    await until(() => observer.received().length === 1, 'the attributes');
    await share('long', 'x'.repeat(3000));
    await until(() => observer.output().includes('Block2:2/_/1024'), 'the last block');
    await observer.stop();
  });

  it('gives way to another client', async () => {
    const first = observe('attributes');
    await until(() => first.received().length === 1, 'the attributes');
    const second = observe('attributes');
    await until(() => second.received().length === 1, 'the attributes');
    await until(() => first.received().length === 2, 'the end');
    expect(first.received()[1]?.code).toBe('2.02');
    await share('mode', 'c');
    await until(() => second.received().length === 2, 'a change');
    expect(first.received()).toHaveLength(2);
    await Promise.all([first.kill(), second.kill()]);
  });

  it('does not any more when it resets a notification', async () => {
    const client = await rawCoap(platform.coapPort);
    client.request({
      ...{ type: 'NON', code: '0.01', messageId: 1, token: 'o', path: resource('attributes') },
      options: [observeOption(0)],
    });
    await until(() => client.received.length === 1, 'the attributes');
    await share('mode', 'a');
    const notified = await until(() => client.received[1], 'a change');
    const reset = Buffer.from([0x70, 0, 0, 0]);
    reset.writeUInt16BE(notified.messageId, 2);
    client.send(reset);
    await until(isThere('DISCONNECT_EVENT'), 'the end');
    client.close();
  });

  it('is told when its credentials change', async () => {
    const observer = observe('attributes');
    await until(() => observer.received().length === 1, 'the attributes');
    await platform.setCredentials(device.id, 'ACCESS_TOKEN', `${device.token}-new`, null);
    await until(() => observer.received().at(-1)?.code === '4.01', 'the end');
    await observer.kill();
  });

  it('is told when its session ends because nothing comes from it', async () => {
    const short = await createDevicePlatform({ sessionInactivityTimeout: 400 });
    const own = await short.addDevice();
    const observer = observeCoap(short.coapPort, `api/v1/${own.token}/attributes`);
    await until(() => observer.received().at(-1)?.code === '5.03', 'the end');
    await observer.kill();
    await short.close();
  });
});

describe('a device that observes its calls', () => {
  it('gets them, those that wait first, and answers', async () => {
    const waiting = call('twoway', { method: 'first', params: { on: true } }).then((reply) => reply.text());
    await until(() => platform.messages.some(({ data }) => data.includes('first')), 'the call');
    const observer = observe('rpc');
    const notified = await until(() => observer.received()[1], 'the call');
    expect(observer.received()[0]).toMatchObject({ code: '2.03', text: '' });
    const { id, ...rest } = JSON.parse(notified.text) as { id: number };
    expect(rest).toEqual({ method: 'first', params: { on: true } });
    const answered = await coap(platform.coapPort, 'post', resource(`rpc/${id}`), '{"ok":true}');
    expect(answered.code).toBe('2.01');
    expect(await waiting).toBe('{"ok":true}');
    await observer.stop();
  });

  it.each([[[]], [['-N']]])('has persistent calls delivered (%j)', async (args) => {
    const observer = observe('rpc', args);
    await until(() => observer.received().length === 1, 'the beginning');
    const reply = await call('oneway', { method: 'set', params: 1, persistent: true });
    const { rpcId } = (await reply.json()) as { rpcId: string };
    await until(() => observer.received().length === 2, 'the call');
    await expect
      .poll(async () => {
        const stored = await fetch(`${platform.url}/api/rpc/persistent/${rpcId}`, { headers });
        return ((await stored.json()) as { status: string }).status;
      })
      .toBe('DELIVERED');
    await observer.stop();
  });

  it('keeps its session while it observes something else', async () => {
    const calls = observe('rpc');
    await until(() => calls.received().length === 1, 'the beginning');
    const attributes = observe('attributes');
    await until(() => attributes.received().length === 1, 'the attributes');
    await attributes.stop();
    expect((await call('oneway', { method: 'still', params: {} })).status).toBe(200);
    await until(() => calls.received().some(({ text }) => text.includes('still')), 'the call');
    expect(isThere('DISCONNECT_EVENT')()).toBe(false);
    await calls.stop();
  });
});

it('nothing else can be observed', async () => {
  const client = await rawCoap(platform.coapPort);
  for (const [messageId, feature, value] of [
    [1, 'telemetry', 0],
    [2, 'attributes', 2],
  ] as const) {
    client.request({ code: '0.01', messageId, path: resource(feature), options: [observeOption(value)] });
  }
  await until(() => client.received.length === 2, 'the answers');
  expect(client.received.map(({ code }) => code).sort()).toEqual(['4.00', '4.02']);
  client.close();
});
