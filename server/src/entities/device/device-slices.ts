import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import type { DeviceFilter } from './device-filter.ts';

/** What devices are counted by, and a list can be sorted by. */
export type DeviceGroup = 'customer' | 'profile';

/** A part of a page: rows of one group, in its own order. */
export interface DeviceSlice {
  groupId: string;
  /** Rows of the group before the page. */
  skip: number;
  take: number;
}

const GROUPS: Record<DeviceGroup, { id: string; sorted: string; join: string }> = {
  customer: {
    id: 'device_count.customer_id',
    sorted: 'lower(customer.title)',
    join: 'LEFT JOIN customer ON customer.id = device_count.customer_id',
  },
  profile: {
    id: 'device_count.device_profile_id',
    sorted: 'lower(sorted_profile.name)',
    join: 'JOIN device_profile AS sorted_profile ON sorted_profile.id = device_count.device_profile_id',
  },
};

/**
 * Which rows of which groups a page sorted by customer title or profile name is made of. How many devices each group has
 * is counted already, so nothing has to be joined and sorted but groups. Devices without a customer come last.
 */
export async function slicesOf(
  pool: pg.Pool,
  tenantId: string,
  link: PageLink,
  filter: DeviceFilter,
  group: DeviceGroup,
): Promise<DeviceSlice[]> {
  const direction = link.sortOrder === 'DESC' ? 'DESC' : 'ASC';
  const { id, sorted, join } = GROUPS[group];
  const result = await pool.query<{ id: string; total: number }>({
    name: `device slices ${group} ${direction}`,
    text: `SELECT ${id} AS id, sum(device_count.count)::integer AS total
      FROM device_count ${join}
      WHERE device_count.tenant_id = $1
        AND ($2::uuid IS NULL OR device_count.customer_id = $2)
        AND ($3::uuid IS NULL OR device_count.device_profile_id = $3)
        AND ($4::text IS NULL OR device_count.device_profile_id =
          (SELECT id FROM device_profile AS profile WHERE profile.tenant_id = $1 AND profile.name = $4))
      GROUP BY ${id}, ${sorted}
      HAVING sum(device_count.count) > 0
      ORDER BY ${sorted} ${direction} NULLS LAST, ${id}`,
    values: [
      tenantId,
      filter.customerId ?? null,
      filter.type ? null : (filter.deviceProfileId ?? null),
      filter.type ?? null,
    ],
  });
  const slices: DeviceSlice[] = [];
  let skip = link.page * link.pageSize;
  let wanted = link.pageSize;
  for (const row of result.rows) {
    if (wanted === 0) break;
    const take = Math.min(wanted, Math.max(0, row.total - skip));
    if (take > 0) slices.push({ groupId: row.id, skip, take });
    wanted -= take;
    skip = Math.max(0, skip - row.total);
  }
  return slices;
}
