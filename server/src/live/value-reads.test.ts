import { entityId } from '@signalbox/contract/id';
import { expect, it } from 'vitest';
import type { SeriesHistory } from '../telemetry/series-store.ts';
import { readHistory } from './value-reads.ts';

const window = { startTs: 0, endTs: 10, limit: 100, agg: 'NONE' as const };
const keysOf = (count: number): string[] => Array.from({ length: count }, (_, key) => `key${key}`);

/** Creates a store in which every series has `points` points. */
function storeWith(points: number) {
  let reads = 0;
  const store = {
    async read() {
      reads++;
      return Array.from({ length: points }, (_, ts) => ({ ts, value: { type: 'LONG', value: ts } }));
    },
  } as unknown as SeriesHistory;
  return { store, reads: () => reads };
}

it('refuses too many reads of one command before the first of them', async () => {
  const { store, reads } = storeWith(1);
  const entities = keysOf(1001).map((id) => entityId('DEVICE', id));
  await expect(readHistory(store, entities, { ...window, keys: keysOf(100) }, () => false)).rejects.toThrow(
    'history of 100 keys of 1001 entities',
  );
  expect(reads()).toBe(0);
});

it('refuses an answer with too many points', async () => {
  const { store } = storeWith(300_000);
  const request = { ...window, limit: 300_000, keys: keysOf(4) };
  await expect(readHistory(store, [entityId('DEVICE', 'a')], request, () => false)).rejects.toThrow(
    'more than 1000000 points',
  );
});

it('stops reading when no one is waiting for the answer', async () => {
  const { store, reads } = storeWith(1);
  const read = await readHistory(
    store,
    [entityId('DEVICE', 'a'), entityId('DEVICE', 'b')],
    { ...window, keys: keysOf(50) },
    () => reads() >= 10,
  );
  expect(reads()).toBeLessThan(20);
  expect(read.get('b')?.get('key49')).toEqual([]);
});
