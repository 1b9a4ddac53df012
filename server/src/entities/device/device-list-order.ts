import type { PageLink } from '@signalbox/contract/page';
import { badRequest } from '../../http/errors.ts';
import type { ListFilter } from './device-filter.ts';
import type { NamedOrder } from './device-order-keys.ts';
import type { DeviceGroup } from './device-slices.ts';

interface OrderOfList {
  column: string;
  /** What it is called where devices are in memory. */
  by?: NamedOrder['by'];
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
  createdTime: { column: '', by: 'created', isOfProfiles: true },
  name: { column: 'lower(device.name)', by: 'name', isOfProfiles: true },
  type: { column: 'lower(device.type)', group: 'profile' },
  label: { column: 'lower(device.label)', by: 'label', nullable: true },
  deviceProfileName: { column: 'lower(device.type)', group: 'profile', infoOnly: true },
  customerTitle: {
    column: '(SELECT lower(customer.title) FROM customer WHERE customer.id = device.customer_id)',
    nullable: true,
    group: 'customer',
    infoOnly: true,
  },
  active: { column: 'device.active', by: 'active', infoOnly: true, ofState: true },
  lastActivityTime: {
    column: 'activity.last_activity_time',
    by: 'last',
    infoOnly: true,
    ofActivity: true,
    isOfProfiles: true,
  },
};

/** How the tables are called that rows are found in: all that has the columns of a device is `device`. */
export const TABLES = {
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
  /** The same where devices are in memory; undefined: it is not known there. */
  named: NamedOrder | undefined;
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
      named: { by: 'created', isDescending: newestFirst, isNewestFirst: newestFirst },
    };
  }
  const inGroup = isDescending ? backwards : forwards;
  const newestFirst = inGroup === newest;
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
    newestFirst,
    named: order.by && { by: order.by, isDescending: direction === 'DESC', isNewestFirst: newestFirst },
  };
}

function sortPropertyOf(property: string, infos: boolean): string {
  const order = Object.hasOwn(ORDERS, property) ? ORDERS[property] : undefined;
  if (order && (infos || !order.infoOnly)) return property;
  const offered = Object.keys(ORDERS).filter((name) => infos || !ORDERS[name]?.infoOnly);
  throw badRequest(`Unsupported sort property '${property}'! Only ${offered.join(', ')} are allowed.`);
}

/** Time and id of the rows of an order. */
export const tieOf = ({ ofActivity }: Pick<ListOrder, 'ofActivity'>) =>
  ofActivity
    ? { time: 'activity.created_time', id: 'activity.device_id' }
    : { time: 'device.created_time', id: 'device.id' };

export function byCreation(ofActivity: boolean, direction: 'ASC' | 'DESC'): string {
  const { time, id } = tieOf({ ofActivity });
  return `${time} ${direction}, ${id} ${direction}`;
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
export const withoutNulls = ({ by }: ListOrder): string => by.replace(/ NULLS (FIRST|LAST)/, '');
