import type { Device, DeviceInfo } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { followDeletedTenants } from '../../bus/deleted-tenants.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { ListPlaces } from '../../storage/list-places.ts';
import { type ListWalk, walkOf } from '../../storage/list-walk.ts';
import { AS_THEY_LIE, inOneMoment } from '../../storage/one-moment.ts';
import type { DeviceTable } from '../../storage/schema.ts';
import { createSlowWalks } from '../../storage/slow-walks.ts';
import { createFarPages, type PageInMemory } from './device-far-pages.ts';
import { type DeviceFilter, isLimited, type ListFilter } from './device-filter.ts';
import { filterOfGroup, oneGroup, sliceIds } from './device-group-sql.ts';
import { type ListOrder, listOrder, type Place, rangesOf } from './device-list-order.ts';
import { createRun } from './device-list-run.ts';
import {
  activityConditions,
  createParameters,
  type Finding,
  idsOfRanges,
  listConditions,
  nearActivityIds,
  orderedIds,
  type Parameters,
  sortedIds,
} from './device-list-sql.ts';
import type { DeviceNamesSizes } from './device-names.ts';
import { toDevice } from './device-rows.ts';
import { INFO_BY_ID, orderedRows, rowsOfIds } from './device-rows-sql.ts';
import { createSearchPages, FAR_OFFSET } from './device-search-pages.ts';
import { type DeviceSlice, slicesOf, slicesOfGroups } from './device-slices.ts';
import { createDeviceTotals, wantedOf } from './device-totals.ts';

type DeviceRow = Selectable<DeviceTable>;

interface DeviceInfoRow extends DeviceRow {
  customer_title: string | null;
  customer_is_public: boolean | null;
  device_profile_name: string;
  active: boolean | null;
  last_activity_time: number | null;
}

/** Rows up to here are skipped as quickly as their ids. */
const NEAR_OFFSET = 200;

/** Up to how many devices a list is found first and sorted then, where no index has both. */
export interface FewDevices {
  few: number;
  /** The same for orders by activity: the rows to sort are read from an index alone. */
  fewByActivity: number;
  /** Devices that are looked through in the order of their activity before those of a filter are sorted. */
  nearActivity: number;
  /** Devices that are walked up to a page in an order that reports change, before all of them are read and sorted. */
  walked: number;
  /** Devices from which on memory, if it knows their order, has a page of them before the database has sorted all. Absent: 2,000. */
  sorted?: number;
}
const FEW_DEVICES: FewDevices = { few: 20_000, fewByActivity: 100_000, nearActivity: 2_000, walked: 100_000 };
/** Places of an order are so much closer to each other where each of its devices has to be looked at. */
const LOOKED_AT = 10;
/** ms from which on pages near an end of a part of an order are read from known places, too. */
const SLOW = 30;
const SORTED = 2_000;
/** Groups up to which what is found of each is read for itself. */
const MAX_SLICES = 3;
/** Part of a group from which on those that are found are soon come across wherever they are in it. */
const NEARLY_ALL = 0.9;

/** True when the order is not that of creation. */
const isSorted = ({ sortProperty }: PageLink): boolean => (sortProperty ?? 'createdTime') !== 'createdTime';

/** Whether an index has the devices of a list, and no others, in its order: those of a customer. */
const hasIndex = (link: PageLink, filter: ListFilter, { ofActivity }: ListOrder): boolean =>
  filter.customerId !== undefined &&
  filter.deviceProfileId === undefined &&
  filter.active === undefined &&
  (ofActivity || !isSorted(link));

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

