import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './database.ts';
import type { DeletedTenants } from './deleted-tenants.ts';
import { createFairCache } from './fair-cache.ts';

/** Lists whose lines of the past are remembered. */
const MAX_LISTS = 1000;
/** Fewer lines than this are counted each time, unless that takes long. */
const MIN_REMEMBERED = 5_000;
/** ms that counting takes at least when it is worth remembering */
export const SLOW = 30;
/** ms after which no line comes any more that is older. */
const SETTLED = 60_000;
/** By which part of its lines a list may have grown before the places of its past are found again. */
const GROWTH = 0.1;

/** Lines of a list up to a moment (epoch ms): they are never changed, and go when they are too old only. */
export interface Past {
  upTo: number;
  lines: number;
}

/** A part of the past of a list that stays the same for long, and its lines with it while `state` does. */
export interface PlacedPast extends Past {
  state: string;
}

/** How many lines a list has. */
export interface TimelineTotal {
  total: number;
  /** Absent: the list is not remembered. */
  placed?: PlacedPast;
}

/** The lines that have a value in a column. */
export const hasValue = (column: RawBuilder<unknown>, value: string | null): RawBuilder<SqlBool> =>
  value === null ? sql<SqlBool>`${column} IS NULL` : sql<SqlBool>`${column} = ${value}`;

/** A list by its text and values. */
export function nameOfList(db: Database, where: RawBuilder<SqlBool>): string {
  const { sql: text, parameters } = where.compile(db);
  return JSON.stringify([text, parameters]);
}

/** Where lines are. */
export interface TimelineParts {
  db: Database;
  table: string;
  deletedTenants: DeletedTenants;
}

/**
 * How many lines lists of a table have whose lines come at the end only, as those of the audit log do: those of the past are
 * counted once.
 */
export function createTimelineTotals(
  { db, table, deletedTenants }: TimelineParts,
  now: () => number = Date.now,
  minRemembered = MIN_REMEMBERED,
) {
  const from = sql.table(table);
  /** conditions and their values → the past of the list */
  const known = createFairCache<Past & { placed: PlacedPast }>(MAX_LISTS, deletedTenants);
  /** the same, and a column → lines of each of its values in the past */
  const knownGroups = createFairCache<{ upTo: number; groups: ReadonlyMap<string | null, number> }>(
    MAX_LISTS / 10,
    deletedTenants,
  );

  /** How often lines of the past have gone. */
  let era = 0;

  async function count(where: RawBuilder<SqlBool>): Promise<number> {
    const { rows } = await sql<{
      lines: number;
    }>`SELECT count(*)::integer AS lines FROM ${from} WHERE ${where}`.execute(db);
    return rows[0]?.lines ?? 0;
  }

  async function countGroups(
    where: RawBuilder<SqlBool>,
    column: RawBuilder<unknown>,
  ): Promise<Map<string | null, number>> {
    const { rows } = await sql<{ value: string | null; lines: number }>`
      SELECT ${column} AS value, count(*)::integer AS lines FROM ${from} WHERE ${where} GROUP BY 1`.execute(db);
    return new Map(rows.map(({ value, lines }) => [value, lines]));
  }

  /** The lines of each value are lists of their own: those with many need not be counted again. */
  function noteGroups(
    tenantId: string,
    where: RawBuilder<SqlBool>,
    column: RawBuilder<unknown>,
    { upTo, groups }: { upTo: number; groups: ReadonlyMap<string | null, number> },
  ): void {
    for (const [value, lines] of groups) {
      if (lines < minRemembered) continue;
      const name = nameOfList(db, sql`${where} AND ${hasValue(column, value)}`);
      if (known.get(tenantId, name)) continue;
      known.set(tenantId, name, { upTo, lines, placed: { upTo, lines, state: `${era} ${upTo}` } });
    }
  }

  const settledSince = (since: number): number => Math.max(since, now() - SETTLED);

  return {
    count,
    countGroups,
    /** The last moment of the past; no line comes any more that is as old. */
    settledSince,

    /** @param where conditions without a bound on the time */
    async of(tenantId: string, where: RawBuilder<SqlBool>): Promise<TimelineTotal> {
      const name = nameOfList(db, where);
      const past = known.get(tenantId, name);
      const since = past?.upTo ?? 0;
      const upTo = settledSince(since);
      const started = performance.now();
      const startedIn = era;
      const [settled, recent] = await Promise.all([
        count(sql`${where} AND created_time > ${since} AND created_time <= ${upTo}`),
        count(sql`${where} AND created_time > ${upTo}`),
      ]);
      const lines = (past?.lines ?? 0) + settled;
      const isRemembered = past !== undefined || lines >= minRemembered || performance.now() - started >= SLOW;
      if (!isRemembered || era !== startedIn) return { total: lines + recent };
      const hasGrown = !past || lines - past.placed.lines > Math.max(minRemembered, past.placed.lines * GROWTH);
      const placed = hasGrown ? { upTo, lines, state: `${era} ${upTo}` } : past.placed;
      known.set(tenantId, name, { upTo, lines, placed });
      return { total: lines + recent, placed };
    },

    /** How many lines of a list have each value of a column. */
    async groups(
      tenantId: string,
      where: RawBuilder<SqlBool>,
      column: RawBuilder<unknown>,
    ): Promise<Map<string | null, number>> {
      const name = nameOfList(db, sql`${where} AND ${column} IS NULL`);
      const past = knownGroups.get(tenantId, name) ?? { upTo: 0, groups: new Map<string | null, number>() };
      const upTo = settledSince(past.upTo);
      const startedIn = era;
      const [settled, recent] = await Promise.all([
        countGroups(sql`${where} AND created_time > ${past.upTo} AND created_time <= ${upTo}`, column),
        countGroups(sql`${where} AND created_time > ${upTo}`, column),
      ]);
      const groups = sumOf(past.groups, settled);
      if (era === startedIn) {
        knownGroups.set(tenantId, name, { upTo, groups });
        noteGroups(tenantId, where, column, { upTo, groups });
      }
      return sumOf(groups, recent);
    },

    /** Lines of the past have gone. */
    forget(): void {
      era++;
      known.clear();
      knownGroups.clear();
    },
  };
}

function sumOf(
  one: ReadonlyMap<string | null, number>,
  other: ReadonlyMap<string | null, number>,
): Map<string | null, number> {
  const sum = new Map(one);
  for (const [value, lines] of other) sum.set(value, (sum.get(value) ?? 0) + lines);
  return sum;
}

export type TimelineTotals = ReturnType<typeof createTimelineTotals>;
