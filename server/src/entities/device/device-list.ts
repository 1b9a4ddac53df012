import type { Device, DeviceInfo } from '@signalbox/contract/device';
import type { EntityType } from '@signalbox/contract/id';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { DeviceTable } from '../../storage/schema.ts';
import type { DeviceFilter } from './device-filter.ts';
import {
  activityIds,
  createParameters,
  groupedIds,
  INFO_BY_ID,
  type ListOrder,
  listConditions,
  listOrder,
  nearActivityIds,
  orderedIds,
  orderedRows,
  type Parameters,
  rowsOfIds,
  sliceIds,
  sortedIds,
} from './device-list-sql.ts';
import { toDevice } from './device-rows.ts';
import { type DeviceGroup, slicesOf } from './device-slices.ts';

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
/** Lists whose totals are remembered. */
const MAX_TOTALS = 1000;
/** Kinds whose changes can change how many devices a list has. */
const COUNTED_KINDS: readonly EntityType[] = ['DEVICE', 'DEVICE_PROFILE', 'CUSTOMER', 'TENANT'];

/** Up to how many devices a list is found first and sorted then, where no index has both. */
export interface FewDevices {
  few: number;
  /** The same for searches that are sorted group by group: whole groups may have to be looked through for a match. */
  fewInGroups: number;
  /** Devices that are looked through in the order of their activity before those of a filter are sorted. */
  nearActivity: number;
}
const FEW_DEVICES: FewDevices = { few: 20_000, fewInGroups: 100_000, nearActivity: 2_000 };
/** Server attribute that says whether a device is active. */
const ACTIVE_KEY = 'active';

/** True when devices have to be looked at one by one to know whether they are in the list. */
const isSearched = (link: PageLink, filter: DeviceFilter): boolean =>
  Boolean(link.textSearch) || filter.active !== undefined;

/** True when it leaves out devices of the tenant. */
const isLimited = ({ customerId, type, deviceProfileId }: DeviceFilter): boolean =>
  Boolean(customerId || type || deviceProfileId);

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

