import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { newEntityId } from '../storage/ids.ts';
import { createAlarmTallies } from './alarm-tallies.ts';

const ROWS = 50_000;

interface Plan {
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

/** What is expected of each table that is read. */
const readsOf = (plan: Plan): [string, number][] => [
  ...(plan['Relation Name'] ? [[plan['Relation Name'], plan['Plan Rows']] as [string, number]] : []),
  ...(plan.Plans ?? []).flatMap(readsOf),
];

it('looks up where a far page is without expecting most rows of all, right after a mass of alarms was counted', async () => {
  const { pool, drop } = await createTestDatabase();
  const owner = newEntityId().id;
  // A tenant has most of the lowest buckets, and what is counted together of others is most of a higher level.
  await pool.query(
    `INSERT INTO alarm_tally (scope_id, level, bucket, severity, status, total)
     SELECT CASE WHEN number % 4 = 0 THEN gen_random_uuid() ELSE $1 END, CASE WHEN number % 4 = 0 THEN 2 ELSE 0 END, number, 1, 1, 1
     FROM generate_series(1, ${ROWS}) AS number UNION ALL SELECT $1, 2, number, 1, 1, ${ROWS} FROM generate_series(0, 9) AS number`,
    [owner],
  );
  await pool.query('ANALYZE alarm_tally');
  const query = vi.spyOn(pool, 'query');
  const groups = [{ types: undefined, ranges: [{ severity: 1, status: 1 }] }];
  const place = await createAlarmTallies(pool, pino({ level: 'silent' })).placeOf(owner, groups, ROWS * 3 + 5, 'ASC');
  expect(place).toBeUndefined();
  const requested = query.mock.calls.map(([config]) => config as unknown as { text: string; values: unknown[] });
  query.mockRestore();
  expect(requested.length).toBeGreaterThan(1);
  for (const { text, values } of requested) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const reads = readsOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan);
    expect(reads.map(([table]) => table)).toContain('alarm_tally');
    for (const [, expected] of reads) expect(expected).toBeLessThan(1_000);
  }
  await drop();
});

it.each([
  ['is cleared away at once where it was much', 40, true],
  ['is left to the database where it was little', 5, false],
])('what was added to the tallies %s', async (_what, changes, isCleared) => {
  const { pool, drop } = await createTestDatabase();
  await pool.query(
    `INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
     SELECT gen_random_uuid(), 1, number, 1, 1, 1 FROM generate_series(1, $1::integer) AS number`,
    [changes],
  );
  const query = vi.spyOn(pool, 'query');
  const tallies = createAlarmTallies(pool, pino({ level: 'silent' }), 20);
  tallies.open();
  await tallies.settled();
  expect((await pool.query('SELECT FROM alarm_tally_change')).rowCount).toBe(0);
  const requested = query.mock.calls.map(([config]) => String(config));
  expect(requested.some((text) => text.startsWith('VACUUM') && text.includes('alarm_tally_change'))).toBe(isCleared);
  await tallies.close();
  await drop();
});
