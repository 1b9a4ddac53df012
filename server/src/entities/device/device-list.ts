import type { Device, DeviceInfo } from '@signalbox/contract/device';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { ListPlaces } from '../../storage/list-places.ts';
import { type ListWalk, walkOf } from '../../storage/list-walk.ts';
import type { DeviceTable } from '../../storage/schema.ts';
import { type DeviceFilter, isLimited } from './device-filter.ts';
import {
  activityConditions,
  activityIds,
  createParameters,
  groupedIds,
  INFO_BY_ID,
  idsFromPlace,
  type ListOrder,
  listOrder,
  nearActivityIds,
  numberedPlaces,
  oneGroup,
  orderedIds,
  orderedRows,
  type Parameters,
  type Place,
  profileIds,
  rowsOfIds,
  sliceIds,
  sortedIds,
} from './device-list-sql.ts';
import { toDevice } from './device-rows.ts';
import { type CountedGroup, type DeviceSlice, slicesOf, slicesOfGroups } from './device-slices.ts';
import { createDeviceTotals, type RunStatement } from './device-totals.ts';

type DeviceRow = Selectable<DeviceTable>;

interface DeviceInfoRow extends DeviceRow {
  customer_title: string | null;
  customer_is_public: boolean | null;
  device_profile_name: string;
  active: boolean | null;
  last_activity_time: number | null;
}

/** Pages beyond this many rows are read from the end of the list that is nearer. */
const FAR_OFFSET = 2000;
/** Rows up to here are skipped as quickly as their ids. */
const NEAR_OFFSET = 200;

/** Up to how many devices a list is found first and sorted then, where no index has both. */
export interface FewDevices {
  few: number;
  /** The same for orders by activity: the rows to sort are read from an index alone. */
  fewByActivity: number;
  /** Devices that are looked through in the order of their activity before those of a filter are sorted. */
  nearActivity: number;
  /** Rows beyond which pages of active devices, sorted by their groups, are found by counting these of each group. */
  nearGroups: number;
}
const FEW_DEVICES: FewDevices = { few: 20_000, fewByActivity: 100_000, nearActivity: 2_000, nearGroups: FAR_OFFSET };
/** Profiles of what a search finds, up to which they are read one by one. */
const MAX_PROFILES = 20;
/** ms in which an order by activity is taken to stay as it is, for pages far from both of its ends. */
const LATELY = 10_000;

/** True when devices have to be looked at one by one to know whether they are in the list. */
const isSearched = (link: PageLink, filter: DeviceFilter): boolean =>
  Boolean(link.textSearch) || filter.active !== undefined;

/** The order of a list, in the index of its state where nothing else limits it. */
const orderOf = (link: PageLink, filter: DeviceFilter, infos: boolean, fromEnd = false): ListOrder =>
  listOrder(link, infos, fromEnd, filter.active !== undefined && !link.textSearch && !isLimited(filter));

/** True when the activity of devices alone says which are in the list. */
const isKnownToActivity = (link: PageLink, { customerId }: DeviceFilter): boolean => !link.textSearch && !customerId;

/** True when the order is not that of creation. */
const isSorted = ({ sortProperty }: PageLink): boolean => (sortProperty ?? 'createdTime') !== 'createdTime';

function toInfo(row: DeviceInfoRow): DeviceInfo {
  return {
    ...toDevice(row),
    customerTitle: row.customer_title,
    customerIsPublic: row.customer_is_public ?? false,
    deviceProfileName: row.device_profile_name,
    active: row.active ?? false,
    lastActivityTime: Number(row.last_activity_time ?? 0),
  };
}

