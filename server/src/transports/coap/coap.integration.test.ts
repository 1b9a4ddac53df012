import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coap, rawCoap } from '../../../test/coap-client.ts';
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

const posted = () => platform.messages.filter(({ type }) => type.startsWith('POST_'));
const send = (method: string, path: string, payload?: string | Buffer, args?: string[]) =>
  coap(platform.coapPort, method, `api/v1/${device.token}/${path}`, payload, args);
const share = (key: string, value: string) =>
  platform.saveAttributes({
    tenantId: platform.tenantId,
    entityId: { entityType: 'DEVICE', id: device.id },
    scope: 'SHARED_SCOPE',
    entries: [{ key, value: { type: 'STRING', value } }],
  });

describe('a device with CoAP', () => {
  it.each([[[]], [['-N']]])('posts telemetry and attributes (%j)', async (args) => {
    expect(await send('post', 'telemetry', '{"t":21.5}', args)).toMatchObject({ code: '2.01', text: '' });
    expect(await send('post', 'Attributes', '{"fw":"1"}', args)).toMatchObject({ code: '2.01', text: '' });
    expect(posted().map(({ type, data }) => [type, data])).toEqual([
      ['POST_TELEMETRY_REQUEST', '{"t":21.5}'],
      ['POST_ATTRIBUTES_REQUEST', '{"fw":1}'],
    ]);
  });

  it('is active, without a connect event', async () => {
    await send('post', 'telemetry', '{"t":1}');
    await until(() => platform.messages.some(({ type }) => type === 'ACTIVITY_EVENT'), 'the event');
    expect(platform.messages.some(({ type }) => type === 'CONNECT_EVENT')).toBe(false);
  });

  it('is answered when its message is committed, not before', async () => {
    const client = await rawCoap(platform.coapPort);
    platform.gate.closed = true;
    const path = `api/v1/${device.token}/telemetry`;
    for (let time = 0; time < 2; time++) {
      client.request({ code: '0.02', messageId: 1, token: 't', path, payload: '{"t":1}' });
    }
    await until(() => platform.gate.waiting.length > 0, 'the message');
    await until(() => client.received.length > 0, 'an empty acknowledgement');
    expect(client.received.map(({ type, code }) => [type, code])).toEqual([['ACK', '0.00']]);
    platform.gate.open();
    await until(() => client.received.some(({ code }) => code === '2.01'), 'the answer');
    expect(posted()).toHaveLength(1);
    client.close();
  });

  it('keeps what is not UTF-8 as U+FFFD, and the values beside it', async () => {
    expect((await send('post', 'telemetry', Buffer.from('{"unit":"\xb0C","t":1}', 'latin1'))).code).toBe('2.01');
    expect(posted().map(({ data }) => data)).toEqual(['{"unit":"\ufffdC","t":1}']);
  });

  it('is answered when it asks for a later block of what is not there', async () => {
    const client = await rawCoap(platform.coapPort);
    await share('long', 'x'.repeat(1500));
    const { token: bare } = await platform.addDevice();
    const paths = [`fw/${device.token}`, `api/v1/${bare}/attributes`, `api/v1/${device.token}/attributes`];
    for (const [index, path] of paths.entries()) {
      // Block 2 of 1024 bytes.
      const options = [{ name: 'Block2' as const, value: Buffer.from([0x26]) }];
      client.request({ code: '0.01', messageId: index + 1, path, options });
    }
    // Besides pings, by which the server finds out whether the client is there.
    const codes = (): string[] => client.received.map(({ code }) => code).filter((code) => code !== '0.00');
    await until(() => codes().length === paths.length, 'the answers');
    expect(codes().sort()).toEqual(['4.00', '4.04', '4.04']);
    client.close();
  });

  it('reads its attributes', async () => {
    expect((await send('get', 'attributes')).code).toBe('4.04');
    await share('limit', 'high');
    await share('mode', 'a');
    const all = await send('get', 'attributes');
    expect([all.code, all.text]).toEqual(['2.05', '{"shared":{"limit":"high","mode":"a"}}']);
    expect(all.options).toContain('Content-Format:application/json');
    expect((await send('get', 'attributes?clientKeys=x&sharedKeys=mode')).text).toBe('{"shared":{"mode":"a"}}');
    expect((await send('get', 'attributes?clientKeys=x')).code).toBe('4.04');
  });

  it('reads attributes that are longer than a message', async () => {
    await share('long', 'x'.repeat(5000));
    expect((await send('get', 'attributes')).text).toBe(`{"shared":{"long":"${'x'.repeat(5000)}"}}`);
    expect((await send('get', 'attributes', undefined, ['-b', '64'])).text).toHaveLength(5022);
  });

  it.each([
    ['16', 200],
    ['64', 5000],
    ['512', 5000],
    ['1024', 60_000],
  ])('posts in blocks of %s bytes', async (size, length) => {
    const payload = `{"t":"${'x'.repeat(length)}"}`;
    expect((await send('post', 'telemetry', payload, ['-b', size])).code).toBe('2.01');
    expect(posted().map(({ data }) => data)).toEqual([payload]);
  });

  it('is refused with more than a message may have', async () => {
    expect((await send('post', 'telemetry', `{"t":"${'x'.repeat(66_000)}"}`, ['-b', '1024'])).code).toBe('4.13');
    expect(posted()).toEqual([]);
  });

  it('calls the platform', async () => {
    const reply = await send('post', 'rpc', '{"method":"getTime","params":{"a":1}}');
    expect([reply.code, reply.text]).toEqual(['2.05', '{"method":"getTime","params":{"a":1}}']);
    expect((await send('post', 'rpc', '{"method":"getSessionLimits"}')).text).toContain('"maxPayloadSize":65536');
  });

  it('lets itself be claimed', async () => {
    expect((await send('post', 'claim', '{"secretKey":"s","durationMs":60000}')).code).toBe('2.01');
    expect((await send('post', 'claim')).code).toBe('2.01');
    expect((await send('post', 'claim', '{"secretKey":1}')).code).toBe('4.00');
  });

  it.each([
    ['an unknown token', 'post', 'api/v1/unknown/telemetry', '{"t":1}', '4.01'],
    ['no token', 'post', 'api/v1/telemetry', '{"t":1}', '4.01'],
    ['nothing else in the path', 'post', 'api/v1', '{"t":1}', '4.01'],
    ['an unknown feature', 'post', 'api/v1/$/nonsense', '{"t":1}', '4.00'],
    ['reading telemetry', 'get', 'api/v1/$/telemetry', undefined, '4.00'],
    ['reading calls', 'get', 'api/v1/$/rpc', undefined, '4.00'],
    ['what is no JSON', 'post', 'api/v1/$/telemetry', 'not json {', '4.00'],
    ['nothing', 'post', 'api/v1/$/telemetry', undefined, '4.00'],
    ['a call without a method', 'post', 'api/v1/$/rpc', '{}', '4.00'],
    ['an answer to no number', 'post', 'api/v1/$/rpc/abc', '{}', '4.00'],
    ['an answer that is no object', 'post', 'api/v1/$/rpc/1', 'done', '4.00'],
    ['another path', 'get', 'other', undefined, '4.04'],
    ['another method', 'delete', 'api/v1/$/telemetry', undefined, '4.05'],
  ])('is refused with %s', async (_what, method, path, payload, code) => {
    const reply = await coap(platform.coapPort, method, path.replace('$', device.token), payload);
    expect(reply.code).toBe(code);
    expect(posted()).toEqual([]);
  });

  it('is told what there is', async () => {
    const reply = await coap(platform.coapPort, 'get', '.well-known/core');
    expect([reply.code, reply.text]).toEqual(['2.05', '</api/v1>;ct=50']);
  });

  it('is refused where its profile is for another transport', async () => {
    await platform.pool.query(`UPDATE device_profile SET transport_type = 'MQTT' WHERE id = $1`, [platform.profileId]);
    const changed = () =>
      platform.liveBus.publish({
        kind: 'entity',
        action: 'updated',
        tenantId: platform.tenantId,
        entityId: { entityType: 'DEVICE_PROFILE', id: platform.profileId },
      });
    changed();
    const { code } = await send('post', 'telemetry', '{"t":1}');
    await platform.pool.query(`UPDATE device_profile SET transport_type = 'DEFAULT' WHERE id = $1`, [
      platform.profileId,
    ]);
    changed();
    expect(code).toBe('5.00');
    expect((await send('post', 'telemetry', '{"t":1}')).code).toBe('2.01');
  });
});

describe('a stranger', () => {
  it('who shows many tokens of nobody is not answered any more, unlike devices that are known', async () => {
    const good = await rawCoap(platform.coapPort);
    const path = `api/v1/${device.token}/telemetry`;
    good.request({ code: '0.02', messageId: 1, path, payload: '{"t":1}' });
    await until(() => good.received.length === 1, 'the first answer');
    const bad = await rawCoap(platform.coapPort);
    for (let id = 0; id < 400; id++) {
      bad.request({ type: 'NON', code: '0.02', messageId: id, path: `api/v1/guess-${id}/telemetry`, payload: '{}' });
      // One datagram after the other: the system would drop some of so many.
      if (id % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    good.request({ code: '0.02', messageId: 2, path, payload: '{"t":2}' });
    await until(() => good.received.length === 2, 'the second answer');
    expect(good.received.map(({ code }) => code)).toEqual(['2.01', '2.01']);
    expect(bad.received.length).toBeLessThan(400);
    good.close();
    bad.close();
  });
});
