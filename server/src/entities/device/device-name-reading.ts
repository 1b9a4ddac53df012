import type { LiveChange } from '../../bus/live-bus.ts';
import { NO_LABEL } from './device-name-places.ts';
import type { NamedDevice } from './device-name-rows.ts';

/** Devices that are read at once: a few milliseconds. */
export const STEP = 2_000;

/** Pages of a table that are read at once, about as long. */
export const PAGES = 100;

/** @param parts number of the parameter with where the parts of the order by name begin; that of labels follows */
const columns = (parts: number): string => `device.id, lower(device.name) AS name, lower(device.label) AS label,
  device.device_profile_id AS profile, device.customer_id AS customer, device.created_time AS created,
  width_bucket(lower(device.name), $${parts}::text[]) AS "namePart",
  coalesce(width_bucket(lower(device.label), $${parts + 1}::text[]), ${NO_LABEL}) AS "labelPart"`;
export const CHANGED = `SELECT ${columns(3)},
    coalesce(activity.active, false) AS active, coalesce(activity.last_activity_time, 0) AS last
  FROM device LEFT JOIN device_activity AS activity ON activity.device_id = device.id
  WHERE device.tenant_id = $1 AND device.id = ANY($2::uuid[])`;
/** Tenants with many devices, those with the most first. */
export const LARGE = `SELECT tenant_id AS id, sum(count)::integer AS devices FROM device_count
  GROUP BY tenant_id HAVING sum(count) BETWEEN $1 AND $2 ORDER BY 2 DESC`;
/** In the order of an index of the tenant, without what reports change. */
export const NEXT = `SELECT ${columns(4)}, false AS active, 0 AS last FROM device WHERE device.tenant_id = $1
  AND (device.created_time, device.id) > ($2::bigint, $3::uuid)
  ORDER BY device.created_time, device.id LIMIT ${STEP}`;
/** What reports have changed, as it lies: each would have to be looked up by itself, in another order. */
export const REPORTED = `SELECT device_id AS id, active, last_activity_time AS last FROM device_activity
  WHERE tenant_id = $1 AND (active OR last_activity_time > 0) AND ctid >= $2::tid AND ctid < $3::tid`;

/** What reports tell of a device. */
export type Report = Partial<Pick<NamedDevice, 'active' | 'last'>>;

/** What a change of attributes tells of a device; undefined: nothing. */
export function reportOf(change: LiveChange): Report | undefined {
  const report: Report = {};
  if (change.kind === 'attributes' && change.scope === 'SERVER_SCOPE') {
    for (const { key, value } of change.entries) {
      if (key === 'active') report.active = value.value === true;
      else if (key === 'lastActivityTime') report.last = value.type === 'LONG' ? Number(value.value) : 0;
    }
  } else if (change.kind === 'attributesDeleted' && change.scope === 'SERVER_SCOPE') {
    if (change.keys.includes('active')) report.active = false;
    if (change.keys.includes('lastActivityTime')) report.last = 0;
  }
  return Object.keys(report).length > 0 ? report : undefined;
}
