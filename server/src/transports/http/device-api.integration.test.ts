import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';

const run = promisify(execFile);
let platform: DevicePlatform;
let device: { id: string; name: string; token: string };

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(async () => {
  await platform.close();
});
beforeEach(async () => {
  device = await platform.addDevice();
  platform.messages.length = 0;
});

const posted = () => platform.messages.filter(({ type }) => type.startsWith('POST_'));

async function request(
  method: string,
  path: string,
  body?: string | Uint8Array,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${platform.url}/api/v1/${path}`, { method, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}

describe('the HTTP device API', () => {
  it('stores what curl posts, with any content type', async () => {
    const url = `${platform.url}/api/v1/${device.token}`;
    const telemetry = await run('curl', ['-s', '-w', '%{http_code}', '-d', '{"t":21.5}', `${url}/telemetry`]);
    expect(telemetry.stdout).toBe('200');
    const attributes = await run('curl', [
      ...['-s', '-w', '%{http_code}', '-H', 'Content-Type: application/json', '-d', '{"fw":"1"}', `${url}/attributes`],
    ]);
    expect(attributes.stdout).toBe('200');
    expect(posted().map(({ type, data, metadata }) => [type, data, metadata.notifyDevice])).toEqual([
      ['POST_TELEMETRY_REQUEST', '{"t":21.5}', undefined],
      ['POST_ATTRIBUTES_REQUEST', '{"fw":1}', 'false'],
    ]);
  });

  it('makes the device active without a connect event', async () => {
    await request('POST', `${device.token}/telemetry`, '{"t":1}');
    const stored = await until(() => platform.attributes.get(device.id)?.get('SERVER_SCOPE active'), 'the state');
    expect(stored.value).toEqual({ type: 'BOOLEAN', value: true });
    await until(() => platform.messages.some(({ type }) => type === 'ACTIVITY_EVENT'), 'the event');
    expect(platform.messages.some(({ type }) => type === 'CONNECT_EVENT')).toBe(false);
  });

  it('reads attributes exactly, and leaves empty scopes out', async () => {
    await platform.saveAttributes({
      tenantId: platform.tenantId,
      entityId: { entityType: 'DEVICE', id: device.id },
      scope: 'SHARED_SCOPE',
      entries: [
        { key: 'big', value: { type: 'LONG', value: 9007199254740993n } },
        { key: 'd', value: { type: 'DOUBLE', value: 2 } },
      ],
    });
    expect(await request('GET', `${device.token}/attributes`)).toEqual({
      status: 200,
      text: '{"shared":{"big":9007199254740993,"d":2.0}}',
    });
    expect((await request('GET', `${device.token}/attributes?clientKeys=a&sharedKeys=d`)).text).toBe(
      '{"shared":{"d":2.0}}',
    );
    expect((await request('GET', `${device.token}/attributes?clientKeys=a`)).text).toBe('{}');
  });

  it('waits for changes of shared attributes, and says when none came', async () => {
    expect((await request('GET', `${device.token}/attributes/updates?timeout=50`)).status).toBe(408);
    const poll = request('GET', `${device.token}/attributes/updates?timeout=5000`);
    const save = () =>
      platform.saveAttributes({
        tenantId: platform.tenantId,
        entityId: { entityType: 'DEVICE', id: device.id },
        scope: 'SHARED_SCOPE',
        entries: [{ key: 'limit', value: { type: 'LONG', value: 3 } }],
      });
    let done = false;
    void poll.finally(() => {
      done = true;
    });
    // Until the poll listens, changes pass it by.
    for (; !done; await new Promise((resolve) => setTimeout(resolve, 10))) await save();
    expect(await poll).toEqual({ status: 200, text: '{"limit":3}' });
  });

  it('hands over one call a poll and takes its answer', async () => {
    expect((await request('GET', `${device.token}/rpc?timeout=50`)).status).toBe(408);
    const ask = (method: string) =>
      fetch(`${platform.url}/api/rpc/twoway/${device.id}`, {
        method: 'POST',
        headers: { authorization: 'Bearer x' },
        body: JSON.stringify({ method, params: [1] }),
      }).then((response) => response.text());
    const first = ask('first');
    await until(() => platform.messages.some(({ data }) => data.includes('first')), 'the first call');
    const second = ask('second');
    await until(() => platform.messages.some(({ data }) => data.includes('second')), 'the second call');
    const answers: string[] = [];
    for (const method of ['first', 'second']) {
      const poll = JSON.parse((await request('GET', `${device.token}/rpc?timeout=5000`)).text) as { id: number };
      expect(poll).toMatchObject({ method, params: [1] });
      expect((await request('POST', `${device.token}/rpc/${poll.id}`, `"${method} done"`)).status).toBe(200);
      answers.push(await (method === 'first' ? first : second));
    }
    expect(answers).toEqual(['"first done"', '"second done"']);
  });

  it('passes calls of the device to the rule chain', async () => {
    expect(await request('POST', `${device.token}/rpc`, '{"method":"getTime","params":{"a":1}}')).toEqual({
      status: 200,
      text: '{"method":"getTime","params":{"a":1}}',
    });
    expect((await request('POST', `${device.token}/rpc`, '{"method":"getSessionLimits","params":{}}')).text).toContain(
      '"maxPayloadSize":65536',
    );
  });

  it('answers a call of the device with a timeout when the rule chain does not answer', async () => {
    const impatient = await createDevicePlatform({ clientCallTimeout: 50 });
    try {
      const { token } = await impatient.addDevice();
      const body = '{"method":"unanswered","params":{}}';
      const response = await fetch(`${impatient.url}/api/v1/${token}/rpc`, { method: 'POST', body });
      expect(await response.text()).toBe('{"error":"timeout"}');
    } finally {
      await impatient.close();
    }
  });

  it.each([
    'application/json; charset=utf-8',
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/x-unknown',
    'json',
    'application/json,application/json',
    '',
  ])('reads a body of type %s as JSON', async (contentType) => {
    const response = await fetch(`${platform.url}/api/v1/${device.token}/telemetry`, {
      ...{ method: 'POST', headers: { 'content-type': contentType }, body: '{"t":"ü"}' },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(posted().map(({ data }) => data)).toEqual(['{"t":"ü"}']);
  });

  it('keeps what is not UTF-8 as U+FFFD, and the values beside it', async () => {
    const reply = await request('POST', `${device.token}/telemetry`, Buffer.from('{"unit":"\xb0C","t":1}', 'latin1'));
    expect(reply.status).toBe(200);
    expect(posted().map(({ data }) => data)).toEqual(['{"unit":"\ufffdC","t":1}']);
  });

  it('delivers persistent calls by a poll, each once', async () => {
    const headers = { authorization: 'Bearer x' };
    const answer = await fetch(`${platform.url}/api/rpc/oneway/${device.id}`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ method: 'set', params: 1, persistent: true }) },
    });
    const { rpcId } = (await answer.json()) as { rpcId: string };
    const status = async () => {
      const stored = await fetch(`${platform.url}/api/rpc/persistent/${rpcId}`, { headers });
      return ((await stored.json()) as { status: string }).status;
    };
    await expect.poll(status).toBe('QUEUED');
    expect(JSON.parse((await request('GET', `${device.token}/rpc?timeout=5000`)).text)).toMatchObject({
      method: 'set',
    });
    await expect.poll(status).toBe('DELIVERED');
    expect((await request('GET', `${device.token}/rpc?timeout=50`)).status).toBe(408);
  });

  it('answers 500 to a device that sends more than its tenant may', async () => {
    const setLimits = async (limits: Record<string, string>): Promise<void> => {
      await platform.pool.query('UPDATE tenant_profile SET profile_data = $2 WHERE id = $1', [
        platform.tenantProfileId,
        JSON.stringify({ configuration: { type: 'DEFAULT', ...limits } }),
      ]);
      platform.liveBus.publish({
        kind: 'entity',
        action: 'updated',
        tenantId: platform.tenantId,
        entityId: { entityType: 'TENANT_PROFILE', id: platform.tenantProfileId },
      });
    };
    await setLimits({ transportDeviceTelemetryMsgRateLimit: '1:3600', transportDeviceMsgRateLimit: '1:3600' });
    const statuses = [];
    for (const value of [1, 2]) {
      statuses.push((await request('POST', `${device.token}/telemetry`, `{"t":${value}}`)).status);
    }
    const polls = [];
    for (const what of ['rpc', 'attributes/updates']) {
      polls.push((await request('GET', `${device.token}/${what}?timeout=20`)).status);
    }
    await setLimits({});
    expect(statuses).toEqual([200, 500]);
    expect(polls).toEqual([408, 500]);
    expect(posted()).toHaveLength(1);
  });

  it.each<[string, string, string, string | Uint8Array | undefined, number]>([
    ['an unknown token', 'POST', 'unknown/telemetry', '{"a":1}', 401],
    ['an unknown token in a poll', 'GET', 'unknown/rpc', undefined, 401],
    ['a body that is not JSON', 'POST', '$/telemetry', 'not json {', 400],
    ['an empty body', 'POST', '$/telemetry', '', 400],
    ['a number', 'POST', '$/telemetry', '1', 400],
    ['a list with something else', 'POST', '$/telemetry', '[1]', 400],
    ['attributes as a list', 'POST', '$/attributes', '[{"a":1}]', 400],
    ['deep JSON', 'POST', '$/telemetry', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
    ['a body that is too large', 'POST', '$/telemetry', `{"a":"${'x'.repeat(2_000_000)}"}`, 413],
    ['an answer to a call with a bad id', 'POST', '$/rpc/abc', '{}', 400],
    ['a call without a method', 'POST', '$/rpc', '{"params":{}}', 400],
    ['a timeout that is not a number', 'GET', '$/rpc?timeout=soon', undefined, 400],
  ])('answers %s with an error in JSON and stores nothing', async (_name, method, path, body, status) => {
    const reply = await request(method, path.replace('$', device.token), body);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({ status });
    expect(posted()).toEqual([]);
    expect((await request('POST', `${device.token}/telemetry`, '{"ok":1}')).status).toBe(200);
  });
});
