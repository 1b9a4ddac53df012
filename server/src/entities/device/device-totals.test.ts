import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createDeviceTotals, type RunStatement } from './device-totals.ts';

const [searching, other] = [newEntityId().id, newEntityId().id];

function openTotals() {
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  let counted = 0;
  const run = (async (text: string) => {
    const isSearch = text.includes('AS kinds');
    if (isSearch) counted++;
    return {
      rows: [isSearch ? { kinds: [{ customer: 'any', profile: 'any', total: 7 }], moment: '1:1:' } : { total: 7 }],
    };
  }) as unknown as RunStatement;
  const totals = createDeviceTotals(liveBus, run);
  return {
    count: (tenantId: string, textSearch: string) =>
      totals.searchTotal(tenantId, { pageSize: 10, page: 0, textSearch }, {}),
    /** Searches that the database has counted since the last time. */
    counts(): number {
      const since = counted;
      counted = 0;
      return since;
    },
  };
}

it('counts what a tenant searches once, however much others search', async () => {
  const { count, counts } = openTotals();
  const texts = Array.from({ length: 5 }, (_, at) => `text ${at}`);
  for (const text of texts) expect(await count(other, text)).toBe(7);
  expect(counts()).toBe(5);
  for (let at = 0; at < 2_000; at++) await count(searching, `text ${at}`);
  expect(counts()).toBe(2_000);
  for (const text of texts) await count(other, text);
  expect(counts()).toBe(0);
  // What is remembered is bounded all the same.
  await count(searching, 'text 0');
  expect(counts()).toBe(1);
});
