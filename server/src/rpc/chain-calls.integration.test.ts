import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../test/device-platform.ts';
import { type Message, newMessage } from '../messages/message.ts';
import type { ParkRequest } from '../messages/parked/executor.ts';
import { createParkedMessages } from '../messages/parked/parked-messages.ts';
import { createParkedTable } from '../messages/parked/parked-table.ts';
import { randomUuid } from '../storage/ids.ts';
import { inTransaction } from '../storage/transaction.ts';
import { composeRpc } from './compose-rpc.ts';
import type { CallToDevice } from './device-calls.ts';
import { DEVICE_CALL, type DeviceRpcRequest } from './device-rpc.ts';
import { createRpcStore } from './rpc-store.ts';

const NODE = randomUuid();
let platform: DevicePlatform;
let device: { id: string };
/** Messages with which chains continued. */
let later: Message[];
/** Calls that were sent to the device. */
let received: CallToDevice[];
const receiver = { receive: (call: CallToDevice) => void received.push(call) };

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(async () => {
  await platform.close();
});
beforeEach(async () => {
  later = [];
  received = [];
  device = await platform.addDevice();
});

/** Creates the rpc room of a server that has just started. */
async function startRoom(options: { isLogUnavailable?: () => boolean } = {}) {
  const room = composeRpc({
    mayVisitorCall: async () => false,
    ...platform,
    messageLog: { append: async (messages) => void later.push(...messages) },
    actionLog: { record: async () => undefined },
    serviceId: 'test',
  });
  const waiting = createParkedMessages({
    table: createParkedTable(platform.pool),
    executors: [room.executor],
    isNodeThere: () => true,
    log: platform.log,
    messageLog: {
      async append(messages, ended) {
        if (options.isLogUnavailable?.()) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        later.push(...messages);
        await platform.pool.query('DELETE FROM message_parked WHERE id = ANY($1::uuid[])', [ended]);
      },
    },
  });
  await room.open();
  await waiting.open();
  return {
    ...room,
    waiting,
    close() {
      waiting.close();
      room.close();
    },
  };
}

function callOf(more: Partial<DeviceRpcRequest> = {}): ParkRequest<DeviceRpcRequest> {
  const originator = { entityType: 'DEVICE', id: device.id } as const;
  return {
    kind: DEVICE_CALL,
    request: {
      id: randomUuid(),
      tenantId: platform.tenantId,
      deviceId: device.id,
      method: 'close',
      params: '{"valve":1}',
      oneway: false,
      expirationTime: Date.now() + 60_000,
      persisted: false,
      ...more,
    },
    next: newMessage({ tenantId: platform.tenantId, type: 'ANY', originator, data: '{}', ruleNodeId: NODE }),
  };
}

const send = (room: Awaited<ReturnType<typeof startRoom>>, call: ParkRequest) =>
  inTransaction(platform.pool, (unit) => room.waiting.park(unit, [call]));
const rows = async () =>
  (await platform.pool.query('SELECT progress FROM message_parked WHERE tenant_id = $1', [platform.tenantId])).rows;

