import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { newEntityId } from '../storage/ids.ts';
import { createAlarmVersions, createRememberedAlarms, nameOfCount } from './alarm-versions.ts';

const tenantId = newEntityId().id;

function open(entities: number) {
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const versions = createAlarmVersions(liveBus);
  const remember = createRememberedAlarms(versions);
  const entityIds = Array.from({ length: entities }, () => newEntityId().id);
  let [now, requested] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    versions,
    pass: (ms: number) => {
      now += ms;
    },
    change: (ofTenant = tenantId) => {
      const entityId = { entityType: 'DEVICE' as const, id: newEntityId().id };
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId: ofTenant, entityId });
    },
    /** Asks for what takes so many ms; each time something else is found. */
    ask: (name: string, took: number, of = entityIds) =>
      remember({ entityIds: of, tenantId }, name, async () => {
        now += took;
        return ++requested;
      }),
  };
}

it('remembers what was found until something of the tenant changes, for the same list', async () => {
  const { ask, change, versions } = open(10);
  expect([await ask('a', 500), await ask('b', 500), await ask('a', 500)]).toEqual([1, 2, 1]);
  expect(await ask('a', 500, ['other'])).toBe(3);
  change(newEntityId().id);
  expect(await ask('a', 500)).toBe(1);
  change();
  expect(await ask('a', 500)).toBe(4);
  versions.noteAny();
  expect(await ask('a', 500)).toBe(5);
});

it('takes what took long for many entities for right for ten times as long', async () => {
  const { ask, change, pass } = open(1_000);
  expect([await ask('slow', 100), await ask('fast', 20)]).toEqual([1, 2]);
  change();
  expect([await ask('slow', 100), await ask('fast', 20)]).toEqual([1, 3]);
  pass(1_000);
  expect(await ask('slow', 100)).toBe(4);
});

it('remembers no failure', async () => {
  const versions = { of: () => '' };
  const remember = createRememberedAlarms(versions);
  const question = { entityIds: [], tenantId };
  await expect(remember(question, 'a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await remember(question, 'a', async () => 1)).toBe(1);
});

it('counts the alarms of many entities since a moving time once in ten seconds, and those of any other window exactly', () => {
  const since = (entities: number, startTime: number, more: object = {}) =>
    nameOfCount(entities, { startTime, ...more }, 'text');
  expect(since(1_000, 30_001)).toBe(since(1_000, 39_999));
  expect(since(1_000, 30_001)).not.toBe(since(1_000, 40_000));
  expect(since(1_000, 30_001)).not.toBe(since(1_000, 30_001, { types: ['a'] }));
  expect(since(1_000, 3)).not.toBe(since(1_000, 3, { endTime: 50_000 }));
  expect(since(999, 30_001)).toBeUndefined();
  expect(since(10, 30_001, { endTime: 50_000 })).toBe(since(10, 30_001, { endTime: 50_000 }));
  expect(since(10, 30_001, { endTime: 50_000 })).not.toBe(since(10, 30_002, { endTime: 50_000 }));
  expect(nameOfCount(10, {}, 'text')).not.toBe(nameOfCount(10, {}, 'other'));
});