/** Pages of devices, written so that a page of a million costs what a page of a hundred costs. */
export function createDeviceLists(
  pool: pg.Pool,
  liveBus: LiveBus,
  places: ListPlaces<Place>,
  fewDevices: FewDevices = FEW_DEVICES,
  slow = SLOW,
  names?: DeviceNamesSizes,
) {
  const slowWalks = createSlowWalks(followDeletedTenants(liveBus), slow);
  const run = createRun(pool);
  const totals = createDeviceTotals(liveBus, run, names);
  const { total, searchTotal, searchGroups } = totals;
  const { rowsFromPlace, rowsAround, expectPlaces, keepPlaces, learn } = createFarPages(pool, places);
  const { isSoon, isSpread, rowsOfProfiles } = createSearchPages(run, totals, fewDevices.few);

  async function listFilter(tenantId: string, { type, ...filter }: DeviceFilter): Promise<ListFilter> {
    if (!type) return filter;
    const text = 'SELECT id FROM device_profile WHERE tenant_id = $1 AND name = $2';
    const { rows } = await run<{ id: string }>(text, [tenantId, type], false);
    return { ...filter, deviceProfileId: rows[0]?.id ?? NULL_UUID };
  }

  /** What the devices of a list have in common, as SQL on the tables of its order. @param finding see listConditions */
  function conditionsOf(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    order: ListOrder,
    finding: Finding = 'any',
  ) {
    const parameters = createParameters();
    if (order.ofActivity && !link.textSearch) {
      return { parameters, where: activityConditions(parameters, tenantId, filter), active: '' };
    }
    if (!order.ofActivity) {
      const where = listConditions(parameters, tenantId, link, filter, finding);
      return { parameters, where, active: '' };
    }
    // The state is read from the same index as the order.
    const where = listConditions(parameters, tenantId, link, { ...filter, active: undefined });
    const active = filter.active === undefined ? '' : ` AND activity.active = ${parameters.add(filter.active)}`;
    return { parameters, where, active };
  }

  /**
   * Rows of a page.
   * @param known how many devices the list has; undefined: not known yet, the page is near the start
   * @param isSpread see isSpread
   */
  async function rowsOf<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
    known: number | undefined,
    isSpread = false,
  ): Promise<Row[]> {
    const { ofActivity } = listOrder(link, filter, infos);
    const isSearch = Boolean(link.textSearch);
    const few = isSpread ? 0 : ofActivity ? fewDevices.fewByActivity : fewDevices.few;
    const isFew = known !== undefined && known <= few;
    const offset = link.page * link.pageSize;
    let window = { limit: link.pageSize, offset };
    let fromEnd = false;
    let rowCount = link.pageSize;
    if (known !== undefined) {
      rowCount = Math.max(0, Math.min(link.pageSize, known - offset));
      if (rowCount === 0) return [];
      // The order is read from the end that is nearer. What a text finds may be another number by now.
      fromEnd = !link.textSearch && known - offset < offset;
      if (fromEnd) window = { limit: rowCount, offset: known - offset - rowCount };
    }
    const order = listOrder(link, filter, infos, fromEnd);
    const { parameters, where, active } = conditionsOf(
      tenantId,
      link,
      filter,
      order,
      isFew && order.isMoving ? 'few' : 'any',
    );
    // Devices that are not searched have an index of each order, those of a profile too.
    const isSortedLast = isFew && (isSearch || (isSorted(link) && !ofActivity && filter.customerId !== undefined));
    const isPart = isSearch || isLimited(filter);
    const walk = JSON.stringify([where, active, parameters.values, order.by]);
    const isScattered = order.isMoving && (isSearch || (!isPart && filter.active === undefined));
    const placed = [...parameters.values];
    let [sortsAll, share] = [false, 1];
    if (isSortedLast && !isSearch && known > (fewDevices.sorted ?? SORTED)) {
      const rows = await rowsFound<Row>(tenantId, link, filter, infos, known);
      if (rows) return rows;
    }
    if (known !== undefined && !(isSortedLast && known <= fewDevices.few)) {
      if (isPart && (isSearch || !hasIndex(link, filter, order)))
        share = known / Math.max(1, await total(tenantId, { active: filter.active }));
      // In an order by activity, each device that is walked is looked at in another table.
      if (isSearch && ofActivity) share /= LOOKED_AT;
      const patience = slowWalks.took(tenantId, walk);
      const rows = await rowsFromPlace<Row>(where + active, parameters, listOrder(link, filter, infos), infos, {
        limit: rowCount,
        offset,
        fromEnd: known - offset,
        share,
        isSlow: slowWalks.has(tenantId, walk),
        isScattered,
        ...(patience === undefined ? {} : { patience }),
        named: inMemory(tenantId, link, filter),
      });
      if (rows) return rows;
      const walked = isSearch ? (window.offset * (await total(tenantId, filter))) / known : window.offset;
      const isFar = window.offset >= fewDevices.nearActivity;
      const isLong = isSortedLast ? ofActivity && isFar && known > fewDevices.few : walked > fewDevices.walked;
      sortsAll = isScattered && isLong;
    }
    const started = performance.now();
    const rows = await rowsOfOrder<Row>({
      where,
      active,
      parameters,
      order,
      infos,
      window,
      rowCount,
      fromEnd,
      isSearch,
      isSortedLast,
      sortsAll,
      plansAnew: isPart && isSorted(link),
    });
    if (known !== undefined && isPart && (isSpread || known > fewDevices.few)) {
      slowWalks.note(tenantId, walk, performance.now() - started);
      const forwards = listOrder(link, filter, infos);
      if (slowWalks.has(tenantId, walk)) expectPlaces(where + active, placed, forwards, share, isScattered);
    }
    return rows;
  }

  /** Among which devices pages of a list are, by what memory knows of them. */
  function inMemory(tenantId: string, link: PageLink, filter: ListFilter): PageInMemory {
    const wanted = wantedOf(link, filter);
    return (order, page) => totals.named.page(tenantId, wanted, order, page);
  }

  /** Rows of a page of what a text finds, of which `known` are known; undefined: memory does not know where it is. */
  async function rowsFound<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
    known: number,
  ): Promise<Row[] | undefined> {
    const offset = link.page * link.pageSize;
    const limit = Math.min(link.pageSize, known - offset);
    if (limit <= 0) return [];
    const order = listOrder(link, filter, infos);
    const { parameters, where, active } = conditionsOf(tenantId, link, filter, order);
    const named = inMemory(tenantId, link, filter);
    const rows = await rowsAround<Row>(where + active, parameters, order, infos, { limit, offset, named });
    if (rows && known > fewDevices.few) {
      // After a start, memory does not know it for a while.
      const share = known / Math.max(1, await total(tenantId, { active: filter.active }));
      if (places.isFar(Math.min(offset, known - offset), share)) keepPlaces(where + active, parameters, order, share);
    }
    return rows;
  }

  /** The same of the devices of one group. */
  async function rowsFoundInGroup<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
    order: ListOrder,
    { groupId, take, skip, total: found }: DeviceSlice,
  ): Promise<Row[] | undefined> {
    const ofGroup = { ...filter, ...filterOfGroup(order, groupId) };
    const isNearlyAll = found >= NEARLY_ALL * (await total(tenantId, ofGroup));
    if (isNearlyAll && (await isSoon(tenantId, ofGroup, found, take + skip))) {
      const all = conditionsOf(tenantId, link, filter, order, 'nearlyAll');
      const [where, parameters, inGroup] = oneGroup(all.where, all.parameters, order, groupId);
      const limits = `LIMIT ${parameters.add(take)} OFFSET ${parameters.add(skip)}`;
      // Planned anew: only a plan that knows how few are wanted walks the order.
      const { rows } = await run<Row>(rowsOfIds(orderedIds(where, inGroup, limits), infos), parameters.values, true);
      if (rows.length === take) return rows;
    }
    const { parameters, where } = conditionsOf(tenantId, link, filter, order);
    const named = inMemory(tenantId, link, ofGroup);
    const group = oneGroup(where, parameters, order, groupId);
    const rows = await rowsAround<Row>(...group, infos, { limit: take, offset: skip, named });
    if (rows && skip > FAR_OFFSET) keepPlaces(...group, 1);
    return rows;
  }

  /** The same of a page that few groups have a part of. */
  async function rowsFoundInGroups<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
    order: ListOrder,
    slices: readonly DeviceSlice[],
  ): Promise<Row[] | undefined> {
    if (slices.length > MAX_SLICES) return undefined;
    const rows: Row[] = [];
    for (const slice of slices) {
      const ofGroup = await rowsFoundInGroup<Row>(tenantId, link, filter, infos, order, slice);
      if (!ofGroup) return undefined;
      rows.push(...ofGroup);
    }
    return rows;
  }

  /** Rows whose ids have been found, in the same order. */
  async function rowsWithIds<Row extends object>(found: readonly { id: string }[], infos: boolean): Promise<Row[]> {
    const ids = 'SELECT id FROM unnest($1::uuid[]) WITH ORDINALITY AS found (id, at) ORDER BY at';
    return (await run<Row>(rowsOfIds(ids, infos), [found.map(({ id }) => id)], false)).rows;
  }

  /** Rows of a list in its order, counted from the end that is nearer. */
  async function rowsOfOrder<Row extends object>(reading: {
    where: string;
    active: string;
    parameters: Parameters;
    order: ListOrder;
    infos: boolean;
    window: { limit: number; offset: number };
    /** As many as the page has. */
    rowCount: number;
    fromEnd: boolean;
    isSearch: boolean;
    isSortedLast: boolean;
    /** All rows are read as they lie. */
    sortsAll: boolean;
    plansAnew: boolean;
  }): Promise<Row[]> {
    const { where, active, parameters, order, infos, window, rowCount, fromEnd, isSearch, isSortedLast, plansAnew } =
      reading;
    const whole = createParameters(parameters.values);
    const limits = `LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
    const inOrder = (rows: Row[]): Row[] => (fromEnd ? rows.reverse() : rows);
    const readRows = async (text: string, { values }: Parameters = parameters): Promise<Row[]> =>
      (await run<Row>(text, values, isSearch || plansAnew)).rows;
    const read = (ids: string, of?: Parameters): Promise<Row[]> => readRows(rowsOfIds(ids, infos), of);
    if (isSearch && order.ofActivity && window.offset < fewDevices.nearActivity) {
      const rows = await read(nearActivityIds(where, order, limits, active, fewDevices.nearActivity));
      if (rows.length >= rowCount) return inOrder(rows);
    }
    if (reading.sortsAll) {
      const text = orderedIds(where + active, order, limits);
      const find = (client: pg.PoolClient) => client.query<{ id: string }>(text, parameters.values);
      return inOrder(await rowsWithIds((await inOneMoment(pool, find, AS_THEY_LIE)).rows, infos));
    }
    if (isSortedLast) return inOrder(await read(sortedIds(where, order, limits, active)));
    const ranges = rangesOf(order, fromEnd);
    if (!isSearch && !order.isMoving && !ranges && window.offset <= NEAR_OFFSET) {
      return inOrder(await readRows(orderedRows(where, order, limits, infos)));
    }
    const rows = await read(orderedIds(where + active, order, limits, ranges?.[0]));
    if (!ranges || rows.length >= window.limit) return inOrder(rows);
    return inOrder(await read(idsOfRanges(whole, where, order, ranges, window), whole));
  }

  /** Rows of a page that is sorted by group, each slice read in the order of its group's index. */
  async function rowsOfSlices<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
    order: ListOrder,
    slices: readonly DeviceSlice[],
  ): Promise<Row[]> {
    const [first] = slices;
    if (!first) return [];
    const { parameters, where } = conditionsOf(tenantId, link, filter, order);
    const found = await rowsFromPlace<Row>(...oneGroup(where, parameters, order, first.groupId), infos, {
      limit: first.take,
      offset: first.skip,
      fromEnd: first.total - first.skip,
      // Each row that is skipped is looked at.
      isSlow: Boolean(link.textSearch) && first.skip > FAR_OFFSET,
      named: inMemory(tenantId, link, { ...filter, ...filterOfGroup(order, first.groupId) }),
    });
    const others = found ? slices.slice(1) : slices;
    if (found && others.length === 0) return found;
    const ids = sliceIds(parameters, where, order, others);
    const { rows } = await run<Row>(rowsOfIds(ids, infos), parameters.values, Boolean(link.textSearch));
    return found ? [...found, ...rows] : rows;
  }

  /** The next rows of the whole list. Its walk has their ids only, for which an index is enough. */
  async function rowsOfWalk<Row extends object>(
    walk: ListWalk,
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
  ): Promise<Row[]> {
    const found = await walk.next<{ id: string }>(() => {
      const order = listOrder(link, filter, infos);
      const { parameters, where, active } = conditionsOf(tenantId, link, filter, order);
      return { text: orderedIds(where + active, order, ''), values: parameters.values };
    });
    return rowsWithIds(found, infos);
  }

  async function page<Row extends object>(
    tenantId: string,
    link: PageLink,
    requested: DeviceFilter,
    infos: boolean,
  ): Promise<PageData<Row>> {
    listOrder(link, requested, infos); // refuses unsupported properties before anything is read
    const filter = await listFilter(tenantId, requested);
    const order = listOrder(link, filter, infos);
    const walk = walkOf(link);
    if (walk) return pageData(await rowsOfWalk<Row>(walk, tenantId, link, filter, infos), 0, link);
    if (order.group && link.textSearch) {
      const { group, direction } = order;
      const found = await searchGroups(tenantId, link, filter, { group, direction });
      const count = found.reduce((sum, { total }) => sum + total, 0);
      const slices = slicesOfGroups(found, link);
      const rows =
        (await rowsFoundInGroups<Row>(tenantId, link, filter, infos, order, slices)) ??
        (count <= fewDevices.few
          ? await rowsOf<Row>(tenantId, link, filter, infos, count)
          : await rowsOfSlices<Row>(tenantId, link, filter, infos, order, slices));
      return pageData(rows, count, link);
    }
    if (link.textSearch && (filter.active === undefined || order.isOfProfiles)) {
      const groups = await searchGroups(tenantId, link, filter, { group: 'profile', direction: 'ASC' });
      const count = groups.reduce((sum, { total: ofGroup }) => sum + ofGroup, 0);
      // What devices are called goes with their place in an order by it: all that is found may be at its end.
      const isNamed = order.named?.by === 'name' || order.named?.by === 'label';
      // And their last data often goes with their state.
      const soon =
        !isNamed && !order.ofActivity && (await isSoon(tenantId, filter, count, link.pageSize * (link.page + 1)));
      const known = soon ? undefined : await rowsFound<Row>(tenantId, link, filter, infos, count);
      if (known) return pageData(known, count, link);
      const spread = await isSpread(tenantId, link, filter, order, groups);
      const rows =
        (spread ? undefined : await rowsOfProfiles<Row>(tenantId, link, filter, infos, order, groups)) ??
        (await rowsOf<Row>(tenantId, link, filter, infos, count, spread));
      return pageData(rows, count, link);
    }
    if (link.textSearch) {
      // Their number decides how to find them best.
      const count = await searchTotal(tenantId, link, filter);
      const known = await rowsFound<Row>(tenantId, link, filter, infos, count);
      return pageData(known ?? (await rowsOf<Row>(tenantId, link, filter, infos, count)), count, link);
    }
    const counting = total(tenantId, filter);
    if (order.group) {
      const reading = slicesOf(pool, tenantId, link, filter, order.group).then((slices) =>
        rowsOfSlices<Row>(tenantId, link, filter, infos, order, slices),
      );
      const [count, rows] = await Promise.all([counting, reading]);
      return pageData(rows, count, link);
    }
    // Far pages are read once it is known where the end is, and those of a part of the devices in an order that its index
    // does not have once it is known how many there are; others at the same time as the total.
    const isNear = link.page * link.pageSize < FAR_OFFSET && !(isLimited(filter) && isSorted(link));
    const near = isNear ? rowsOf<Row>(tenantId, link, filter, infos, undefined) : undefined;
    const [count, rows] = await Promise.all([counting, near]);
    return pageData(rows ?? (await rowsOf<Row>(tenantId, link, filter, infos, count)), count, link);
  }

  return {
    names: totals.names,
    named: totals.named,

    /** Finds where far pages of all devices of a tenant are in an order. */
    async learn(tenantId: string, link: PageLink): Promise<void> {
      const order = listOrder(link, {}, true);
      const { parameters, where, active } = conditionsOf(tenantId, link, {}, order);
      await learn(where + active, parameters, order);
    },

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
