import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { AlarmFilter, AlarmGroup } from './alarm-filter.ts';
import { partsOf } from './alarm-list-sql.ts';

/** Alarms that are looked at to find a page, at most. */
export const MAX_WALKED = 10_000;
/** So many more are looked at than would do if those of the entities were spread evenly. */
const SPARE = 2;
const LEAST = 200;

/** An alarm, and that of some entities which it is found by. */
export interface WalkedAlarm {
  id: string;
  entityId: string;
  createdTime: number;
}

/** What is looked for among the alarms of a tenant. */
export interface WalkedQuery {
  tenantId: string;
  filter: AlarmFilter;
  groups: readonly AlarmGroup[];
  /** Alarms of a few types are fewer than those of all. */
  isFew: boolean;
  entityIds: ReadonlySet<string>;
  /** Alarms that were propagated to the entities. */
  placed: readonly WalkedAlarm[];
  direction: 'ASC' | 'DESC';
  offset: number;
  limit: number;
  /** Which part of the alarms of the tenant is of the entities, about. */
  share: number;
  /** All that there are are wanted, for their number, if they are not too many. */
  isCounted: boolean;
}

const compare = (a: WalkedAlarm, b: WalkedAlarm): number =>
  a.createdTime - b.createdTime || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

/**
 * Looks through the newest (or oldest) alarms of a tenant for those of some entities: for many entities that is
 * cheaper here, where the set of them is, than in the database, which would have to be told them all.
 */
export function createAlarmWalk(db: Database) {
  async function read(query: WalkedQuery, limit: number): Promise<{ rows: WalkedAlarm[]; isEnd: boolean }> {
    const { tenantId, filter, groups, isFew, direction } = query;
    const scope = { of: 'tenant', id: tenantId, tenantId } as const;
    const parts = partsOf(scope, filter, groups, { order: direction, isFew, isWithOriginator: true });
    const by: RawBuilder<unknown> = direction === 'ASC' ? sql`created_time, id` : sql`created_time DESC, id DESC`;
    const { rows } = await sql<{ id: string; created_time: number; originator_id: string }>`
      SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS merged ORDER BY ${by} LIMIT ${limit}`.execute(db);
    const found = rows.map((row) => ({ id: row.id, entityId: row.originator_id, createdTime: row.created_time }));
    return { rows: found, isEnd: rows.length < limit };
  }

  /**
   * @returns the page in its order, and how many there are if that shows; undefined when too many would have to be looked
   *   at
   */
  return async function walk(query: WalkedQuery): Promise<{ page: WalkedAlarm[]; total?: number } | undefined> {
    const { entityIds, placed, direction, offset, limit, share, isCounted } = query;
    const wanted = offset + limit;
    const expected = Math.ceil((wanted * SPARE) / Math.max(share, Number.MIN_VALUE)) + LEAST;
    if (expected > MAX_WALKED && !isCounted) return undefined;
    const sign = direction === 'ASC' ? 1 : -1;
    const tries = isCounted ? [MAX_WALKED] : [expected, MAX_WALKED];
    for (const size of tries) {
      const { rows, isEnd } = await read(query, size);
      const last = rows.at(-1);
      const own = rows.filter((row) => entityIds.has(row.entityId));
      // Further alarms of the entities may stand between those that were propagated to them later in the order.
      const near = isEnd || !last ? placed : placed.filter((row) => sign * compare(row, last) <= 0);
      const found =
        near.length === 0
          ? own
          : [...own, ...near].sort((a, b) => sign * compare(a, b) || (a.entityId < b.entityId ? -1 : 1));
      if (isEnd) return { page: found.slice(offset, wanted), total: found.length };
      if (found.length >= wanted) return { page: found.slice(offset, wanted) };
    }
    return undefined;
  };
}
