import type { ListOrder } from './device-list-order.ts';

/** Scope number of server attributes in the table `attribute`. */
const SERVER_SCOPE = 3;

/** Columns of an info besides those of the device. */
const INFO_COLUMNS = `, customer.title AS customer_title, customer.is_public AS customer_is_public,
  device.type AS device_profile_name, active.bool_value AS active, activity.long_value AS last_activity_time`;

/** What an info shows of others, joined to the rows of the page only. */
const INFO_JOINS = `
  LEFT JOIN customer ON customer.id = device.customer_id
  LEFT JOIN attribute AS active ON active.entity_id = device.id AND active.scope = ${SERVER_SCOPE}
    AND active.key_id = (SELECT id FROM telemetry_key WHERE name = 'active')
  LEFT JOIN attribute AS activity ON activity.entity_id = device.id AND activity.scope = ${SERVER_SCOPE}
    AND activity.key_id = (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime')`;

/** The rows of a page whose ids a statement finds, in the order it finds them. */
export function rowsOfIds(ids: string, infos: boolean): string {
  return `SELECT device.*${infos ? INFO_COLUMNS : ''}
    FROM (SELECT found.id, row_number() OVER () AS place FROM (${ids}) AS found) AS page
    JOIN device ON device.id = page.id${infos ? INFO_JOINS : ''} ORDER BY page.place`;
}

/** The rows of a page near the start of its order: nothing is gained from finding their ids first. */
export function orderedRows(where: string, order: ListOrder, limits: string, infos: boolean): string {
  return `SELECT device.*${infos ? INFO_COLUMNS : ''}
    FROM (SELECT device.* FROM device WHERE ${where} ORDER BY ${order.by} ${limits}) AS device${infos ? INFO_JOINS : ''}
    ORDER BY ${order.by}`;
}

/** One info by `$1` tenant and `$2` id. */
export const INFO_BY_ID = `SELECT device.*${INFO_COLUMNS} FROM device${INFO_JOINS}
  WHERE device.tenant_id = $1 AND device.id = $2`;
