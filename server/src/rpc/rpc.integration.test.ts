import { entityId } from '@signalbox/contract/id';
import type { Rpc } from '@signalbox/contract/rpc';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../test/device-platform.ts';
import { randomUuid } from '../storage/ids.ts';
import { composeRpc } from './compose-rpc.ts';
import { createRpcStore } from './rpc-store.ts';

let platform: DevicePlatform;
const clients: MqttClient[] = [];

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(async () => {
  await platform.close();
});
beforeEach(() => {
  platform.messages.length = 0;
  platform.audit.length = 0;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

type Answerer = (client: MqttClient, requestId: string, call: { method: string; params: unknown }) => void;

/** Connects a device that takes calls with this QoS, and handles each. */
async function deviceWith(token: string, answer: Answerer, qos: 0 | 1 = 1): Promise<{ calls: string[] }> {
  const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort}`, { username: token, reconnectPeriod: 0 });
  clients.push(client);
  const calls: string[] = [];
  client.on('message', (topic, payload) => {
    const requestId = topic.split('/').at(-1) as string;
    calls.push(payload.toString());
    answer(client, requestId, JSON.parse(payload.toString()) as { method: string; params: unknown });
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos });
  return { calls };
}

const echo: Answerer = (client, requestId, { params }) =>
  client.publish(`v1/devices/me/rpc/response/${requestId}`, JSON.stringify({ got: params }));
const silent: Answerer = () => undefined;

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${platform.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${platform.url}${path}`, { headers: { authorization: 'Bearer x' } });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('calls to a device', () => {
  it('return the answer exactly as the device wrote it', async () => {
    const { id, token, name } = await platform.addDevice();
    const device = await deviceWith(token, (client, requestId) =>
      client.publish(`v1/devices/me/rpc/response/${requestId}`, '{"big":9007199254740993,"d":1.0}'),
    );
    const reply = await post(`/api/rpc/twoway/${id}`, { method: 'setGpio', params: { pin: 1 }, timeout: 30_000 });
    expect(reply).toEqual({ status: 200, text: '{"big":9007199254740993,"d":1.0}' });
    expect(device.calls).toEqual(['{"method":"setGpio","params":{"pin":1}}']);
    const message = platform.messages.find(({ type }) => type === 'RPC_CALL_FROM_SERVER_TO_DEVICE');
    expect(JSON.parse(message?.data ?? '')).toEqual({ method: 'setGpio', params: '{"pin":1}', additionalInfo: null });
    expect(message?.metadata).toMatchObject({
      originServiceId: 'test',
      oneway: 'false',
      persistent: 'false',
      deviceName: name,
      deviceType: 'sensor',
    });
    expect(message?.metadata.requestUUID).toMatch(/^[0-9a-f-]{36}$/);
    expect(platform.audit[0]).toMatchObject({
      type: 'RPC_CALL',
      entityId: { id },
      data: { entityId: id, oneWay: false, method: 'setGpio', params: '{"pin":1}' },
    });
    expect(platform.audit[0]?.error).toBeUndefined();
  });

  it.each([
    ['{"level":1.0,"big":12345678901234567890}', '{"level":1.0,"big":12345678901234567890}'],
    ['"text"', '"text"'],
    ['[1, 2.50]', '[1,2.50]'],
    ['null', 'null'],
  ])('deliver the params %s as they were written', async (given, expected) => {
    const { id, token } = await platform.addDevice();
    const device = await deviceWith(token, echo);
    await post(`/api/rpc/twoway/${id}`, `{"method":"set","params":${given}}`);
    expect(device.calls).toEqual([`{"method":"set","params":${expected}}`]);
  });

  it('are numbered from 0 per device', async () => {
    const { id, token } = await platform.addDevice();
    const ids: string[] = [];
    await deviceWith(token, (client, requestId, call) => {
      ids.push(requestId);
      echo(client, requestId, call);
    });
    for (const _ of [1, 2]) await post(`/api/rpc/twoway/${id}`, { method: 'm', params: {} });
    expect(ids).toEqual(['0', '1']);
  });

  it('return as soon as they are sent if they are one-way', async () => {
    const { id, token } = await platform.addDevice();
    const device = await deviceWith(token, silent, 0);
    expect(await post(`/api/plugins/rpc/oneway/${id}`, { method: 'ping', params: 'x' })).toEqual({
      status: 200,
      text: '',
    });
    await until(() => device.calls.length === 1, 'the call');
    expect(device.calls).toEqual(['{"method":"ping","params":"x"}']);
  });

  it('wait for a device that takes calls', async () => {
    const { id, token } = await platform.addDevice();
    const reply = post(`/api/rpc/twoway/${id}`, { method: 'late', params: 1 });
    await until(() => platform.messages.some(({ type }) => type.startsWith('RPC_CALL')), 'the message');
    await deviceWith(token, echo);
    expect(await reply).toEqual({ status: 200, text: '{"got":1}' });
  });

  it('are refused when too many are waiting for the device', async () => {
    const { id } = await platform.addDevice();
    const { tenantId } = platform.caller.user;
    const call = { tenantId, deviceId: id, method: 'm', params: 'null', oneway: true, persisted: false };
    const expirationTime = Date.now() + 60_000;
    for (let i = 0; i < 5000; i++) {
      void platform.rpc.deviceRpc.deliver({ ...call, id: crypto.randomUUID(), expirationTime });
    }
    await expect
      .poll(async () => (await post(`/api/rpc/oneway/${id}`, { method: 'm', expirationTime: 1 })).status)
      .toBe(429);
    expect((await post(`/api/rpc/oneway/${id}`, { method: 'm', persistent: true })).status).toBe(429);
  });

  it('may be answered in another session of the same device', async () => {
    const { id, token } = await platform.addDevice();
    const device = await deviceWith(token, silent);
    const reply = post(`/api/rpc/twoway/${id}`, { method: 'm', params: {} });
    await until(() => device.calls.length === 1, 'the call');
    const answer = await fetch(`${platform.url}/api/v1/${token}/rpc/0`, { method: 'POST', body: '{"from":"http"}' });
    expect(answer.status).toBe(200);
    expect(await reply).toEqual({ status: 200, text: '{"from":"http"}' });
  });

  it.each([
    ['/api/rpc/twoway', 504, false],
    ['/api/rpc/oneway', 504, false],
    ['/api/plugins/rpc/twoway', 409, false],
    ['/api/plugins/rpc/oneway', 409, false],
    ['/api/rpc/twoway', 504, true],
    ['/api/plugins/rpc/twoway', 408, true],
  ])('%s without an answer ends with %d (device connected: %s)', async (path, status, isThere) => {
    const { id, token } = await platform.addDevice();
    if (isThere) await deviceWith(token, silent);
    // A device that is there has the call before its time is over.
    const expirationTime = Date.now() + (isThere ? 2_000 : 300);
    const reply = await post(`${path}/${id}`, { method: 'm', params: {}, expirationTime });
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({ status, errorCode: 2 });
    expect(String(platform.audit[0]?.error)).toContain(isThere ? 'TIMEOUT' : 'NO_ACTIVE_CONNECTION');
  });

  it('end a second after their timeout if the rule chain does not pass them on', async () => {
    const { id, token } = await platform.addDevice();
    await deviceWith(token, echo);
    const { onMessage } = platform.rules;
    platform.rules.onMessage = () => undefined;
    const reply = await post(`/api/plugins/rpc/twoway/${id}`, {
      method: 'm',
      params: {},
      expirationTime: Date.now() + 50,
    });
    platform.rules.onMessage = onMessage;
    expect(reply.status).toBe(408);
  });

  it('end with 406 on an answer that is not JSON, and with 200 on an empty one', async () => {
    const { id, token } = await platform.addDevice();
    const answers = ['not json', ''];
    await deviceWith(token, (client, requestId) =>
      client.publish(`v1/devices/me/rpc/response/${requestId}`, answers.shift() ?? ''),
    );
    expect((await post(`/api/rpc/twoway/${id}`, { method: 'm' })).status).toBe(406);
    expect(await post(`/api/rpc/twoway/${id}`, { method: 'm' })).toEqual({ status: 200, text: '' });
  });

  it.each<[string, unknown, number]>([
    ['no method', { params: {} }, 400],
    ['an empty method', { method: '' }, 400],
    ['a method that is not a string', { method: 5 }, 400],
    ['a timeout that is not a number', { method: 'm', timeout: 'long' }, 400],
    ['a negative time', { method: 'm', expirationTime: -1 }, 400],
    ['an id that is not a UUID', { method: 'm', requestUUID: 'x' }, 400],
    ['invalid JSON', '{"method":', 400],
    ['params that are nested too deeply', `{"method":"m","params":${'['.repeat(100)}${']'.repeat(100)}}`, 400],
    ['a character that cannot be stored', '{"method":"m","params":"\\u0000"}', 400],
  ])('are refused with %s', async (_name, body, status) => {
    const { id } = await platform.addDevice();
    const reply = await post(`/api/rpc/twoway/${id}`, body);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({
      status,
      errorCode: 31,
      ...(typeof body === 'string' && !body.includes('}') ? { message: 'Invalid request body' } : {}),
    });
    expect(platform.messages.filter(({ type }) => type.startsWith('RPC_'))).toEqual([]);
  });

  it('are refused for other tenants and system administrators', async () => {
    const { id } = await platform.addDevice();
    const own = platform.caller.user;
    platform.caller.user = { ...own, tenantId: '11111111-1111-4111-8111-111111111111' };
    expect((await post(`/api/rpc/twoway/${id}`, { method: 'm' })).status).toBe(404);
    platform.caller.user = { ...own, authority: 'SYS_ADMIN' };
    expect((await post(`/api/rpc/twoway/${id}`, { method: 'm' })).status).toBe(403);
    platform.caller.user = { ...own, authority: 'CUSTOMER_USER', customerId: '22222222-2222-4222-8222-222222222222' };
    expect((await post(`/api/rpc/twoway/${id}`, { method: 'm' })).status).toBe(403);
    platform.caller.user = own;
    expect(platform.messages.filter(({ type }) => type.startsWith('RPC_'))).toEqual([]);
  });
});

describe('persistent calls', () => {
  const statusMessages = (rpcId: string): string[] =>
    platform.messages
      .filter(
        ({ type, data }) => /^RPC_[A-Z]+$/.test(type) && (JSON.parse(data) as { id: { id: string } }).id.id === rpcId,
      )
      .map(({ type }) => type);

  async function call(deviceId: string, body: object, way = 'twoway'): Promise<string> {
    const reply = await post(`/api/rpc/${way}/${deviceId}`, {
      method: 'm',
      params: { a: 1 },
      persistent: true,
      ...body,
    });
    expect(reply.status).toBe(200);
    return (JSON.parse(reply.text) as { rpcId: string }).rpcId;
  }
  const statusOf = async (rpcId: string): Promise<string> =>
    ((await get(`/api/rpc/persistent/${rpcId}`)).body as { status: string }).status;

  it('have the times of clients that mean "without an end"', async () => {
    const { id } = await platform.addDevice();
    const expiryOf = async (rpcId: string) =>
      ((await get(`/api/rpc/persistent/${rpcId}`)).body as { expirationTime: unknown }).expirationTime;
    for (const member of ['expirationTime', 'timeout']) {
      const body = `{"method":"m","persistent":true,"${member}":9223372036854775807}`;
      const reply = await post(`/api/rpc/oneway/${id}`, body);
      expect(reply.status).toBe(200);
      expect(await expiryOf((JSON.parse(reply.text) as { rpcId: string }).rpcId)).toBe(Number.MAX_SAFE_INTEGER);
    }
  });

  it('go from queued over sent and delivered to successful', async () => {
    const { id, token } = await platform.addDevice();
    const rpcId = await call(id, { additionalInfo: { who: 'me' }, retries: 2 });
    expect((await get(`/api/rpc/persistent/${rpcId}`)).body).toMatchObject({
      id: { entityType: 'RPC', id: rpcId },
      tenantId: { entityType: 'TENANT', id: platform.tenantId },
      deviceId: { entityType: 'DEVICE', id },
      request: { id: rpcId, oneway: false, persisted: true, retries: 2, body: { method: 'm', params: '{"a":1}' } },
      response: null,
      status: 'QUEUED',
      additionalInfo: { who: 'me' },
    });
    // The client sends its acknowledgement after this turn, and the answer must follow it.
    await deviceWith(token, (...parts) => setImmediate(() => echo(...parts)));
    await until(() => statusMessages(rpcId).length === 4, 'the states');
    expect(statusMessages(rpcId)).toEqual(['RPC_QUEUED', 'RPC_SENT', 'RPC_DELIVERED', 'RPC_SUCCESSFUL']);
    expect((await get(`/api/rpc/persistent/${rpcId}`)).body).toMatchObject({
      status: 'SUCCESSFUL',
      response: { got: { a: 1 } },
    });
    expect(platform.messages.find(({ type }) => type === 'RPC_SENT')?.metadata).toEqual({});
  });

  it('end on delivery if they are one-way', async () => {
    const { id, token } = await platform.addDevice();
    const rpcId = await call(id, {}, 'oneway');
    await deviceWith(token, silent, 0);
    await until(() => statusMessages(rpcId).includes('RPC_DELIVERED'), 'the delivery');
    expect(statusMessages(rpcId)).toEqual(['RPC_QUEUED', 'RPC_DELIVERED']);
  });

  it('expire when no device takes them', async () => {
    const { id } = await platform.addDevice();
    const rpcId = await call(id, { expirationTime: Date.now() + 200 });
    await until(() => statusMessages(rpcId).includes('RPC_EXPIRED'), 'the expiry');
    expect(await statusOf(rpcId)).toBe('EXPIRED');
  });

  it('expire even if there is one with a method that queries cannot read', async () => {
    const { id } = await platform.addDevice();
    const rpcId = await call(id, { expirationTime: Date.now() + 60_000 });
    const store = createRpcStore(platform.pool);
    const rpc = (await store.find(platform.tenantId, rpcId)) as Rpc;
    const other: Rpc = {
      ...rpc,
      id: entityId('RPC', randomUuid()),
      status: 'DELIVERED',
      request: { ...rpc.request, body: { method: 'a\u0000b', params: '{}' } },
    };
    await store.insert(other);
    const expired = await store.expire(Date.now() + 70_000);
    expect(expired.map((one) => one.id.id).sort()).toEqual([rpcId, other.id.id].sort());
  });

  it('are sent again at the next subscription until the retries are used up', async () => {
    const { id, token } = await platform.addDevice();
    const rpcId = await call(id, { retries: 1 });
    for (const last of ['RPC_TIMEOUT', 'RPC_FAILED']) {
      const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort}`, {
        username: token,
        reconnectPeriod: 0,
      });
      // Never acknowledges, since the client does so only after handling the message.
      const received = new Promise<void>((resolve) => {
        client.handleMessage = () => resolve();
      });
      await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      await received;
      client.stream.destroy();
      await until(() => statusMessages(rpcId).at(-1) === last, last);
    }
    expect(await statusOf(rpcId)).toBe('FAILED');
    expect(statusMessages(rpcId)).toEqual(['RPC_QUEUED', 'RPC_SENT', 'RPC_TIMEOUT', 'RPC_SENT', 'RPC_FAILED']);
  });

  it('survive a restart of the server', async () => {
    const { id } = await platform.addDevice();
    const rpcId = await call(id, { expirationTime: Date.now() + 60_000 });
    const next = composeRpc({
      mayVisitorCall: async () => false,
      pool: platform.pool,
      directory: platform.directory,
      messageLog: { append: async () => undefined },
      actionLog: { record: async () => undefined },
      liveBus: platform.liveBus,
      log: platform.log,
      serviceId: 'next',
    });
    await next.open();
    const received: string[] = [];
    next.deviceCalls.subscribe(id, { receive: ({ method }) => received.push(method) }, 'all');
    expect(received).toEqual(['m']);
    next.deviceCalls.delivery(id, 0, 'DELIVERED');
    next.deviceCalls.answer(id, 0, '{"ok":true}');
    await expect.poll(() => statusOf(rpcId)).toBe('SUCCESSFUL');
    next.close();
  });

  it('are listed by state, and deleted ones are not sent', async () => {
    const { id, token } = await platform.addDevice();
    const first = await call(id, {});
    const second = await call(id, {});
    const list = await get(`/api/rpc/persistent/device/${id}?pageSize=1&page=0&rpcStatus=QUEUED`);
    expect(list.body).toMatchObject({ totalElements: 2, totalPages: 2, hasNext: true, data: [{ id: { id: second } }] });
    expect((await get(`/api/rpc/persistent/device/${id}?pageSize=1&page=0`)).status).toBe(400);
    const sorted = `/api/rpc/persistent/device/${id}?pageSize=1&page=0&rpcStatus=QUEUED&sortProperty=`;
    expect((await get(`${sorted}createdTime&sortOrder=ASC`)).body).toMatchObject({ data: [{ id: { id: first } }] });
    expect((await get(`${sorted}secret`)).status).toBe(400);
    const deleted = await fetch(`${platform.url}/api/rpc/persistent/${first}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer x' },
    });
    expect(deleted.status).toBe(200);
    expect((await get(`/api/rpc/persistent/${first}`)).status).toBe(404);
    expect(statusMessages(first)).toContain('RPC_DELETED');
    const device = await deviceWith(token, echo);
    await until(() => statusMessages(second).includes('RPC_SUCCESSFUL'), 'the answer');
    expect(device.calls).toHaveLength(1);
  });
});

