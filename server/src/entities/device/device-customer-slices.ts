import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import type { DeviceFilter } from './device-filter.ts';

/** A part of a page: rows of one customer, in its own order. */
export interface CustomerSlice {
  customerId: string;
  /** Rows of the customer before the page. */
  skip: number;
  take: number;
}

/**
 * Which rows of which customers a page sorted by customer title is made of. How many devices each customer has is
 * counted already, so nothing has to be joined and sorted but customers. Devices without a customer come last.
 */
export async function slicesByCustomer(
  pool: pg.Pool,
  tenantId: string,
  link: PageLink,
  filter: DeviceFilter,
): Promise<CustomerSlice[]> {
  const direction = link.sortOrder === 'DESC' ? 'DESC' : 'ASC';
  const result = await pool.query<{ customer_id: string; total: number }>({
    name: `device customer-slices ${direction}`,
    text: `SELECT device_count.customer_id, sum(device_count.count)::integer AS total
      FROM device_count LEFT JOIN customer ON customer.id = device_count.customer_id
      WHERE device_count.tenant_id = $1
        AND ($2::uuid IS NULL OR device_count.customer_id = $2)
        AND ($3::uuid IS NULL OR device_count.device_profile_id = $3)
        AND ($4::text IS NULL OR device_count.device_profile_id =
          (SELECT id FROM device_profile AS profile WHERE profile.tenant_id = $1 AND profile.name = $4))
      GROUP BY device_count.customer_id, lower(customer.title)
      HAVING sum(device_count.count) > 0
      ORDER BY lower(customer.title) ${direction} NULLS LAST, device_count.customer_id`,
    values: [
      tenantId,
      filter.customerId ?? null,
      filter.type ? null : (filter.deviceProfileId ?? null),
      filter.type ?? null,
    ],
  });
  const slices: CustomerSlice[] = [];
  let skip = link.page * link.pageSize;
  let wanted = link.pageSize;
  for (const row of result.rows) {
    if (wanted === 0) break;
    const take = Math.min(wanted, Math.max(0, row.total - skip));
    if (take > 0) slices.push({ customerId: row.customer_id, skip, take });
    wanted -= take;
    skip = Math.max(0, skip - row.total);
  }
  return slices;
}
