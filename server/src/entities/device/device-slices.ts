import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import type { Kind } from './device-columns.ts';
import type { ListFilter } from './device-filter.ts';

/** What devices are counted by, and a list can be sorted by. */
export type DeviceGroup = 'customer' | 'profile';

/** A part of a page: rows of one group, in its own order. */
export interface DeviceSlice {
  groupId: string;
  /** Rows of the group before the page. */
  skip: number;
  take: number;
  /** Rows of the group. */
  total: number;
}

/** A group of a list. */
export interface CountedGroup {
  id: string;
  /** Its rows in the list. */
  total: number;
}

const GROUPS: Record<DeviceGroup, { column: string; sorted: string; join: (id: string) => string }> = {
  customer: {
    column: 'customer_id',
    sorted: 'lower(customer.title)',
    join: (id) => `LEFT JOIN customer ON customer.id = ${id}`,
  },
  profile: {
    column: 'device_profile_id',
    sorted: 'lower(sorted_profile.name)',
    join: (id) => `JOIN device_profile AS sorted_profile ON sorted_profile.id = ${id}`,
  },
};

/** Devices of one customer and one profile. */
export interface KindCount extends Kind {
  total: number;
}

export const KIND = 'device.customer_id AS customer, device.device_profile_id AS profile';

/** The devices of each kind that satisfy conditions on a table of devices, and the snapshot of the database that they are of. */
export const countKinds = (table: string, where: string): string =>
  `SELECT pg_current_snapshot()::text AS moment, (
    SELECT coalesce(json_agg(counted), '[]') FROM (
      SELECT ${KIND}, count(*)::integer AS total FROM ${table} WHERE ${where} GROUP BY 1, 2
    ) AS counted
  ) AS kinds`;

/** How many devices there are of each group. */
export function groupsOfKinds(kinds: readonly KindCount[], group: DeviceGroup): Map<string, number> {
  const groups = new Map<string, number>();
  for (const { [group]: id, total } of kinds) groups.set(id, (groups.get(id) ?? 0) + total);
  return groups;
}

/** Counted groups in their order. The parameters are their ids, and how many rows each has. */
export function inOrderOfGroups(group: DeviceGroup, direction: 'ASC' | 'DESC'): string {
  const { sorted, join } = GROUPS[group];
  return `SELECT counted.id, counted.total FROM unnest($1::uuid[], $2::integer[]) AS counted (id, total)
    ${join('counted.id')} ORDER BY ${sorted} ${direction} NULLS LAST, counted.id`;
}

const COUNTED = 'tenant_id, customer_id, device_profile_id';

/** Where it is counted how many devices there are, or are of a state. */
export function countOf({ active }: ListFilter): string {
  if (active === undefined) return 'device_count';
  if (active) return 'active_device_count AS device_count';
  return `(SELECT ${COUNTED}, count FROM device_count
    UNION ALL SELECT ${COUNTED}, -count FROM active_device_count) AS device_count`;
}

/**
 * Which rows of which groups a page sorted by customer title or profile name is made of. How many devices each group has
 * is counted already, so nothing has to be joined and sorted but groups. Devices without a customer come last.
 */
export async function slicesOf(
  pool: pg.Pool,
  tenantId: string,
  link: PageLink,
  filter: ListFilter,
  group: DeviceGroup,
): Promise<DeviceSlice[]> {
  const direction = link.sortOrder === 'DESC' ? 'DESC' : 'ASC';
  const { column, sorted, join } = GROUPS[group];
  const id = `device_count.${column}`;
  const result = await pool.query<CountedGroup>({
    name: `device slices ${group} ${direction} ${filter.active}`,
    text: `SELECT ${id} AS id, sum(device_count.count)::integer AS total
      FROM ${countOf(filter)} ${join(id)}
      WHERE device_count.tenant_id = $1
        AND ($2::uuid IS NULL OR device_count.customer_id = $2)
        AND ($3::uuid IS NULL OR device_count.device_profile_id = $3)
      GROUP BY ${id}, ${sorted}
      HAVING sum(device_count.count) > 0
      ORDER BY ${sorted} ${direction} NULLS LAST, ${id}`,
    values: [tenantId, filter.customerId ?? null, filter.deviceProfileId ?? null],
  });
  return slicesOfGroups(result.rows, link);
}

/** The rows of a page among groups. */
export function slicesOfGroups(groups: readonly CountedGroup[], link: PageLink): DeviceSlice[] {
  const slices: DeviceSlice[] = [];
  let skip = link.page * link.pageSize;
  let wanted = link.pageSize;
  for (const { id, total } of groups) {
    if (wanted === 0) break;
    const take = Math.min(wanted, Math.max(0, total - skip));
    if (take > 0) slices.push({ groupId: id, skip, take, total });
    wanted -= take;
    skip = Math.max(0, skip - total);
  }
  return slices;
}
