import { once } from 'node:events';
import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { entityId } from '@signalbox/contract/id';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type LiveSockets, openLiveSockets, query } from '../../test/live-sockets.ts';
import type { LiveListener } from '../bus/live-bus.ts';
import type { SecurityUser } from '../http/security-user.ts';

let sockets: LiveSockets;

beforeAll(async () => {
  sockets = await openLiveSockets();
});

afterEach(() => sockets.disconnect());

afterAll(async () => {
  await sockets.close();
});

describe('connection', () => {
  it.each(['nobody', ''])('refuses the token "%s" with 401 and the common error body', async (token) => {
    const socket = new WebSocket(`${sockets.base}telemetry?token=${token}`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(response.statusCode).toBe(401);
    const [body] = await once(response, 'data');
    expect(JSON.parse(String(body))).toMatchObject({ status: 401, errorCode: 10 });
  });

  it.each(['/nowhere', '//[', '/%'])('refuses an upgrade at %s and keeps running', async (address) => {
    const { port } = sockets.server.address() as AddressInfo;
    const connection = net.connect(port, '127.0.0.1');
    connection.write(
      `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const [answer] = await once(connection, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 40[04]/);
    connection.destroy();
    await sockets.connect();
  });

  it('ends a socket when its token expires, so that clients of 3.3.2 reconnect without an error', async () => {
    const client = await sockets.connect('admin:1');
    const [code, reason] = await once(client.socket, 'close');
    expect([code, String(reason)]).toEqual([1001, 'The access token has expired.']);
  });

  it('ends a socket whose session ended while it was being opened', async () => {
    const socket = new WebSocket(`${sockets.base}telemetry?token=admin:3600!`);
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([1008, 'The session has ended.']);
  });

  it('closes the sockets of a tenant that is deleted', async () => {
    const client = await sockets.connect();
    const closed = once(client.socket, 'close');
    sockets.liveBus.publish({
      kind: 'entity',
      action: 'deleted',
      tenantId: sockets.tenantId,
      entityId: entityId('TENANT', sockets.tenantId),
    });
    expect((await closed)[0]).toBe(1008);
  });

  it('follows nothing more for users of a deleted tenant, also when their clients do not answer the close', async () => {
    const { liveBus } = sockets;
    const listeners = new Set<LiveListener>();
    const subscribe = liveBus.subscribeEntity.bind(liveBus);
    const spy = vi.spyOn(liveBus, 'subscribeEntity').mockImplementation((id, listener) => {
      const stop = subscribe(id, listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    });
    try {
      const client = await sockets.connect();
      client.send({ attrSubCmds: [{ cmdId: 1, entityType: 'DEVICE', entityId: sockets.device.id }] });
      await client.next();
      expect(listeners.size).toBe(1);
      client.socket.pause();
      const tenant = entityId('TENANT', sockets.tenantId);
      liveBus.publish({ kind: 'entity', action: 'deleted', tenantId: tenant.id, entityId: tenant });
      expect(listeners.size).toBe(0);
    } finally {
      spy.mockRestore();
    }
  });

  it('closes with 1007 for another plugin', async () => {
    const socket = new WebSocket(`${sockets.base}other?token=admin`);
    expect((await once(socket, 'close'))[0]).toBe(1007);
  });

  it('closes with 1009 for a frame of more than 32 kB', async () => {
    const client = await sockets.connect();
    client.send('x'.repeat(32_769));
    expect((await once(client.socket, 'close'))[0]).toBe(1009);
  });

  it('closes with 1008 beyond the sockets a user may have', async () => {
    await sockets.connect('customer');
    await sockets.connect('customer');
    const third = new WebSocket(`${sockets.base}telemetry?token=customer`);
    expect((await once(third, 'close'))[0]).toBe(1008);
  });

  it('closes with 1008 beyond the subscriptions a customer may have, of both protocol versions', async () => {
    const first = await sockets.connect('customer');
    const second = await sockets.connect('customer');
    const attributes = { entityType: 'DEVICE', entityId: sockets.device.id, scope: 'SERVER_SCOPE' };
    first.send({ attrSubCmds: [{ ...attributes, cmdId: 1 }], entityDataCmds: [{ cmdId: 1, query: query() }] });
    await first.next();
    await first.next();
    // A subscription that ends frees its place; one that restarts needs no other.
    second.send({ attrSubCmds: [{ ...attributes, cmdId: 1 }] });
    await second.next();
    second.send({ attrSubCmds: [{ ...attributes, cmdId: 1 }] });
    await second.next();
    second.send({ attrSubCmds: [{ ...attributes, cmdId: 1, unsubscribe: true }] });
    second.send({ attrSubCmds: [{ ...attributes, cmdId: 2 }] });
    await second.next();
    second.send({ entityCountCmds: [{ cmdId: 3, query: query() }] });
    const [code, reason] = await once(second.socket, 'close');
    expect([code, String(reason)]).toEqual([1008, 'Max customer subscriptions limit reached']);
    // Its own subscriptions are free again.
    first.send({ attrSubCmds: [{ ...attributes, cmdId: 4 }] });
    expect(await first.next()).toMatchObject({ subscriptionId: 4, errorCode: 0 });
  });

  it('closes the sockets of a user whose sessions end', async () => {
    const client = await sockets.connect();
    const other = await sockets.connect('system');
    const user = sockets.users.admin as SecurityUser;
    sockets.liveBus.publish({
      kind: 'userSessions',
      tenantId: sockets.tenantId,
      entityId: entityId('USER', user.userId),
    });
    expect((await once(client.socket, 'close'))[0]).toBe(1008);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('pings an idle socket', async () => {
    const client = await sockets.connect();
    await once(client.socket, 'ping');
  });
});

describe('many simultaneous commands', () => {
  it('are all answered, in any number of frames, and later ones end subscriptions of earlier ones', async () => {
    const client = await sockets.connect();
    const device = { entityType: 'DEVICE', entityId: sockets.device.id };
    const histories = Array.from({ length: 100 }, (_, cmdId) => ({
      ...device,
      cmdId,
      keys: 'level',
      startTs: 0,
      endTs: 1,
    }));
    for (let frame = 0; frame < 5; frame++) client.send({ historyCmds: histories });
    client.send({ tsSubCmds: [{ ...device, cmdId: 500 }] });
    client.send({ tsSubCmds: [{ ...device, cmdId: 500, unsubscribe: true }] });
    /** Answers to each history; the subscription may have been answered before it ended. */
    const answers = new Array<number>(100).fill(0);
    while (answers.some((count) => count < 5)) {
      const { subscriptionId } = await client.next();
      if (subscriptionId < 100) answers[subscriptionId] = (answers[subscriptionId] ?? 0) + 1;
    }
    expect(answers).toEqual(new Array(100).fill(5));
    // The subscription has ended by the time of this answer.
    client.send({ historyCmds: [{ cmdId: 600, startTs: 0, endTs: 1 }] });
    while ((await client.next()).subscriptionId !== 600);
    await sockets.publish(sockets.device, sockets.tick(), { key: 'level', value: { type: 'LONG', value: 1 } });
    await sockets.expectSilence(client);
  });
});

describe('bad input', () => {
  const deep = `{"entityDataCmds":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  it.each([
    ['invalid JSON', 'hello'],
    ['half a frame', '{"tsSubCmds":[{'],
    ['an array', '[]'],
    ['deep JSON', deep],
    ['a list that is not an array', '{"tsSubCmds":5}'],
  ])('answers %s and stays open', async (_what, text) => {
    const client = await sockets.connect();
    client.send(text);
    expect(await client.next()).toEqual({
      subscriptionId: 0,
      errorCode: 2,
      errorMsg: 'Failed to parse websocket command!',
      data: null,
      latestValues: {},
    });
    await sockets.expectSilence(client);
  });

  it.each([
    ['no query', { cmdId: 1 }],
    ['a negative id', { cmdId: -1, query: query() }, 'Cmd id is negative value!'],
    ['a page size of 0', { cmdId: 1, query: query([], {}, { pageSize: 0 }) }, /page size/],
    ['a negative page', { cmdId: 1, query: query([], {}, { page: -1 }) }, /page '-1'/],
    ['no filter', { cmdId: 1, query: { ...query(), entityFilter: null } }, /entity filter/],
    ['an unknown filter', { cmdId: 1, query: { ...query(), entityFilter: { type: 'star' } } }, /'star'/],
    [
      'an unsupported filter',
      { cmdId: 1, query: { ...query(), entityFilter: { type: 'relationsQuery' } } },
      /relationsQuery/,
    ],
    [
      'a bad id',
      {
        cmdId: 1,
        query: { ...query(), entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'x' } } },
      },
      /UUID/,
    ],
    ['no keys', { cmdId: 1, query: query(), latestCmd: { keys: null } }, /keys/],
    [
      'too many buckets',
      { cmdId: 1, query: query(), historyCmd: { keys: ['a'], startTs: 0, endTs: 9e12, interval: 1000, agg: 'AVG' } },
      /intervals/,
    ],
    ['a key type of clients', { cmdId: 1, query: query([{ type: 'COUNT', key: 'x' }]) }, /COUNT/],
  ])(
    'answers %s with an update of the command',
    async (_what, command, message: RegExp | string = 'Query is empty!') => {
      const client = await sockets.connect();
      client.send({ entityDataCmds: [command], unknownCmds: [{}] });
      const answer = await client.next();
      expect(answer).toMatchObject({
        cmdId: command.cmdId,
        errorCode: 2,
        data: null,
        update: null,
        cmdUpdateType: 'ENTITY_DATA',
      });
      expect(answer.errorMsg).toMatch(message);
      await sockets.expectSilence(client);
    },
  );

  it('treats an absent cmdId as 0', async () => {
    const client = await sockets.connect();
    client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: sockets.device.id }] });
    expect(await client.next()).toMatchObject({ subscriptionId: 0, errorCode: 0 });
  });

  it('refuses entity queries of system administrators', async () => {
    const client = await sockets.connect('system');
    client.send({ entityDataCmds: [{ cmdId: 1, query: query() }] });
    expect(await client.next()).toMatchObject({ cmdId: 1, errorCode: 3, cmdUpdateType: 'ENTITY_DATA' });
  });
});
