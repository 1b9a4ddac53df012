import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { MINUTE } from './alarm-calendars.ts';
import { type AlarmFilter, type AlarmGroup, type AlarmRange, isWindowed } from './alarm-filter.ts';
import { type AlarmScope, partsOf } from './alarm-list-sql.ts';
import { type AlarmTallies, sumOf } from './alarm-tallies.ts';
import type { AlarmTypes } from './alarm-types.ts';

/** So few alarms are sorted instead of walking an index for each of many types, or an order that others share. */
export const FEW = 5_000;

/** How many alarms a list has. */
export function createAlarmTotals(db: Database, tallies: AlarmTallies, types: AlarmTypes) {
  /** Alarms of each range, without a window. */
  function ofScope(scope: AlarmScope, ranges: readonly AlarmRange[]): Promise<Map<string, number>> {
    return scope.of === 'entity' ? tallies.ofEntities([scope.id], ranges, 'all') : tallies.ofOwner(scope.id, ranges);
  }

  /** Alarms of some types of an entity are counted in its indexes, range by range. */
  async function ofTypesOfEntity(id: string, wanted: readonly string[]): Promise<Map<string, number>> {
    const ofTypes = sql`type = ANY(${wanted}::text[])`;
    const { rows } = await sql<{ severity: number; status: number; total: number }>`
      SELECT severity, status, sum(total)::bigint AS total FROM (
        SELECT severity, status, count(*) AS total FROM alarm WHERE originator_id = ${id} AND ${ofTypes} GROUP BY 1, 2
        UNION ALL
        SELECT severity, status, count(*) FROM alarm_place WHERE entity_id = ${id} AND ${ofTypes} GROUP BY 1, 2
      ) AS counted GROUP BY 1, 2`.execute(db);
    return new Map(rows.map(({ severity, status, total }) => [`${severity} ${status}`, total]));
  }

  function ofGroup(scope: AlarmScope, { types: wanted, ranges }: AlarmGroup): Promise<Map<string, number>> {
    if (!wanted) return ofScope(scope, ranges);
    return scope.of === 'entity' ? ofTypesOfEntity(scope.id, wanted) : types.totals(scope.id, wanted, ranges);
  }

  return {
    ofScope,
    ofGroup,

    /** All alarms of some groups, without a window. */
    async ofGroups(scope: AlarmScope, groups: readonly AlarmGroup[]): Promise<number> {
      const totals = await Promise.all(groups.map(async (group) => sumOf(group.ranges, await ofGroup(scope, group))));
      return totals.reduce((sum, total) => sum + total, 0);
    },

    /** @param all how many there are without a window */
    async inWindow(
      scope: AlarmScope,
      filter: AlarmFilter,
      groups: readonly AlarmGroup[],
      all: number,
    ): Promise<number> {
      if (all === 0 || !isWindowed(filter)) return all;
      const count = async (bounds: AlarmFilter): Promise<number> => {
        const parts = partsOf(scope, bounds, groups, { isFew: all <= FEW });
        const { rows } = await sql<{ total: number }>`SELECT count(*)::integer AS total
          FROM (${sql.join(parts, sql` UNION ALL `)}) AS found`.execute(db);
        return rows[0]?.total ?? 0;
      };
      const [group, ...others] = groups;
      if (scope.of === 'entity' || !group || others.length > 0 || group.types) return count(filter);
      const { startTime = 0, endTime = Date.now() + MINUTE } = filter;
      const [first, last] = [Math.ceil(startTime / MINUTE), Math.floor((endTime + 1) / MINUTE) - 1];
      if (last < first) return count(filter);
      const edges = [
        { startTime, endTime: first * MINUTE - 1 },
        { startTime: (last + 1) * MINUTE, endTime },
      ].filter((edge) => edge.startTime <= edge.endTime);
      const parts = await Promise.all([tallies.countMinutes(scope.id, group.ranges, first, last), ...edges.map(count)]);
      return parts.reduce((sum, part) => sum + part, 0);
    },
  };
}

export type AlarmTotals = ReturnType<typeof createAlarmTotals>;
