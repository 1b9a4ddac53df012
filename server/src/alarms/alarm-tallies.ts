import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { uuidArray } from '../storage/uuid-array.ts';
import {
  type AlarmPlace,
  BITS,
  BUCKET_LEVELS,
  BY_CREATION,
  BY_END,
  BY_START,
  type Calendar,
  merged,
  spansOf,
} from './alarm-calendars.ts';
import type { AlarmGroup, AlarmRange } from './alarm-filter.ts';

/** Level of all alarms of a tenant or a customer, of an originator, and of what alarms were propagated to. */
const ALL_OF_OWNER = 3;
const ALL_OF_ORIGINATOR = 4;
const ALL_OF_PLACE = 5;
type Level = typeof ALL_OF_OWNER | typeof ALL_OF_ORIGINATOR | typeof ALL_OF_PLACE;
/** Kind of the changes of a type, which has no buckets of the lowest level; how many there are is in alarm_type. */
export const OF_TYPE = 3;
/** Changes that are added to the tallies in one transaction. */
const MAX_CHANGES = 20_000;
/** So many changes leave so much behind when they are added that reading what is left of them takes long. */
const MANY_CHANGES = 100_000;
/** ms between changes and their addition to the tallies */
const FOLD_DELAY = 500;

/** Which levels a change of a calendar is added to, for CASE kind. */
const levelsOf = ({ kind, level }: Calendar): string =>
  `WHEN ${kind} THEN '{${Array.from({ length: BUCKET_LEVELS }, (_, at) => level + at).join()}}'`;

/** Codes of ranges, for `(severity, status) IN …`. */
export const pairsOf = (ranges: readonly AlarmRange[]): [number[], number[]] => [
  ranges.map(({ severity }) => severity),
  ranges.map(({ status }) => status),
];
export const IS_OF_RANGE = '(severity, status) IN (SELECT * FROM unnest($2::smallint[], $3::smallint[]))';

/** Alarms of a tenant or a customer that are counted together. */
interface TalliedAlarms {
  ownerId: string;
  /** undefined: of any type */
  types: readonly string[] | undefined;
  ranges: readonly AlarmRange[];
}

