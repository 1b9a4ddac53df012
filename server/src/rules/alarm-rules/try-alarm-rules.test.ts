import { EventEmitter } from 'node:events';
import { entityId } from '@signalbox/contract/id';
import { expect, test } from 'vitest';
import { readsOf } from '../../../test/node-world.ts';
import type { RouteRequest } from '../../http/routes.ts';
import { SYSTEM_USER } from '../../http/security-user.ts';
import { createTryAlarmRules } from './try-alarm-rules.ts';

const DEVICE = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';
const rule = {
  createRules: {
    MAJOR: {
      condition: {
        condition: [
          {
            key: { type: 'TIME_SERIES', key: 't' },
            valueType: 'NUMERIC',
            predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 1 } },
          },
        ],
        spec: { type: 'SIMPLE' },
      },
    },
  },
};

/** Tries that find the device when they are told to. */
function createTries() {
  const running: { tenantId: string; go: () => void }[] = [];
  const { routes } = createTryAlarmRules({
    table: {
      facts: () =>
        new Promise((resolve) => {
          running.push({ tenantId: asking, go: () => resolve(undefined) });
        }),
    },
    reads: readsOf({}),
    begin: () => () => undefined,
    directory: {
      find: async (entityId) => ({ id: entityId.id, entityId, name: 'Any', tenantId: asking, customerId: asking }),
    },
  });
  let asking = '';
  async function ask(tenantId: string): Promise<{ left: () => void; status: Promise<number> }> {
    asking = tenantId;
    const raw = Object.assign(new EventEmitter(), { writableEnded: false });
    const request = {
      user: { ...SYSTEM_USER, authority: 'TENANT_ADMIN', tenantId },
      body: { deviceId: entityId('DEVICE', DEVICE), rule, startTs: 0, endTs: 1 },
      reply: { raw },
    } as unknown as RouteRequest<never>;
    const reply = routes[0]?.handle(request) ?? Promise.reject(new Error('No route'));
    const status = reply.then(
      () => 200,
      (error: { status: number }) => error.status,
    );
    // Whom the device belongs to is asked first.
    for (let i = 0; i < 5; i++) await Promise.resolve();
    return { left: () => raw.emit('close'), status };
  }
  return { running, ask };
}

test('tries of one tenant leave turns to others, and only so many of all run or wait', async () => {
  const { running, ask } = createTries();
  const loud = [];
  for (let i = 0; i < 23; i++) loud.push(await ask('loud'));
  expect(running.map(({ tenantId }) => tenantId)).toEqual(['loud', 'loud']);
  expect(await loud[22]?.status).toBe(429);
  const quiet = [await ask('quiet'), await ask('quiet'), await ask('quiet')];
  expect(running.map(({ tenantId }) => tenantId)).toEqual(['loud', 'loud', 'quiet', 'quiet']);
  // Who has left makes room, and nothing is tried for it.
  for (const { left } of loud.slice(2, 22)) left();
  for (const { status } of loud.slice(2, 22)) expect(await status).toBe(499);
  running[0]?.go();
  expect(await loud[0]?.status).toBe(404);
  running[2]?.go();
  expect(await quiet[0]?.status).toBe(404);
  await expect.poll(() => running.length).toBe(5);
  for (const { go } of running) go();
  expect(await quiet[2]?.status).toBe(404);
  expect(await loud[1]?.status).toBe(404);
});