describe('calls of a device', () => {
  /** A device's connection to a platform, and what is answered to its calls. */
  async function caller({ mqttPort }: DevicePlatform, token: string) {
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: token, reconnectPeriod: 0 });
    clients.push(client);
    const answers: [string, string][] = [];
    client.on('message', (topic, payload) => answers.push([topic, payload.toString()]));
    await client.subscribeAsync('v1/devices/me/rpc/response/+', { qos: 1 });
    return { client, answers };
  }

  it('are answered by the rule chain', async () => {
    const { token, name } = await platform.addDevice();
    const { client, answers } = await caller(platform, token);
    await client.publishAsync('v1/devices/me/rpc/request/7', '{"method":"getTime","params":{"zone":1.0}}', { qos: 1 });
    await until(() => answers.length === 1, 'the answer');
    expect(answers[0]).toEqual(['v1/devices/me/rpc/response/7', '{"method":"getTime","params":{"zone":1.0}}']);
    const message = platform.messages.find(({ type }) => type === 'TO_SERVER_RPC_REQUEST');
    expect(message?.metadata).toMatchObject({
      deviceName: name,
      deviceType: 'sensor',
      requestId: '7',
      serviceId: 'test',
    });
  });

  it('are answered with a timeout when the rule chain does not answer', async () => {
    const impatient = await createDevicePlatform({ clientCallTimeout: 50 });
    try {
      const { client, answers } = await caller(impatient, (await impatient.addDevice()).token);
      await client.publishAsync('v2/r/req/8', '{"method":"unanswered"}', { qos: 1 });
      await until(() => answers.length === 1, 'the timeout');
      expect(answers[0]).toEqual(['v2/r/res/8', '{"error":"timeout"}']);
    } finally {
      await impatient.close();
    }
  });
});

describe('persistent calls with an id of their own', () => {
  it('are stored once, and refused when another call has it', async () => {
    const [one, other] = [await platform.addDevice(), await platform.addDevice()];
    const body = { method: 'm', params: { a: 1 }, persistent: true, requestUUID: randomUuid() };
    const answer = { status: 200, text: JSON.stringify({ rpcId: body.requestUUID }) };
    expect(await post(`/api/rpc/oneway/${one.id}`, body)).toEqual(answer);
    expect(await post(`/api/rpc/oneway/${one.id}`, body)).toEqual(answer);
    for (const [id, more] of [
      [one.id, { method: 'n' }],
      [one.id, { params: { a: 2 } }],
      [other.id, {}],
    ] as const) {
      const reply = await post(`/api/rpc/oneway/${id}`, { ...body, ...more });
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({ message: 'Another call has this requestUUID' });
    }
  });
});
