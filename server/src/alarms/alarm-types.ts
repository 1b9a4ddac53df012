import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OpenDatabase } from '../storage/database.ts';
import { containsPattern } from '../storage/paging.ts';
import type { AlarmRange } from './alarm-filter.ts';
import { IS_OF_RANGE, OF_TYPE, pairsOf } from './alarm-tallies.ts';

/** Types that an owner has at most when its lists are found by them. */
const MAX_TYPES = 2000;
/** Rows of a type at most: one a severity and status. */
const MAX_ROWS = MAX_TYPES * 20;

/** The alarms of a type that are on a page in the order of types. */
export interface TypeOnPage {
  type: string;
  /** Whether the type has the text that is searched. */
  isFound: boolean;
  total: number;
  /** Alarms of the types before it. */
  before: number;
}

/** How many alarms of each type a tenant or a customer has. */
export function createAlarmTypes({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  return {
    /**
     * The types of the alarms of an owner, in their order.
     * @param pattern of LIKE that they are like, in lower case; absent: all
     * @returns undefined when there are more than 2000, or about as many
     */
    async typesOf(ownerId: string, pattern?: string): Promise<string[] | undefined> {
      const { rows } = await pool.query<{ type: string; rows: number; is_found: boolean }>({
        name: 'types of alarms',
        text: `SELECT type, count(*)::integer AS rows, coalesce(lower(type) LIKE $2, true) AS is_found FROM (
            (SELECT type, total FROM alarm_type WHERE owner_id = $1 ORDER BY type LIMIT ${MAX_ROWS})
            UNION ALL
            (SELECT type, delta FROM alarm_tally_change WHERE scope_id = $1 AND kind = ${OF_TYPE} LIMIT ${MAX_ROWS})
          ) AS counted GROUP BY 1 HAVING sum(total) > 0 ORDER BY 1`,
        values: [ownerId, pattern],
      });
      const known = rows.reduce((sum, row) => sum + row.rows, 0);
      if (rows.length > MAX_TYPES || known >= MAX_ROWS) return undefined;
      return rows.filter((row) => row.is_found).map(({ type }) => type);
    },

    /** The types of the alarms of an entity, its own and those propagated to it, that are like a pattern. */
    async typesOfEntity(id: string, pattern: string): Promise<string[]> {
      const { rows } = await sql<{ type: string }>`SELECT type FROM (
          SELECT DISTINCT type FROM alarm WHERE originator_id = ${id}
          UNION SELECT DISTINCT type FROM alarm_place WHERE entity_id = ${id}
        ) AS known WHERE lower(type) LIKE ${pattern}`.execute(db);
      return rows.map(({ type }) => type);
    },

    /** Alarms of some types of an owner in each range, by `<severity> <status>`. */
    async totals(
      ownerId: string,
      types: readonly string[],
      ranges: readonly AlarmRange[],
    ): Promise<Map<string, number>> {
      const result = await pool.query<{ severity: number; status: number; total: number }>({
        name: 'count alarms of types',
        text: `SELECT severity, status, sum(total)::bigint AS total FROM (
            SELECT severity, status, total FROM alarm_type WHERE owner_id = $1 AND type = ANY($4::text[])
            UNION ALL
            SELECT severity, status, delta FROM alarm_tally_change
            WHERE scope_id = $1 AND kind = ${OF_TYPE} AND type = ANY($4::text[])
          ) AS counted WHERE ${IS_OF_RANGE} GROUP BY 1, 2`,
        values: [ownerId, ...pairsOf(ranges), types],
      });
      return new Map(result.rows.map(({ severity, status, total }) => [`${severity} ${status}`, Number(total)]));
    },

    /**
     * The types of a page of an owner's alarms in the order of types.
     * @param where on type, severity and status
     */
    async onPage(
      ownerId: string,
      where: RawBuilder<SqlBool>,
      page: { textSearch: string | undefined; isReversed: boolean; skip: number; take: number },
    ): Promise<{ types: TypeOnPage[]; total: number }> {
      const { textSearch, isReversed, skip, take } = page;
      const order = isReversed ? sql`type DESC` : sql`type`;
      const isFound = textSearch === undefined ? sql`false` : sql`lower(type) LIKE ${containsPattern(textSearch)}`;
      const { rows } = await sql<TypeOnPage & { overall: number }>`
        WITH counted AS MATERIALIZED (
          SELECT type, sum(total) AS total FROM (
            SELECT type, severity, status, total FROM alarm_type WHERE owner_id = ${ownerId}
            UNION ALL
            SELECT type, severity, status, delta FROM alarm_tally_change
            WHERE scope_id = ${ownerId} AND kind = ${sql.lit(OF_TYPE)}
          ) AS known WHERE ${where} GROUP BY 1 HAVING sum(total) > 0
        ), placed AS (
          SELECT type, total, sum(total) OVER (ORDER BY ${order}) AS upto, sum(total) OVER () AS overall FROM counted
        )
        SELECT type, ${isFound} AS "isFound", total::bigint, (upto - total)::bigint AS before, overall::bigint FROM placed
        WHERE (upto > ${skip} AND upto - total < ${skip + take}) OR upto = overall ORDER BY upto`.execute(db);
      const total = rows.at(-1)?.overall ?? 0;
      const isOnPage = (row: TypeOnPage): boolean => row.before + row.total > skip && row.before < skip + take;
      return { types: rows.filter(isOnPage), total };
    },
  };
}

export type AlarmTypes = ReturnType<typeof createAlarmTypes>;
