import { NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import { badRequest } from '../../http/errors.ts';
import { containsPattern } from '../../storage/paging.ts';
import type { ListFilter } from './device-filter.ts';
import type { DeviceGroup, DeviceSlice } from './device-slices.ts';

/** Scope number of server attributes in the table `attribute`. */
const SERVER_SCOPE = 3;

interface OrderOfList {
  column: string;
  nullable?: boolean;
  infoOnly?: boolean;
  group?: DeviceGroup;
  ofState?: boolean;
  ofActivity?: boolean;
  isOfProfiles?: boolean;
}

/**
 * Orders a list can have, with creation time and id behind the property. `nullable` ones have NULLS LAST, in
 * both directions. Devices are not sorted by what belongs to their `group`: the groups are. A
 * device's type is always the name of its profile, which therefore sorts like it. The state of a device is `ofState`, and
 * what changes with every report of it `ofActivity`: each in a table of its own. Orders that each profile has an index of are `isOfProfiles`.
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
  active: { column: 'device.active', infoOnly: true, ofState: true },
  lastActivityTime: {
    column: 'activity.last_activity_time',
    infoOnly: true,
    ofActivity: true,
    isOfProfiles: true,
  },
};

/** How the tables are called that rows are found in: all that has the columns of a device is `device`. */
const TABLES = {
  device: 'device',
  state: 'device_state AS device',
  activity: 'device_activity AS activity',
  /** Both know the tenant, so that the index of the order has only its devices. */
  activityOfDevices: `device JOIN device_activity AS activity ON activity.device_id = device.id
    AND activity.tenant_id = device.tenant_id`,
} as const;

/** What the devices of a list are found in, where no order needs another table. */
export const tableOf = ({ active }: ListFilter): string => (active === undefined ? TABLES.device : TABLES.state);

/** The order of a list: `by` of the rows, and of what they are grouped by. */
export interface ListOrder {
  by: string;
  /** What its rows are found in. */
  table: (typeof TABLES)[keyof typeof TABLES];
  /** Sorted by what reports of devices change, or only of devices of one state. */
  isMoving: boolean;
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
 * @throws ApiError 400 / 31 for a property that is not offered
 */
export function listOrder(link: PageLink, filter: ListFilter, infos: boolean, fromEnd = false): ListOrder {
  const property = link.sortProperty ? sortPropertyOf(link.sortProperty, infos) : 'createdTime';
  const order = ORDERS[property];
  const ofActivity = order?.ofActivity ?? false;
  const ofState = order?.ofState || filter.active !== undefined;
  const activity = link.textSearch ? TABLES.activityOfDevices : TABLES.activity;
  const table = ofActivity ? activity : ofState ? TABLES.state : TABLES.device;
  const isMoving = ofActivity || ofState;
  const isOfProfiles = order?.isOfProfiles ?? false;
  const [newest, oldest] = [byCreation(ofActivity, 'DESC'), byCreation(ofActivity, 'ASC')];
  const [forwards, backwards] = fromEnd ? [oldest, newest] : [newest, oldest];
  const isDescending = link.sortOrder === 'DESC';
  const direction = isDescending !== fromEnd ? 'DESC' : 'ASC';
  if (!order?.column) {
    const by = isDescending || !link.sortProperty ? forwards : backwards;
    const newestFirst = by === newest;
    return {
      by,
      table,
      isMoving,
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
    table,
    isMoving,
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
 * What the devices of a list have in common, as SQL on `device`: the table of that name, or that of states.
 * @param isFew those that a text finds are looked for by its index, whichever table they are listed from
 */
export function listConditions(
  parameters: Parameters,
  tenantId: string,
  link: PageLink,
  filter: ListFilter,
  isFew = false,
): string {
  const tenant = parameters.add(tenantId);
  const all = [`device.tenant_id = ${tenant}`];
  if (filter.customerId) all.push(`device.customer_id = ${parameters.add(filter.customerId)}`);
  if (filter.deviceProfileId) all.push(`device.device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
  if (link.textSearch) {
    const pattern = parameters.add(containsPattern(link.textSearch));
    all.push(
      isFew
        ? `device.id IN (SELECT named.id FROM device AS named
            WHERE named.tenant_id = ${tenant} AND lower(named.name) LIKE ${pattern})`
        : `lower(device.name) LIKE ${pattern}`,
    );
  }
  if (filter.active !== undefined) all.push(`device.active = ${parameters.add(filter.active)}`);
  return all.join(' AND ');
}

/** The same as SQL on `activity`, which is not searched; the tenant is `$1`. */
export function activityConditions(parameters: Parameters, tenantId: string, filter: ListFilter): string {
  const all = [`activity.tenant_id = ${parameters.add(tenantId)}`];
  if (filter.deviceProfileId) all.push(`activity.profile_id = ${parameters.add(filter.deviceProfileId)}`);
  // The index of customers has no devices without one.
  if (filter.customerId) {
    all.push(`activity.customer_id = ${parameters.add(filter.customerId)}`, `activity.customer_id <> '${NULL_UUID}'`);
  }
  if (filter.active !== undefined) all.push(`activity.active = ${parameters.add(filter.active)}`);
  return all.join(' AND ');
}

/** Ids of some rows of a list, in its order. Only ids, so that an index alone can answer. @param range of these rows only */
export function orderedIds(where: string, order: ListOrder, limits: string, range?: string): string {
  return `SELECT ${tieOf(order).id} AS id FROM ${order.table} WHERE ${where}${range ? ` AND ${range}` : ''}
    ORDER BY ${range ? withoutNulls(order) : order.by} ${limits}`;
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

/** Time and id of the rows of an order. */
const tieOf = ({ ofActivity }: Pick<ListOrder, 'ofActivity'>) =>
  ofActivity
    ? { time: 'activity.created_time', id: 'activity.device_id' }
    : { time: 'device.created_time', id: 'device.id' };

function byCreation(ofActivity: boolean, direction: 'ASC' | 'DESC'): string {
  const { time, id } = tieOf({ ofActivity });
  return `${time} ${direction}, ${id} ${direction}`;
}

/** Every so manieth row of a list, the first one included. Ranges are numbered one by one, so that nothing is sorted. */
export function numberedPlaces(where: string, order: ListOrder, step: string): string {
  const { time, id } = tieOf(order);
  const numbered = (
    by: string,
    rows: string,
    before = '0',
  ) => `SELECT ${order.column ?? 'NULL'} AS value, ${time} AS time,
      ${id} AS id, row_number() OVER (ORDER BY ${by}) + ${before} AS number FROM ${rows}`;
  const rows = `${order.table} WHERE ${where}`;
  const [first, second] = rangesOf(order, false) ?? [];
  const by = withoutNulls(order);
  const all =
    first && second
      ? `${numbered(by, `${rows} AND ${first}`)} UNION ALL
        ${numbered(by, `${rows} AND ${second}`, `(SELECT count(*) FROM ${rows} AND ${first})`)}`
      : numbered(order.by, rows);
  return `SELECT value, time, id FROM (${all}) AS numbered WHERE number % ${step}::integer = 1 ORDER BY number`;
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
  const equals = `(${tie.time}, ${tie.id}) ${order.newestFirst ? '<=' : '>='} (${time}::bigint, ${id}::uuid)`;
  const ranges: string[] = [];
  if (!column) ranges.push(equals);
  else if (place.value === null) ranges.push(`${column} IS NULL AND ${equals}`);
  else {
    const value = parameters.add(place.value);
    ranges.push(`${column} = ${value} AND ${equals}`, `${column} ${order.direction === 'ASC' ? '>' : '<'} ${value}`);
    if (order.nullable) ranges.push(`${column} IS NULL`);
  }
  return idsOfRanges(parameters, where, order, ranges, window);
}

/**
 * The rows with a value and those without in an order that its index has with nulls at the other end: each of them it has.
 * Undefined: it has both as they are. Nulls are last in a list, and first when that is read from its end.
 */
export function rangesOf({ column, nullable, direction }: ListOrder, fromEnd: boolean): string[] | undefined {
  if (!nullable || !column || (direction === 'DESC') === fromEnd) return undefined;
  const ranges = [`${column} IS NOT NULL`, `${column} IS NULL`];
  return fromEnd ? ranges.reverse() : ranges;
}

/** The order of rows that all have a value, or all have none: an index has it, wherever it has nulls. */
const withoutNulls = ({ by }: ListOrder): string => by.replace(/ NULLS (FIRST|LAST)/, '');

/** Ids of the rows of ranges, one after the other, each in its order. */
export function idsOfRanges(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  ranges: readonly string[],
  window: { limit: number; offset: number },
): string {
  const most = parameters.add(window.offset + window.limit);
  const by = withoutNulls(order);
  // A range is read only as far as those before it have not enough: what it has of a list may be far away.
  const parts = ranges.map((range, at) => {
    const before = ranges.slice(0, at).map((_, other) => ` - (SELECT count(*) FROM part${other})`);
    return `part${at} AS MATERIALIZED (SELECT row_number() OVER () AS place, id FROM (
        SELECT * FROM (
          SELECT ${tieOf(order).id} AS id FROM ${order.table} WHERE ${where} AND ${range} ORDER BY ${by} LIMIT ${most}
        ) AS most LIMIT greatest(0, ${most}::bigint${before.join('')})
      ) AS needed)`;
  });
  const all = ranges.map((_, at) => `SELECT ${at} AS part, place, id FROM part${at}`);
  return `WITH ${parts.join(', ')} SELECT id FROM (${all.join(' UNION ALL ')}) AS rest ORDER BY part, place
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
  // An index that has the customer has these columns, and no others.
  const [, column] = /device\.(\w+)/.exec(order.column ?? '') ?? [];
  return `WITH found AS MATERIALIZED (
      SELECT id, created_time${column ? `, ${column}` : ''} FROM ${order.table} WHERE ${where}
    ) SELECT device.id FROM found AS device ORDER BY ${order.by} ${limits}`;
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

/** Ids of the rows of slices, slice after slice, each read from the end of its group that is nearer. */
export function sliceIds(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  slices: readonly DeviceSlice[],
): string {
  const opposite = byCreation(false, order.newestFirst ? 'ASC' : 'DESC');
  const isNearEnd = slices.map(({ skip, take, total }) => total - skip - take < skip);
  const skips = slices.map(({ skip, take, total }, at) => (isNearEnd[at] ? total - skip - take : skip));
  const part = (condition: string, by: string) => `(SELECT device.id, device.created_time FROM ${order.table}
      WHERE ${where} AND device.${GROUP_COLUMN[order.group as DeviceGroup]} = slice.group_id AND ${condition}
      ORDER BY ${by} LIMIT slice.take OFFSET slice.skip)`;
  return `SELECT device.id FROM unnest(${parameters.add(slices.map(({ groupId }) => groupId))}::uuid[],
      ${parameters.add(isNearEnd)}::boolean[], ${parameters.add(skips)}::integer[],
      ${parameters.add(slices.map(({ take }) => take))}::integer[])
      WITH ORDINALITY AS slice (group_id, is_near_end, skip, take, place)
    CROSS JOIN LATERAL (
      ${part('NOT slice.is_near_end', order.inGroup)} UNION ALL ${part('slice.is_near_end', opposite)}
    ) AS device
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
