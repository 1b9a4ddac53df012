import type { PageLink } from '@signalbox/contract/page';
import { badRequest } from '../../http/errors.ts';
import { containsPattern } from '../../storage/paging.ts';
import type { DeviceFilter } from './device-filter.ts';
import type { DeviceGroup, DeviceSlice } from './device-slices.ts';

/** Scope number of server attributes in the table `attribute`. */
const SERVER_SCOPE = 3;

interface OrderOfList {
  column: string;
  nullable?: boolean;
  infoOnly?: boolean;
  group?: DeviceGroup;
  ofActivity?: boolean;
  isOfProfiles?: boolean;
}

/**
 * Orders a list can have, with creation time and id behind the property. `nullable` ones need NULLS LAST, for
 * which there is an index a direction. Devices are not sorted by what belongs to their `group`: the groups are. A
 * device's type is always the name of its profile, which therefore sorts like it. What changes with every report of a
 * device is `ofActivity`: in its activity table. Orders that each profile has an index of are `isOfProfiles`.
 */
const ORDERS: Record<string, OrderOfList> = {
  createdTime: { column: '', isOfProfiles: true },
  name: { column: 'lower(device.name)', isOfProfiles: true },
  type: { column: 'lower(device.type)', group: 'profile' },
  label: { column: 'lower(device.label)', nullable: true },
  deviceProfileName: { column: 'lower(device.type)', group: 'profile', infoOnly: true },
  customerTitle: {
    column: '(SELECT lower(customer.title) FROM customer WHERE customer.id = device.customer_id)',
    nullable: true,
    group: 'customer',
    infoOnly: true,
  },
  active: { column: 'activity.active', infoOnly: true, ofActivity: true },
  lastActivityTime: {
    column: 'activity.last_activity_time',
    infoOnly: true,
    ofActivity: true,
    isOfProfiles: true,
  },
};

/** Orders that the activity of devices knows for those of one state. */
const STATE_ORDERS: Record<string, OrderOfList> = {
  createdTime: { column: '', ofActivity: true },
  name: { column: 'lower(activity.name)', ofActivity: true },
};

/** The order of a list: `by` of the rows, and of what they are grouped by. */
export interface ListOrder {
  by: string;
  group: DeviceGroup | undefined;
  /** Sorted by columns of `device_activity`. */
  ofActivity: boolean;
  /** There is an index of it for the devices of each profile. */
  isOfProfiles: boolean;
  /** Order of the rows of a group: by creation time. */
  inGroup: string;
  direction: 'ASC' | 'DESC';
  /** What it sorts by before the creation time; undefined: by that alone. */
  column: string | undefined;
  /** The column has nulls, which come last. */
  nullable: boolean;
  /** Among equals, the newest come first. */
  newestFirst: boolean;
}

/** The row of a list from which a page is read. */
export interface Place {
  /** Of the order's column. */
  value: string | number | boolean | null;
  time: number | string;
  id: string;
}

/**
 * @param infos also offers what only infos show
 * @param fromEnd the exact opposite, to read the last pages from the other end of the index
 * @param byState of all devices that are active, or of those that are not: in their own index where there is one
 * @throws ApiError 400 / 31 for a property that is not offered
 */
export function listOrder(link: PageLink, infos: boolean, fromEnd = false, byState = false): ListOrder {
  const property = link.sortProperty ? sortPropertyOf(link.sortProperty, infos) : 'createdTime';
  const order = (byState && STATE_ORDERS[property]) || ORDERS[property];
  const ofActivity = order?.ofActivity ?? false;
  const isOfProfiles = order?.isOfProfiles ?? false;
  const [time, id] = ofActivity
    ? ['activity.created_time', 'activity.device_id']
    : ['device.created_time', 'device.id'];
  const [newest, oldest] = [`${time} DESC, ${id} DESC`, `${time} ASC, ${id} ASC`];
  const [forwards, backwards] = fromEnd ? [oldest, newest] : [newest, oldest];
  const isDescending = link.sortOrder === 'DESC';
  const direction = isDescending !== fromEnd ? 'DESC' : 'ASC';
  if (!order?.column) {
    const by = isDescending || !link.sortProperty ? forwards : backwards;
    const newestFirst = by === newest;
    return {
      by,
      group: undefined,
      ofActivity,
      isOfProfiles,
      inGroup: by,
      direction,
      column: undefined,
      nullable: false,
      newestFirst,
    };
  }
  const inGroup = isDescending ? backwards : forwards;
  const nulls = order.nullable ? ` NULLS ${fromEnd ? 'FIRST' : 'LAST'}` : '';
  return {
    by: `${order.column} ${direction}${nulls}, ${inGroup}`,
    group: order.group,
    ofActivity,
    isOfProfiles,
    inGroup,
    direction,
    column: order.column,
    nullable: order.nullable ?? false,
    newestFirst: inGroup === newest,
  };
}

