import type pg from 'pg';

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/** Blocks that a statement reads, from memory or from disk. */
export async function blocksOf(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<number> {
  const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
  const { rows } = await pool.query<{ 'QUERY PLAN': [Plan] }>(explained, [...values]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}
