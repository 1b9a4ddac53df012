import { expect, it, vi } from 'vitest';
import type { DeviceContext } from '../../../entities/device-directory.ts';
import type { DeviceSession } from '../../device-session.ts';
import { Gateway, type GatewayConnection, type GatewayParts } from './gateway.ts';

/** A gateway whose devices are there as soon as `found` says so. */
function connectGateway() {
  const sessions: { closed: boolean; posted: string[] }[] = [];
  const { promise: found, resolve } = Promise.withResolvers<DeviceContext>();
  const ensure = vi.fn(() => found);
  const context = { device: { id: 'gateway', tenantId: 'tenant', name: 'Gateway' }, profile: { transport: {} } };
  const session = { context, activity: () => undefined } as unknown as DeviceSession;
  function open() {
    const own = { closed: false, posted: [] as string[] };
    sessions.push(own);
    return {
      subscribeAttributes: () => undefined,
      subscribeCalls: () => undefined,
      async postTelemetry(telemetry: string) {
        if (!own.closed) own.posted.push(telemetry);
      },
      close: () => {
        own.closed = true;
      },
    };
  }
  const parts = {
    sessions: { open },
    gatewayDevices: { ensure },
    reportRefusal: () => undefined,
    exchanges: { isWatching: false },
  } as unknown as GatewayParts;
  const connection = { isClosed: false, fail: vi.fn(), outbox: () => undefined } as unknown as GatewayConnection;
  const gateway = new Gateway(session, connection, parts);
  return {
    gateway,
    sessions,
    ensure,
    find: () => resolve({} as DeviceContext),
    send(topic: string, payload: object) {
      const outcome = { done: vi.fn(), refused: vi.fn() };
      gateway.take(`v1/gateway/${topic}`, Buffer.from(JSON.stringify(payload)), outcome);
      return outcome;
    },
  };
}

it('a device that is disconnected while it is being looked up is disconnected, after what came before', async () => {
  const { sessions, find, send } = connectGateway();
  const stored = send('telemetry', { Meter: [{ a: 1 }] });
  const left = send('disconnect', { device: 'Meter' });
  expect(left.done).toHaveBeenCalledOnce();
  find();
  await expect.poll(() => stored.done.mock.calls.length).toBe(1);
  await expect.poll(() => sessions).toEqual([{ closed: true, posted: ['[{"a":1}]'] }]);
});

it('a device whose gateway has gone while it was being looked up has no session', async () => {
  const { gateway, sessions, find, send } = connectGateway();
  send('connect', { device: 'Meter' });
  gateway.close();
  find();
  await expect.poll(() => sessions).toEqual([{ closed: true, posted: [] }]);
});

it.each([
  ['is too long', 'x'.repeat(256), '255'],
  ['would be stored as another', 'half \ud800', 'cannot be stored'],
])('a name that %s is not looked up, nor remembered', (_, device, reason) => {
  const { ensure, send } = connectGateway();
  const { refused } = send('connect', { device });
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining(reason) }), false);
  expect(ensure).not.toHaveBeenCalled();
});