function sortPropertyOf(property: string, infos: boolean): string {
  const order = Object.hasOwn(ORDERS, property) ? ORDERS[property] : undefined;
  if (order && (infos || !order.infoOnly)) return property;
  const offered = Object.keys(ORDERS).filter((name) => infos || !ORDERS[name]?.infoOnly);
  throw badRequest(`Unsupported sort property '${property}'! Only ${offered.join(', ')} are allowed.`);
}

/** Collects the values of a statement while its text is built. */
export function createParameters(known: readonly unknown[] = []) {
  const values = [...known];
  return { values, add: (value: unknown): string => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof createParameters>;

/**
 * What the devices of a list have in common, as SQL on `device`.
 * @param activeKeyId number of the attribute `active`; undefined: no device has it
 */
export function listConditions(
  parameters: Parameters,
  tenantId: string,
  link: PageLink,
  filter: DeviceFilter,
  activeKeyId: number | undefined,
): string {
  const tenant = parameters.add(tenantId);
  const all = [`device.tenant_id = ${tenant}`];
  if (filter.customerId) all.push(`device.customer_id = ${parameters.add(filter.customerId)}`);
  const profile = profileOf(parameters, tenant, filter);
  if (profile) all.push(`device.device_profile_id = ${profile}`);
  if (link.textSearch) all.push(`lower(device.name) LIKE ${parameters.add(containsPattern(link.textSearch))}`);
  if (filter.active !== undefined) {
    const isActive = `EXISTS (SELECT 1 FROM attribute WHERE attribute.entity_id = device.id
      AND attribute.scope = ${SERVER_SCOPE} AND attribute.bool_value
      AND attribute.key_id = ${parameters.add(activeKeyId ?? 0)})`;
    all.push(filter.active ? isActive : `NOT ${isActive}`);
  }
  return all.join(' AND ');
}

/** The profile of a list's devices, as SQL; undefined: those of all profiles. */
function profileOf(
  parameters: Parameters,
  tenant: string,
  { type, deviceProfileId }: DeviceFilter,
): string | undefined {
  if (type) {
    return `(SELECT profile.id FROM device_profile AS profile
      WHERE profile.tenant_id = ${tenant} AND profile.name = ${parameters.add(type)})`;
  }
  return deviceProfileId && parameters.add(deviceProfileId);
}

/** The same as SQL on `activity`, which knows everything but the customer and is not searched; the tenant is `$1`. */
export function activityConditions(parameters: Parameters, tenantId: string, filter: DeviceFilter): string {
  const tenant = parameters.add(tenantId);
  const all = [`activity.tenant_id = ${tenant}`];
  const profile = profileOf(parameters, tenant, filter);
  if (profile) all.push(`activity.profile_id = ${profile}`);
  if (filter.active !== undefined) all.push(`activity.active = ${parameters.add(filter.active)}`);
  return all.join(' AND ');
}

/** Ids of some rows of a list, in its order. Only ids, so that an index alone can answer. */
export function orderedIds(where: string, order: ListOrder, limits: string, active: string): string {
  return `SELECT device.id FROM device ${order.ofActivity ? ACTIVITY_JOIN : ''} WHERE ${where}${active} ORDER BY ${order.by} ${limits}`;
}

/**
 * The same in an order of their activity for the tenant `$1`, among the first `depth` devices of that order only: fewer rows than were asked
 * for mean that it has to be looked further.
 */
export function nearActivityIds(
  where: string,
  order: ListOrder,
  limits: string,
  active: string,
  depth: number,
): string {
  return `WITH near AS MATERIALIZED (
      SELECT device_id, created_time, active, last_activity_time FROM device_activity AS activity
      WHERE activity.tenant_id = $1${active} ORDER BY ${order.by} LIMIT ${depth}
    ) SELECT device.id FROM near AS activity JOIN device ON device.id = activity.device_id
    WHERE ${where} ORDER BY ${order.by} ${limits}`;
}

/** Both know the tenant, so that the index of the order has only its devices. */
const ACTIVITY_JOIN =
  'JOIN device_activity AS activity ON activity.device_id = device.id AND activity.tenant_id = device.tenant_id';

/** Ids of devices in an order of their activity, which knows all conditions: read from its index alone. */
export function activityIds(where: string, order: ListOrder, limits: string): string {
  return `SELECT activity.device_id AS id FROM device_activity AS activity
    WHERE ${where} ORDER BY ${order.by} ${limits}`;
}

/** Time and id of the rows of an order. */
const tieOf = ({ ofActivity }: ListOrder): string =>
  ofActivity ? 'activity.created_time, activity.device_id' : 'device.created_time, device.id';
const fromOf = ({ ofActivity }: ListOrder): string => (ofActivity ? 'device_activity AS activity' : 'device');

/** Every so manieth row of a list, the first one included. */
export function numberedPlaces(where: string, order: ListOrder, step: string): string {
  const [time, id] = tieOf(order).split(', ');
  return `SELECT value, time, id FROM (
      SELECT ${order.column ?? 'NULL'} AS value, ${time} AS time, ${id} AS id, row_number() OVER (ORDER BY ${order.by}) AS number
      FROM ${fromOf(order)} WHERE ${where}
    ) AS numbered WHERE number % ${step}::integer = 1 ORDER BY number`;
}

/** Ids of rows of a list from a place on: those that equal it, those beyond, and those without a value. */
export function idsFromPlace(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  place: Place,
  window: { limit: number; offset: number },
): string {
  const { column } = order;
  const tie = tieOf(order);
  const [time, id] = [parameters.add(place.time), parameters.add(place.id)];
  const equals = `(${tie}) ${order.newestFirst ? '<=' : '>='} (${time}::bigint, ${id}::uuid)`;
  const ranges: string[] = [];
  if (!column) ranges.push(equals);
  else if (place.value === null) ranges.push(`${column} IS NULL AND ${equals}`);
  else {
    const value = parameters.add(place.value);
    ranges.push(`${column} = ${value} AND ${equals}`, `${column} ${order.direction === 'ASC' ? '>' : '<'} ${value}`);
    if (order.nullable) ranges.push(`${column} IS NULL`);
  }
  const most = parameters.add(window.offset + window.limit);
  const parts = ranges.map(
    (
      range,
      at,
    ) => `(SELECT ${at} AS part, row_number() OVER (ORDER BY ${order.by}) AS place, ${tie.split(', ')[1]} AS id
      FROM ${fromOf(order)} WHERE ${where} AND ${range} ORDER BY ${order.by} LIMIT ${most})`,
  );
  return `SELECT id FROM (${parts.join(' UNION ALL ')}) AS rest ORDER BY part, place
    LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
}

/** The same where few devices match: they are found first and sorted then, whatever the order. */
export function sortedIds(where: string, order: ListOrder, limits: string, active: string): string {
  if (order.ofActivity) {
    // Their ids are all that is needed of them: an index alone has them.
    return `WITH found AS MATERIALIZED (SELECT id FROM device WHERE ${where})
      SELECT activity.device_id AS id FROM found JOIN device_activity AS activity ON activity.device_id = found.id
      WHERE activity.tenant_id = $1${active} ORDER BY ${order.by} ${limits}`;
  }
  return `WITH found AS MATERIALIZED (
      SELECT id, tenant_id, created_time, customer_id, name, type, label FROM device WHERE ${where}
    ) SELECT device.id FROM found AS device ORDER BY ${order.by} ${limits}`;
}

/** The same where many match and they are sorted by their group: group after group, until the page is full. */
export function groupedIds(
  parameters: Parameters,
  tenantId: string,
  where: string,
  order: ListOrder,
  window: { limit: number; offset: number },
): string {
  const tenant = parameters.add(tenantId);
  const groups =
    order.group === 'profile'
      ? `SELECT id, lower(name) AS sorted FROM device_profile WHERE tenant_id = ${tenant}`
      : `SELECT DISTINCT device_count.customer_id AS id, lower(customer.title) AS sorted
         FROM device_count LEFT JOIN customer ON customer.id = device_count.customer_id
         WHERE device_count.tenant_id = ${tenant}`;
  return `SELECT device.id FROM (
      SELECT * FROM (${groups}) AS unsorted ORDER BY sorted ${order.direction} NULLS LAST, id
    ) AS part CROSS JOIN LATERAL (
      SELECT device.id FROM device WHERE ${where} AND device.${GROUP_COLUMN[order.group as DeviceGroup]} = part.id
      ORDER BY ${order.inGroup} LIMIT ${parameters.add(window.offset + window.limit)}
    ) AS device LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
}

const GROUP_COLUMN: Record<DeviceGroup, string> = { customer: 'customer_id', profile: 'device_profile_id' };

/**
 * Ids of a page of devices of some profiles: those of a walked one are read in the order of its index until there are
 * enough, those of the others are all found, and then they are sorted together.
 */
export function profileIds(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  window: { limit: number; offset: number },
  profiles: { walked: readonly string[]; sorted: readonly string[] },
): string {
  const { ofActivity, by } = order;
  const id = ofActivity ? 'activity.device_id' : 'device.id';
  const columns = ofActivity
    ? 'activity.device_id, activity.created_time, activity.last_activity_time'
    : 'device.id, device.created_time, device.name';
  const row = ofActivity ? 'activity' : 'device';
  const rowsOf = (condition: (profile: string) => string) =>
    ofActivity
      ? `SELECT ${columns} FROM device_activity AS activity JOIN device ON device.id = activity.device_id
          WHERE ${where} AND ${condition('activity.profile_id')}`
      : `SELECT ${columns} FROM device WHERE ${where} AND ${condition('device.device_profile_id')}`;
  const most = parameters.add(window.offset + window.limit);
  const walked = `SELECT ${row}.* FROM unnest(${parameters.add(profiles.walked)}::uuid[]) AS part (id)
    CROSS JOIN LATERAL (${rowsOf((profile) => `${profile} = part.id`)} ORDER BY ${by} LIMIT ${most}) AS ${row}`;
  const sorted = rowsOf((profile) => `${profile} = ANY(${parameters.add(profiles.sorted)}::uuid[])`);
  return `SELECT ${id} AS id FROM (${walked} UNION ALL ${sorted}) AS ${row}
    ORDER BY ${by} LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
}

/** The conditions of the rows of one group, and their order. */
export function oneGroup(
  where: string,
  { values }: Parameters,
  order: ListOrder,
  groupId: string,
): [where: string, parameters: Parameters, order: ListOrder] {
  const parameters = createParameters(values);
  const ofGroup = `${where} AND device.${GROUP_COLUMN[order.group as DeviceGroup]} = ${parameters.add(groupId)}`;
  return [ofGroup, parameters, { ...order, by: order.inGroup, group: undefined, column: undefined, nullable: false }];
}

/** Ids of the rows of slices, slice after slice. */
export function sliceIds(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  slices: readonly DeviceSlice[],
): string {
  return `SELECT device.id FROM unnest(${parameters.add(slices.map(({ groupId }) => groupId))}::uuid[],
      ${parameters.add(slices.map(({ skip }) => skip))}::integer[],
      ${parameters.add(slices.map(({ take }) => take))}::integer[])
      WITH ORDINALITY AS slice (group_id, skip, take, place)
    CROSS JOIN LATERAL (SELECT device.id, device.created_time FROM device
      WHERE ${where} AND device.${GROUP_COLUMN[order.group as DeviceGroup]} = slice.group_id
      ORDER BY ${order.inGroup} LIMIT slice.take OFFSET slice.skip) AS device
    ORDER BY slice.place, ${order.inGroup}`;
}

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