/** What alarms of a type of a tenant or customer are counted under (alarm_type_scope in the database). */
function scopeOfType(ownerId: string, type: string): string {
  const hash = createHash('md5').update(`${ownerId}${type}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Alarms of some ranges together. */
export function sumOf(ranges: readonly AlarmRange[], totals: ReadonlyMap<string, number>): number {
  return ranges.reduce((sum, { severity, status }) => sum + (totals.get(`${severity} ${status}`) ?? 0), 0);
}

/**
 * How many alarms there are, without counting them.
 * @param manyChanges from so many changes on, what they leave behind is cleared away at once
 */
export function createAlarmTallies(pool: pg.Pool, log: Logger, manyChanges = MANY_CHANGES) {
  let timer: NodeJS.Timeout | undefined;
  let folding: Promise<void> = Promise.resolve();
  let closed = false;

  /** Adds what has changed to the tallies. */
  async function fold(): Promise<void> {
    let added = 0;
    for (let changes = MAX_CHANGES; changes === MAX_CHANGES && !closed; ) {
      const result = await pool.query<{ changes: number }>({
        name: 'fold alarm tallies',
        text: `WITH taken AS (
            DELETE FROM alarm_tally_change WHERE id = ANY(ARRAY(
              SELECT id FROM alarm_tally_change ORDER BY id LIMIT ${MAX_CHANGES} FOR UPDATE SKIP LOCKED))
            RETURNING *
          ), added AS (
            INSERT INTO alarm_tally (scope_id, level, bucket, severity, status, total)
            SELECT CASE kind WHEN ${OF_TYPE} THEN alarm_type_scope(scope_id, type) ELSE scope_id END, level,
              CASE WHEN level < ${ALL_OF_OWNER} THEN minute >> (${BITS} * level)
                WHEN level >= ${BY_START.level} THEN minute >> (${BITS} * ((level - ${BY_START.level}) % ${BUCKET_LEVELS})) ELSE 0 END, severity, status, sum(delta)
            FROM taken JOIN LATERAL unnest(CASE kind WHEN 0 THEN '{0,1,2,${ALL_OF_OWNER}}'::smallint[]
              WHEN ${OF_TYPE} THEN '{1,2}' ${[BY_START, BY_END].map(levelsOf).join(' ')} ELSE ARRAY[${ALL_OF_OWNER} + kind] END) AS level ON true
            GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0
            ORDER BY 1, 2, 3, 4, 5
            ON CONFLICT (scope_id, level, bucket, severity, status)
            DO UPDATE SET total = alarm_tally.total + excluded.total
          ), typed AS (
            INSERT INTO alarm_type (owner_id, type, severity, status, total)
            SELECT scope_id, type, severity, status, sum(delta) FROM taken WHERE kind = ${OF_TYPE}
            GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4
            ON CONFLICT (owner_id, type, severity, status) DO UPDATE SET total = alarm_type.total + excluded.total
          )
          SELECT count(*)::integer AS changes FROM taken`,
      });
      changes = result.rows[0]?.changes ?? 0;
      added += changes;
    }
    // Not left to chance: until then far pages and totals pass over all that was there.
    if (added >= manyChanges && !closed)
      await pool.query('VACUUM (ANALYZE) alarm_tally_change, alarm_tally, alarm_type');
  }

  function run(): void {
    timer = undefined;
    folding = folding.then(fold).catch((error: unknown) => {
      log.warn({ err: error }, 'changes of alarms were not added to their tallies');
      noteChange();
    });
  }

  async function deleteEmpty(): Promise<void> {
    if (closed) return;
    await pool.query('DELETE FROM alarm_tally WHERE total = 0');
    await pool.query('DELETE FROM alarm_type WHERE total = 0');
  }

  /** To be called when alarms have changed. */
  function noteChange(): void {
    if (timer || closed) return;
    timer = setTimeout(run, FOLD_DELAY);
    timer.unref();
  }

  /** How many there are in each range of some entities together, or of a tenant or customer. */
  async function countRanges(
    scopeIds: readonly string[],
    levels: readonly Level[],
    ranges: readonly AlarmRange[],
  ): Promise<Map<string, number>> {
    const result = await pool.query<{ severity: number; status: number; total: number }>({
      name: 'count alarm ranges',
      text: `SELECT severity, status, sum(total)::bigint AS total FROM (
          SELECT severity, status, total FROM alarm_tally WHERE scope_id = ANY($1::uuid[]) AND level = ANY($4::smallint[])
          UNION ALL
          SELECT severity, status, delta FROM alarm_tally_change
          WHERE scope_id = ANY($1::uuid[]) AND ${ALL_OF_OWNER} + kind = ANY($4::smallint[])
        ) AS counted WHERE ${IS_OF_RANGE} GROUP BY 1, 2`,
      values: [uuidArray(scopeIds), ...pairsOf(ranges), levels],
    });
    return new Map(result.rows.map(({ severity, status, total }) => [`${severity} ${status}`, Number(total)]));
  }

  /**
   * How many there are in each bucket of a level of a calendar, between two buckets (inclusive), in their order. The planner is
   * not told for whom: of a tenant, which has most of the rows, but few of the higher levels, it expects a hundred times as
   * many as there are, and starts processes of its own to read them.
   */
  async function countBuckets(
    { ownerId, types, ranges }: TalliedAlarms,
    calendar: Calendar,
    level: number,
    [first, last]: readonly [number, number],
    order: 'ASC' | 'DESC',
  ): Promise<{ bucket: number; total: number }[]> {
    const result = await pool.query<{ bucket: number; total: number }>({
      name: `count alarm buckets ${order}`,
      text: `SELECT bucket, sum(total)::bigint AS total FROM (
          SELECT bucket, severity, status, total FROM unnest($1::uuid[]) AS scope (id) CROSS JOIN LATERAL (
            SELECT * FROM alarm_tally
            WHERE scope_id = scope.id AND level = $9::integer + $4::integer AND bucket BETWEEN $5 AND $6
          ) AS tally
          UNION ALL
          SELECT minute >> (${BITS} * $4::integer) AS bucket, severity, status, delta FROM alarm_tally_change
          WHERE scope_id = $7 AND minute >> (${BITS} * $4::integer) BETWEEN $5 AND $6
            AND CASE WHEN $8::text[] IS NULL THEN kind = $10 ELSE kind = ${OF_TYPE} AND type = ANY($8) END
        ) AS counted WHERE ${IS_OF_RANGE} GROUP BY 1 ORDER BY 1 ${order}`,
      values: [
        types ? types.map((type) => scopeOfType(ownerId, type)) : [ownerId],
        ...pairsOf(ranges),
        level,
        first,
        last,
        ownerId,
        types,
        calendar.level,
        calendar.kind,
      ],
    });
    return result.rows.map(({ bucket, total }) => ({ bucket, total: Number(total) }));
  }

  /** Alarms of a tenant or a customer that were created in whole minutes, from the first to the last. */
  async function countMinutes(
    ownerId: string,
    ranges: readonly AlarmRange[],
    first: number,
    last: number,
  ): Promise<number> {
    const spans = spansOf(first, last);
    const result = await pool.query<{ total: number }>({
      name: 'count alarm minutes',
      text: `SELECT coalesce(sum(total), 0)::bigint AS total FROM (
          SELECT severity, status, total FROM unnest($4::smallint[], $5::bigint[], $6::bigint[]) AS span (level, first, last)
          JOIN alarm_tally ON scope_id = $1 AND alarm_tally.level = span.level
            AND alarm_tally.bucket BETWEEN span.first AND span.last
          UNION ALL
          SELECT severity, status, delta FROM alarm_tally_change
          WHERE scope_id = $1 AND kind = 0 AND minute BETWEEN $7 AND $8
        ) AS counted WHERE ${IS_OF_RANGE}`,
      values: [
        ownerId,
        ...pairsOf(ranges),
        spans.map(({ level }) => level),
        spans.map((span) => span.first),
        spans.map((span) => span.last),
        first,
        last,
      ],
    });
    return Number(result.rows[0]?.total ?? 0);
  }

  return {
    noteChange,
    countMinutes,

    /** Alarms of a tenant or a customer. */
    async ofOwner(ownerId: string, ranges: readonly AlarmRange[]): Promise<Map<string, number>> {
      return countRanges([ownerId], [ALL_OF_OWNER], ranges);
    },

    /** Alarms about any of some entities, propagated to them, or both: each for every such entity. */
    async ofEntities(
      entityIds: readonly string[],
      ranges: readonly AlarmRange[],
      which: 'own' | 'propagated' | 'all',
    ): Promise<Map<string, number>> {
      const own: readonly Level[] = which === 'propagated' ? [] : [ALL_OF_ORIGINATOR];
      return countRanges(entityIds, which === 'own' ? own : [...own, ALL_OF_PLACE], ranges);
    },

    /**
     * Where in time the alarm after `skip` others is, of those of a tenant (or a customer).
     * @param groups of some types only by their creation
     * @returns undefined when there are not so many
     */
    async placeOf(
      ownerId: string,
      groups: readonly AlarmGroup[],
      skip: number,
      order: 'ASC' | 'DESC',
      calendar: Calendar = BY_CREATION,
    ): Promise<AlarmPlace | undefined> {
      const tallied = groups.map((group) => ({ ...group, ownerId }));
      const lowest = groups.some(({ types }) => types) ? 1 : 0;
      const size = 2 ** BITS;
      let left = skip;
      let bounds: readonly [number, number] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
      let bucket = 0;
      for (let level = BUCKET_LEVELS - 1; level >= lowest; level--) {
        const [at, among] = [level, bounds];
        const counted = await Promise.all(tallied.map((one) => countBuckets(one, calendar, at, among, order)));
        let found: number | undefined;
        for (const [number, total] of merged(counted, order)) {
          if (left < total) {
            found = number;
            break;
          }
          left -= total;
        }
        if (found === undefined) return undefined;
        bucket = found;
        bounds = [found * size, found * size + size - 1];
      }
      const length = calendar.length * size ** lowest;
      return { bucket, from: order === 'DESC' ? (bucket + 1) * length - 1 : bucket * length, skip: left };
    },

    /** Removes tallies of what has no alarms any more, while nothing is added to any of them. */
    removeEmpty(): Promise<void> {
      const removing = folding.then(deleteEmpty);
      folding = removing.catch(() => undefined);
      return removing;
    },

    /** Adds what earlier runs left. */
    open: noteChange,

    /** Resolves when everything that was noted is added; for tests. */
    async settled(): Promise<void> {
      if (timer) {
        clearTimeout(timer);
        run();
      }
      await folding;
    },

    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await folding;
    },
  };
}

export type AlarmTallies = ReturnType<typeof createAlarmTallies>;