/** Pages of devices, written so that a page of a million costs what a page of a hundred costs. */
export function createDeviceLists(pool: pg.Pool, liveBus: LiveBus, fewDevices: FewDevices = FEW_DEVICES) {
  /** conditions of a list and their values → number of devices it has, as of a state of its tenant */
  const totals = createEmbeddedCache<{ total: number; state: string }>(MAX_TOTALS);
  /** tenant → changes so far of what its lists count */
  const changes = new Map<string, number>();
  liveBus.subscribeKinds(['entity'], ({ tenantId, entityId: { entityType, id } }) => {
    if (!COUNTED_KINDS.includes(entityType)) return;
    const changed = entityType === 'TENANT' ? id : tenantId;
    changes.set(changed, (changes.get(changed) ?? 0) + 1);
  });
  /** tenant → number of state changes of its devices */
  const activeChanges = new Map<string, number>();
  liveBus.subscribeKinds(['attributes', 'attributesDeleted'], (change) => {
    const isActivity =
      change.kind === 'attributes'
        ? change.scope === 'SERVER_SCOPE' && change.entries.some(({ key }) => key === ACTIVE_KEY)
        : change.kind === 'attributesDeleted' && change.keys.includes(ACTIVE_KEY);
    if (isActivity) activeChanges.set(change.tenantId, (activeChanges.get(change.tenantId) ?? 0) + 1);
  });

  /**
   * Runs a statement, prepared where its plan does not depend on the values: planning takes longer than reading a page.
   * How rare a searched text is decides the plan of a search, so that is planned each time.
   */
  function run<Row extends object>(text: string, values: unknown[], isSearch: boolean): Promise<pg.QueryResult<Row>> {
    return pool.query<Row>(isSearch ? { text, values } : { name: statementName(text), text, values });
  }

  /**
   * A total as it was counted since the last change in the tenant, else counted now.
   * @param ofActive depends on which devices are active
   */
  async function remembered(
    tenantId: string,
    key: string,
    ofActive: boolean,
    count: () => Promise<number>,
  ): Promise<number> {
    const state = `${changes.get(tenantId) ?? 0} ${ofActive ? (activeChanges.get(tenantId) ?? 0) : ''}`;
    const known = totals.get(key);
    if (known?.state === state) return known.total;
    const total = await count();
    // Of the state before the count: what changed meanwhile may be in it or not, and is counted again.
    totals.set(key, { total, state });
    return total;
  }

  /** Number of the attribute that says whether a device is active, once there is one. */
  let activeKeyId: number | undefined;
  /** Read beforehand: how many devices have it is only known to the planner by its number. */
  async function loadActiveKey(): Promise<void> {
    const result = await pool.query<{ id: number }>('SELECT id FROM telemetry_key WHERE name = $1', [ACTIVE_KEY]);
    activeKeyId = result.rows[0]?.id;
  }
  const conditionsOf = (parameters: Parameters, tenantId: string, link: PageLink, filter: DeviceFilter): string =>
    listConditions(parameters, tenantId, link, filter, activeKeyId);

  /** Number of devices that a search finds; these have to be counted one by one. */
  async function searchTotal(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<number> {
    const parameters = createParameters();
    const where = conditionsOf(parameters, tenantId, link, filter);
    const text = `SELECT count(*)::integer AS total FROM device WHERE ${where}`;
    const count = async (): Promise<number> =>
      (await run<{ total: number }>(text, parameters.values, true)).rows[0]?.total ?? 0;
    if (filter.active !== false) {
      return remembered(tenantId, JSON.stringify([where, parameters.values]), filter.active === true, count);
    }
    // Inactive devices are derived from the active ones, for which there is an index.
    const others = { ...filter, active: undefined };
    const [all, active] = await Promise.all([
      link.textSearch ? searchTotal(tenantId, link, others) : total(tenantId, others),
      searchTotal(tenantId, link, { ...filter, active: true }),
    ]);
    return Math.max(0, all - active);
  }

  /** The exact number of devices of a list without a search: counted already. */
  async function total(tenantId: string, filter: DeviceFilter): Promise<number> {
    const parameters = createParameters();
    const where = [`tenant_id = ${parameters.add(tenantId)}`];
    if (filter.customerId) where.push(`customer_id = ${parameters.add(filter.customerId)}`);
    if (filter.type) {
      where.push(`device_profile_id = (SELECT id FROM device_profile AS profile
        WHERE profile.tenant_id = $1 AND profile.name = ${parameters.add(filter.type)})`);
    } else if (filter.deviceProfileId) {
      where.push(`device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
    }
    const text = `SELECT coalesce(sum(count), 0)::integer AS total FROM device_count WHERE ${where.join(' AND ')}`;
    return remembered(
      tenantId,
      JSON.stringify(['', where, parameters.values]),
      false,
      async () => (await run<{ total: number }>(text, parameters.values, false)).rows[0]?.total ?? 0,
    );
  }

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
    const { ofActivity } = listOrder(link, infos);
    // In an order by activity, the state is read from the same index.
    const where = conditionsOf(parameters, tenantId, link, ofActivity ? { ...filter, active: undefined } : filter);
    const active =
      ofActivity && filter.active !== undefined ? ` AND activity.active = ${parameters.add(filter.active)}` : '';
    const isSearch = isSearched(link, filter);
    const offset = link.page * link.pageSize;
    let window = { limit: link.pageSize, offset };
    let fromEnd = false;
    if (known !== undefined) {
      const rowCount = Math.max(0, Math.min(link.pageSize, known - offset));
      if (rowCount === 0) return [];
      // The order is read from the end that is nearer. What a search finds may be another number by now.
      fromEnd = !isSearch && known - offset < offset;
      if (fromEnd) window = { limit: rowCount, offset: known - offset - rowCount };
    }
    const order = listOrder(link, infos, fromEnd);
    // An index finds texts of three letters and more.
    const isIndexed = (link.textSearch?.length ?? 0) >= 3;
    const isFew =
      known !== undefined &&
      known <= (ofActivity || (order.group && isIndexed) ? fewDevices.fewInGroups : fewDevices.few);
    const readsGroups = order.group !== undefined && !isFew;
    const limits = readsGroups ? '' : `LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
    if (ofActivity && known !== undefined && (link.textSearch || isLimited(filter))) {
      const near = rowsOfIds(nearActivityIds(where, order, limits, active, fewDevices.nearActivity), infos);
      const { rows } = await run<Row>(near, parameters.values, isSearch);
      if (rows.length >= Math.min(window.limit, known - window.offset)) return fromEnd ? rows.reverse() : rows;
    }
    let text: string;
    const isIndexAlone = order.ofActivity && !link.textSearch && !isLimited(filter);
    if (isIndexAlone) text = rowsOfIds(activityIds(order, limits, active), infos);
    else if (isFew && (isSearch || isSorted(link))) text = rowsOfIds(sortedIds(where, order, limits, active), infos);
    else if (readsGroups) text = rowsOfIds(groupedIds(parameters, tenantId, where, order, window), infos);
    else if (isSearch || order.ofActivity || window.offset > NEAR_OFFSET)
      text = rowsOfIds(orderedIds(where, order, limits, active), infos);
    else text = orderedRows(where, order, limits, infos);
    const { rows } = await run<Row>(text, parameters.values, isSearch);
    return fromEnd ? rows.reverse() : rows;
  }

  /** Rows of a page that is sorted by group, each slice read in the order of its group's index. */
  async function rowsOfSlices<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
    order: ListOrder,
  ): Promise<Row[]> {
    const slices = await slicesOf(pool, tenantId, link, filter, order.group as DeviceGroup);
    if (slices.length === 0) return [];
    const parameters = createParameters();
    const where = conditionsOf(parameters, tenantId, link, filter);
    const ids = sliceIds(parameters, where, order, slices);
    return (await run<Row>(rowsOfIds(ids, infos), parameters.values, false)).rows;
  }

  async function page<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
  ): Promise<PageData<Row>> {
    const order = listOrder(link, infos); // refuses unsupported properties before anything is read
    if (isSearched(link, filter)) {
      if (filter.active !== undefined && activeKeyId === undefined) await loadActiveKey();
      // Their number decides how to find them best.
      const count = await searchTotal(tenantId, link, filter);
      return pageData(await rowsOf<Row>(tenantId, link, filter, infos, count), count, link);
    }
    const counting = total(tenantId, filter);
    if (order.group) {
      const [count, rows] = await Promise.all([counting, rowsOfSlices<Row>(tenantId, link, filter, infos, order)]);
      return pageData(rows, count, link);
    }
    // Far pages are read once it is known where the end is; those of a customer, and of a profile in an order that its
    // index does not have, once it is known how many there are; others at the same time as the total.
    const dependsOnTotal = order.ofActivity ? isLimited(filter) : filter.customerId && isSorted(link);
    const isNear = link.page * link.pageSize < FAR_OFFSET && !dependsOnTotal;
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