/** Names of prepared statements, by their text. */
const statementNames = new Map<string, string>();
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `device-list-${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

/**
 * Runs statements, prepared where their plan does not depend on the values: planning takes longer than reading a page.
 * How rare a searched text is decides the plan of a search, so that is planned each time.
 */
const createRun =
  (pool: pg.Pool): RunStatement =>
  (text, values, isSearch) =>
    pool.query(isSearch ? { text, values } : { name: statementName(text), text, values });

/** Pages of devices, written so that a page of a million costs what a page of a hundred costs. */
export function createDeviceLists(
  pool: pg.Pool,
  liveBus: LiveBus,
  places: ListPlaces<Place>,
  fewDevices: FewDevices = FEW_DEVICES,
) {
  const run = createRun(pool);
  const { stateOf, conditionsOf, prepare, total, searchTotal, searchGroups } = createDeviceTotals(pool, liveBus, run);

  /**
   * Rows of a page.
   * @param known how many devices the list has; undefined: not known yet, the page is near the start
   */
  async function rowsOf<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
    known: number | undefined,
  ): Promise<Row[]> {
    const parameters = createParameters();
    const { ofActivity } = orderOf(link, filter, infos);
    const isIndexAlone = ofActivity && isKnownToActivity(link, filter);
    const where = isIndexAlone
      ? activityConditions(parameters, tenantId, filter)
      : // In an order by activity, the state is read from the same index.
        conditionsOf(parameters, tenantId, link, ofActivity ? { ...filter, active: undefined } : filter);
    const active =
      ofActivity && !isIndexAlone && filter.active !== undefined
        ? ` AND activity.active = ${parameters.add(filter.active)}`
        : '';
    const isSearch = isSearched(link, filter);
    const offset = link.page * link.pageSize;
    let window = { limit: link.pageSize, offset };
    let fromEnd = false;
    if (known !== undefined) {
      const rowCount = Math.max(0, Math.min(link.pageSize, known - offset));
      if (rowCount === 0) return [];
      // The order is read from the end that is nearer. What a text finds may be another number by now.
      fromEnd = !link.textSearch && known - offset < offset;
      if (fromEnd) window = { limit: rowCount, offset: known - offset - rowCount };
    }
    if (isIndexAlone || (!ofActivity && filter.active === undefined)) {
      // Of few, a search sorts all.
      const isWalked = known !== undefined && (!isSearch || known > fewDevices.few);
      const share = isWalked && (isSearch || isLimited(filter)) ? known / Math.max(1, await total(tenantId, {})) : 1;
      const rows = await rowsFromPlace<Row>(tenantId, where, parameters, orderOf(link, filter, infos), infos, {
        limit: window.limit,
        offset,
        fromEnd: isWalked ? known - offset : 0,
        share,
      });
      if (rows) return rows;
    }
    const order = orderOf(link, filter, infos, fromEnd);
    const isFew = known !== undefined && known <= (ofActivity ? fewDevices.fewByActivity : fewDevices.few);
    const readsGroups = order.group !== undefined && !isFew;
    const limits = readsGroups ? '' : `LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
    if (ofActivity && known !== undefined && !isIndexAlone) {
      const near = rowsOfIds(nearActivityIds(where, order, limits, active, fewDevices.nearActivity), infos);
      const { rows } = await run<Row>(near, parameters.values, isSearch);
      if (rows.length >= Math.min(window.limit, known - window.offset)) return fromEnd ? rows.reverse() : rows;
    }
    let text: string;
    if (isIndexAlone) text = rowsOfIds(activityIds(where, order, limits), infos);
    else if (isFew && (isSearch || isSorted(link))) text = rowsOfIds(sortedIds(where, order, limits, active), infos);
    else if (readsGroups) text = rowsOfIds(groupedIds(parameters, tenantId, where, order, window), infos);
    else if (isSearch || order.ofActivity || window.offset > NEAR_OFFSET)
      text = rowsOfIds(orderedIds(where, order, limits, active), infos);
    else text = orderedRows(where, order, limits, infos);
    const { rows } = await run<Row>(text, parameters.values, isSearch);
    return fromEnd ? rows.reverse() : rows;
  }

  /** Rows of a list that are far from both of its ends, read from a place before them; undefined: none is known. */
  async function rowsFromPlace<Row extends object>(
    tenantId: string,
    where: string,
    { values }: Parameters,
    order: ListOrder,
    infos: boolean,
    { limit, offset, fromEnd, share = 1 }: { limit: number; offset: number; fromEnd: number; share?: number },
  ): Promise<Row[] | undefined> {
    // The end of an order may have none that are in a list of a part of them.
    if (fromEnd === 0 || !places.isFar(share < 1 ? offset : Math.min(offset, fromEnd), share)) return undefined;
    // Reports of devices move the rows of an order by activity all the time: where they were lately is near enough.
    const moment = order.ofActivity ? Math.floor(Date.now() / LATELY) : '';
    const list = {
      tenantId,
      name: JSON.stringify([where, values, order.by]),
      state: `${stateOf(tenantId)} ${moment}`,
      share,
      numbered: (step: number) => ({
        text: numberedPlaces(where, order, `$${values.length + 1}`),
        values: [...values, step],
      }),
    };
    const before = places.placeBefore(list, offset);
    if (!before) return undefined;
    const read = async (withNulls: boolean): Promise<Row[]> => {
      const parameters = createParameters(values);
      const ids = idsFromPlace(parameters, where, { ...order, nullable: withNulls }, before.place, {
        limit,
        offset: before.skip,
      });
      return (await run<Row>(rowsOfIds(ids, infos), parameters.values, share < 1)).rows;
    };
    // Those without a value come last: they are looked at only when the page is not full before.
    const rows = await read(false);
    return order.nullable && rows.length < limit ? read(true) : rows;
  }

  /** Rows of a page that is sorted by group, each slice read in the order of its group's index. */
  async function rowsOfSlices<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
    order: ListOrder,
    slices: readonly DeviceSlice[],
  ): Promise<Row[]> {
    const [first] = slices;
    if (!first) return [];
    const parameters = createParameters();
    const where = conditionsOf(parameters, tenantId, link, filter);
    // Which devices are active may change without the tenant's list: their places are not remembered.
    const found =
      filter.active === undefined &&
      (await rowsFromPlace<Row>(tenantId, ...oneGroup(where, parameters, order, first.groupId), infos, {
        limit: first.take,
        offset: first.skip,
        fromEnd: first.total - first.skip,
      }));
    const others = found ? slices.slice(1) : slices;
    if (found && others.length === 0) return found;
    const ids = sliceIds(parameters, where, order, others);
    const { rows } = await run<Row>(rowsOfIds(ids, infos), parameters.values, isSearched(link, filter));
    return found ? [...found, ...rows] : rows;
  }

  /**
   * Rows of a page near the start of a search that finds many. They are read profile by profile, since what devices are
   * called and when they last sent something often depends on their profile: most of them may be at the end of the order
   * of all. Undefined: to be read in another way.
   */
  async function rowsOfProfiles<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
    order: ListOrder,
    groups: readonly CountedGroup[],
  ): Promise<Row[] | undefined> {
    const window = { limit: link.pageSize, offset: link.page * link.pageSize };
    const most = window.limit + window.offset;
    const count = groups.reduce((sum, { total: ofGroup }) => sum + ofGroup, 0);
    if (!order.isOfProfiles || count <= fewDevices.few) return undefined;
    if (groups.length > MAX_PROFILES || most > FAR_OFFSET) return undefined;
    const sizes = await Promise.all(groups.map(({ id }) => total(tenantId, { deviceProfileId: id })));
    // How many devices of the profile have to be looked at until enough are found, if they are spread evenly.
    const isWalked = groups.map(({ total: found }, at) => (most * (sizes[at] ?? 0)) / found < found);
    const parameters = createParameters();
    const where = conditionsOf(parameters, tenantId, link, filter);
    const ids = profileIds(parameters, where, order, window, {
      walked: groups.filter((_, at) => isWalked[at]).map(({ id }) => id),
      sorted: groups.filter((_, at) => !isWalked[at]).map(({ id }) => id),
    });
    return (await run<Row>(rowsOfIds(ids, infos), parameters.values, true)).rows;
  }

  /** The next rows of the whole list. Its walk has their ids only, for which an index is enough. */
  async function rowsOfWalk<Row extends object>(
    walk: ListWalk,
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
  ): Promise<Row[]> {
    const found = await walk.next<{ id: string }>(() => {
      const order = listOrder(link, infos);
      const parameters = createParameters();
      const where = conditionsOf(parameters, tenantId, link, filter);
      return { text: orderedIds(where, order, '', ''), values: parameters.values };
    });
    const ids = 'SELECT id FROM unnest($1::uuid[]) WITH ORDINALITY AS walked (id, at) ORDER BY at';
    return (await run<Row>(rowsOfIds(ids, infos), [found.map(({ id }) => id)], false)).rows;
  }

  async function page<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
  ): Promise<PageData<Row>> {
    if (filter.active !== undefined) await prepare();
    const walk = walkOf(link);
    if (walk) return pageData(await rowsOfWalk<Row>(walk, tenantId, link, filter, infos), 0, link);
    const order = listOrder(link, infos); // refuses unsupported properties before anything is read
    const isFarByState = filter.active !== undefined && link.page * link.pageSize > fewDevices.nearGroups;
    if (order.group && (link.textSearch || isFarByState)) {
      const { group, direction } = order;
      const found = await searchGroups(tenantId, link, filter, { group, direction });
      const count = found.reduce((sum, { total }) => sum + total, 0);
      const rows =
        count <= fewDevices.few
          ? await rowsOf<Row>(tenantId, link, filter, infos, count)
          : await rowsOfSlices<Row>(tenantId, link, filter, infos, order, slicesOfGroups(found, link));
      return pageData(rows, count, link);
    }
    if (link.textSearch && filter.active === undefined) {
      const groups = await searchGroups(tenantId, link, filter, { group: 'profile', direction: 'ASC' });
      const count = groups.reduce((sum, { total: ofGroup }) => sum + ofGroup, 0);
      const rows =
        (await rowsOfProfiles<Row>(tenantId, link, filter, infos, order, groups)) ??
        (await rowsOf<Row>(tenantId, link, filter, infos, count));
      return pageData(rows, count, link);
    }
    if (isSearched(link, filter)) {
      // Their number decides how to find them best.
      const count = await searchTotal(tenantId, link, filter);
      return pageData(await rowsOf<Row>(tenantId, link, filter, infos, count), count, link);
    }
    const counting = total(tenantId, filter);
    if (order.group) {
      const reading = slicesOf(pool, tenantId, link, filter, order.group).then((slices) =>
        rowsOfSlices<Row>(tenantId, link, filter, infos, order, slices),
      );
      const [count, rows] = await Promise.all([counting, reading]);
      return pageData(rows, count, link);
    }
    // Far pages are read once it is known where the end is, and those of a customer in an order that its index does not
    // have once it is known how many there are; others at the same time as the total.
    const isNear = link.page * link.pageSize < FAR_OFFSET && !(filter.customerId && isSorted(link));
    const near = isNear ? rowsOf<Row>(tenantId, link, filter, infos, undefined) : undefined;
    const [count, rows] = await Promise.all([counting, near]);
    return pageData(rows ?? (await rowsOf<Row>(tenantId, link, filter, infos, count)), count, link);
  }

  return {
    async list(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<PageData<Device>> {
      const found = await page<DeviceRow>(tenantId, link, filter, false);
      return { ...found, data: found.data.map(toDevice) };
    },

    async listInfos(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<PageData<DeviceInfo>> {
      const found = await page<DeviceInfoRow>(tenantId, link, filter, true);
      return { ...found, data: found.data.map(toInfo) };
    },

    async findInfo(tenantId: string, id: string): Promise<DeviceInfo | undefined> {
      const row = (await run<DeviceInfoRow>(INFO_BY_ID, [tenantId, id], false)).rows[0];
      return row && toInfo(row);
    },
  };
}
