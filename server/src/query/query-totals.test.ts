import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { newEntityId } from '../storage/ids.ts';
import { createQueryOrders, createQueryTotals } from './query-totals.ts';

const tenantId = newEntityId().id;

/** @param few of the first count */
function openTotals(lately: number, few = 0) {
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const totals = createQueryTotals(liveBus, lately);
  let counts = few;
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    totals,
    pass: (ms: number) => {
      now += ms;
    },
    changeEntity: () =>
      liveBus.publish({
        kind: 'entity',
        action: 'updated',
        tenantId,
        entityId: { entityType: 'DEVICE', id: newEntityId().id },
      }),
    /** Asks for a total that takes so many ms to count; each count finds one more. */
    ask: (versions: string, took: number) =>
      totals.remember({ tenantId, name: 'query', versions, least: 30 }, async () => {
        now += took;
        return ++counts;
      }),
  };
}

it('remembers a total that took long to count until values or entities change', async () => {
  const { ask, changeEntity } = openTotals(0);
  expect([await ask('1', 50), await ask('1', 50)]).toEqual([1, 1]);
  expect(await ask('2', 50)).toBe(2);
  changeEntity();
  expect(await ask('2', 50)).toBe(3);
});

it('counts again what takes no time', async () => {
  const { ask } = openTotals(10_000);
  expect([await ask('1', 20), await ask('1', 20)]).toEqual([1, 2]);
});

it('takes a total for right for ten times as long as it took, while values change all the time', async () => {
  const { ask, pass, changeEntity } = openTotals(10_000);
  expect(await ask('1', 400)).toBe(1);
  pass(3_900);
  expect(await ask('2', 400)).toBe(1);
  pass(200);
  expect(await ask('3', 5_000)).toBe(2);
  pass(9_900);
  expect(await ask('4', 5_000)).toBe(2);
  pass(200);
  expect(await ask('5', 5_000)).toBe(3);
  changeEntity();
  expect(await ask('5', 5_000)).toBe(4);
});

it('takes a large total for right for a while though entities change, which one more or less makes no difference to', async () => {
  const { ask, pass, changeEntity } = openTotals(10_000, 20_000);
  expect(await ask('1', 400)).toBe(20_001);
  changeEntity();
  pass(3_900);
  expect(await ask('2', 400)).toBe(20_001);
  pass(200);
  expect(await ask('2', 400)).toBe(20_002);
});

it('counts once for all who ask meanwhile, and remembers nothing that cannot be told', async () => {
  const { totals } = openTotals(0);
  const counted = { tenantId, name: 'query', versions: '1', least: 0 };
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const count = vi.fn(() => promise);
  const requested = [totals.remember(counted, count), totals.remember(counted, count)];
  resolve(undefined);
  expect(await Promise.all(requested)).toEqual([undefined, undefined]);
  expect(count).toHaveBeenCalledTimes(1);
  expect(await totals.remember(counted, async () => 7)).toBe(7);
  expect(await totals.remember(counted, async () => 8)).toBe(7);
});

it('finds nothing again because another tenant has asked for much', async () => {
  const orders = createQueryOrders(createEmbeddedLiveBus(pino({ level: 'silent' })), 0);
  const find = vi.fn(async () => 'ids');
  const requested = { tenantId, name: 'query', versions: '', least: 0 };
  await orders.remember(requested, find);
  const other = newEntityId().id;
  for (let at = 0; at < 100; at++) {
    await orders.remember({ ...requested, tenantId: other, name: `query ${at}` }, async () => 'other ids');
  }
  await orders.remember(requested, find);
  expect(find).toHaveBeenCalledTimes(1);
});