describe('a call of a rule chain', () => {
  it('goes to the device after the commit, and the chain continues with its answer', async () => {
    const room = await startRoom();
    room.deviceCalls.subscribe(device.id, receiver, 'all');
    await send(room, callOf());
    await until(() => received.length === 1, 'the call');
    expect(received).toMatchObject([{ method: 'close', params: '{"valve":1}' }]);
    room.deviceCalls.answer(device.id, 0, '{"closed":true}');
    await until(() => later.length === 1, 'the answer');
    expect(later).toMatchObject([{ type: 'ANY', ruleNodeId: NODE, relation: 'Success', data: '{"closed":true}' }]);
    await expect.poll(rows).toEqual([]);
    room.close();
  });

  it('is not made when the unit is rolled back', async () => {
    const room = await startRoom();
    room.deviceCalls.subscribe(device.id, receiver, 'all');
    const failing = inTransaction(platform.pool, async (unit) => {
      await room.waiting.park(unit, [callOf()]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
    expect(received).toEqual([]);
    room.close();
  });

  it('survives a restart before it was sent', async () => {
    const first = await startRoom();
    await send(first, callOf());
    first.close();
    const second = await startRoom();
    second.deviceCalls.subscribe(device.id, receiver, 'all');
    await until(() => received.length === 1, 'the call');
    second.deviceCalls.answer(device.id, received[0]?.requestId as number, '1');
    await until(() => later.length === 1, 'the answer');
    expect(later).toMatchObject([{ relation: 'Success', data: '1' }]);
    await expect.poll(rows).toEqual([]);
    second.close();
  });

  it('is answered after a restart without being sent again', async () => {
    const first = await startRoom();
    first.deviceCalls.subscribe(device.id, receiver, 'all');
    await send(first, callOf({ oneway: true }));
    await until(() => later.length === 1, 'the end of the one-way call');
    await send(first, callOf());
    await expect.poll(rows).toEqual([{ progress: { requestId: 1 } }]);
    first.close();
    received = [];
    const second = await startRoom();
    second.deviceCalls.subscribe(device.id, receiver, 'all');
    await send(second, callOf({ method: 'next' }));
    await until(() => received.length === 1, 'the next call');
    expect(received).toMatchObject([{ method: 'next', requestId: 2 }]);
    second.deviceCalls.answer(device.id, 1, '"late"');
    await until(() => later.length === 2, 'the late answer');
    expect(later[1]).toMatchObject({ relation: 'Success', data: '"late"' });
    second.deviceCalls.answer(device.id, 2, '"next"');
    await expect.poll(rows).toEqual([]);
    second.close();
  });

  it('fails when it expires before the device could be reached', async () => {
    const first = await startRoom();
    const call = callOf({ expirationTime: Date.now() + 50 });
    await send(first, call);
    first.close();
    await until(() => Date.now() > call.request.expirationTime, 'the end of its time');
    const second = await startRoom();
    await until(() => later.length === 1, 'the end of the call');
    expect(later).toMatchObject([{ relation: 'Failure', data: '{"error":"TIMEOUT"}' }]);
    await expect.poll(rows).toEqual([]);
    second.close();
  });

  it('passes its answer on when the log is available again', async () => {
    let isUnavailable = true;
    const room = await startRoom({ isLogUnavailable: () => isUnavailable });
    room.deviceCalls.subscribe(device.id, receiver, 'all');
    await send(room, callOf());
    await until(() => received.length === 1, 'the call');
    room.deviceCalls.answer(device.id, 0, '7');
    expect(await rows()).toHaveLength(1);
    isUnavailable = false;
    await until(() => later.length === 1, 'the answer');
    expect(later).toMatchObject([{ data: '7' }]);
    await expect.poll(rows).toEqual([]);
    room.close();
  });
});

test('the state of a persistent call is stored when the database is available again', async () => {
  let isUnavailable = false;
  let refused = 0;
  const pool = new Proxy(platform.pool, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (name !== 'query') return typeof member === 'function' ? member.bind(target) : member;
      return async (...given: Parameters<typeof target.query>) => {
        if (isUnavailable) {
          refused++;
          throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        }
        return target.query(...given);
      };
    },
  });
  const room = composeRpc({
    mayVisitorCall: async () => false,
    ...platform,
    pool,
    messageLog: { append: async (messages) => void later.push(...messages) },
    actionLog: { record: async () => undefined },
    serviceId: 'test',
  });
  await room.open();
  const { request } = callOf({ persisted: true });
  await room.deviceRpc.deliver(request);
  room.deviceCalls.subscribe(device.id, receiver, 'all');
  expect(received).toHaveLength(1);
  isUnavailable = true;
  room.deviceCalls.answer(device.id, received[0]?.requestId as number, '{"done":true}');
  await until(() => refused > 0, 'an attempt');
  isUnavailable = false;
  const stored = () => createRpcStore(platform.pool).find(platform.tenantId, request.id);
  await expect.poll(stored).toMatchObject({ status: 'SUCCESSFUL', response: { done: true } });
  await until(() => later.some(({ type }) => type === 'RPC_SUCCESSFUL'), 'the message about it');
  room.close();
});

test('persistent calls are deleted when they are older than their tenant profile allows', async () => {
  const store = createRpcStore(platform.pool);
  const day = 86_400_000;
  const insert = (createdTime: number) =>
    platform.pool.query(
      `INSERT INTO rpc (id, created_time, tenant_id, device_id, expiration_time, request, status)
       VALUES ($1, $2, $3, $4, 0, '{}', 'SUCCESSFUL')`,
      [randomUuid(), createdTime, platform.tenantId, device.id],
    );
  await insert(10 * day - 1);
  await insert(10 * day + 1);
  expect(await store.deleteOld(100 * day)).toBe(0);
  await platform.pool.query(
    `UPDATE tenant_profile SET profile_data = '{"configuration":{"rpcTtlDays":90}}' WHERE id = $1`,
    [platform.tenantProfileId],
  );
  expect(await store.deleteOld(100 * day)).toBe(1);
  expect(await store.deleteOld(100 * day)).toBe(0);
});
