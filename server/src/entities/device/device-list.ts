import type { Device, DeviceInfo } from '@signalbox/contract/device';
import type { EntityType } from '@signalbox/contract/id';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { badRequest } from '../../http/errors.ts';
import type { LiveBus } from '../../live/live-bus.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import { containsPattern } from '../../storage/paging.ts';
import type { DeviceTable } from '../../storage/schema.ts';
import { type CustomerSlice, slicesByCustomer } from './device-customer-slices.ts';
import type { DeviceFilter } from './device-filter.ts';
import { toDevice } from './device-rows.ts';

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
/** Lists whose totals are remembered. */
const MAX_TOTALS = 1000;
/** Kinds whose changes can change how many devices a list has. */
const COUNTED_KINDS: readonly EntityType[] = ['DEVICE', 'DEVICE_PROFILE', 'CUSTOMER', 'TENANT'];

/** Scope number of server attributes in the table `attribute`. */
const SERVER_SCOPE = 3;

/**
 * Orders a list can be asked in. Each is that of an index, with creation time and id behind the property, so that a
 * page reads only its own rows; `nullable` ones need NULLS LAST, for which there is an index a direction. A device's
 * type is always the name of its profile, which therefore sorts like it.
 */
const ORDERS: Record<string, { column: string; nullable?: boolean; infoOnly?: boolean }> = {
  createdTime: { column: '' },
  name: { column: 'lower(device.name)' },
  type: { column: 'lower(device.type)' },
  label: { column: 'lower(device.label)', nullable: true },
  deviceProfileName: { column: 'lower(device.type)', infoOnly: true },
  customerTitle: {
    column: '(SELECT lower(customer.title) FROM customer WHERE customer.id = device.customer_id)',
    nullable: true,
    infoOnly: true,
  },
};

/** @param fromEnd the exact opposite, to read the last pages from the other end of the index */
function orderBy(link: PageLink, infos: boolean, fromEnd = false): string {
  const [newest, oldest] = ['device.created_time DESC, device.id DESC', 'device.created_time ASC, device.id ASC'];
  const [forwards, backwards] = fromEnd ? [oldest, newest] : [newest, oldest];
  if (!link.sortProperty) return forwards;
  const order = Object.hasOwn(ORDERS, link.sortProperty) ? ORDERS[link.sortProperty] : undefined;
  if (!order || (order.infoOnly && !infos)) {
    const offered = Object.keys(ORDERS).filter((name) => infos || !ORDERS[name]?.infoOnly);
    throw badRequest(`Unsupported sort property '${link.sortProperty}'! Only ${offered.join(', ')} are allowed.`);
  }
  const isDescending = link.sortOrder === 'DESC';
  const tieBreak = isDescending ? backwards : forwards;
  if (order.column === '') return isDescending ? forwards : backwards;
  const direction = isDescending !== fromEnd ? 'DESC' : 'ASC';
  const nulls = order.nullable ? ` NULLS ${fromEnd ? 'FIRST' : 'LAST'}` : '';
  return `${order.column} ${direction}${nulls}, ${tieBreak}`;
}

/** Collects the values of a statement while its text is put together. */
function createParameters() {
  const values: unknown[] = [];
  return { values, add: (value: unknown): string => `$${values.push(value)}` };
}
type Parameters = ReturnType<typeof createParameters>;

function conditions(parameters: Parameters, tenantId: string, link: PageLink, filter: DeviceFilter): string {
  const all = [`device.tenant_id = ${parameters.add(tenantId)}`];
  if (filter.customerId) all.push(`device.customer_id = ${parameters.add(filter.customerId)}`);
  if (filter.type) {
    const type = parameters.add(filter.type);
    all.push(`lower(device.type) = lower(${type}::text) AND device.type = ${type}`);
  } else if (filter.deviceProfileId) {
    all.push(`device.device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
  }
  if (link.textSearch) all.push(`lower(device.name) LIKE ${parameters.add(containsPattern(link.textSearch))}`);
  if (filter.active !== undefined) {
    const isActive = `EXISTS (SELECT 1 FROM attribute WHERE attribute.entity_id = device.id
      AND attribute.scope = ${SERVER_SCOPE} AND attribute.bool_value
      AND attribute.key_id = (SELECT id FROM telemetry_key WHERE name = 'active'))`;
    all.push(filter.active ? isActive : `NOT ${isActive}`);
  }
  return all.join(' AND ');
}

const INFO_COLUMNS = `, customer.title AS customer_title, customer.is_public AS customer_is_public,
  device.type AS device_profile_name, active.bool_value AS active, activity.long_value AS last_activity_time`;

/** What an info shows of others, joined to the rows of the page only. */
const INFO_JOINS = `
  LEFT JOIN customer ON customer.id = device.customer_id
  LEFT JOIN attribute AS active ON active.entity_id = device.id AND active.scope = ${SERVER_SCOPE}
    AND active.key_id = (SELECT id FROM telemetry_key WHERE name = 'active')
  LEFT JOIN attribute AS activity ON activity.entity_id = device.id AND activity.scope = ${SERVER_SCOPE}
    AND activity.key_id = (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime')`;

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
export function createDeviceLists(pool: pg.Pool, liveBus: LiveBus) {
  /** conditions of a list and their values → number of devices it has */
  const totals = createEmbeddedCache<number>(MAX_TOTALS);
  /** Counts changes, so that what was counted before one is not kept after it. */
  let changes = 0;
  liveBus.subscribeKinds(['entity'], ({ entityId: { entityType } }) => {
    if (!COUNTED_KINDS.includes(entityType)) return;
    changes++;
    totals.clear();
  });

  /**
   * Runs a statement, prepared where its plan does not depend on the values: planning takes longer than reading a page.
   * How rare a searched text is decides the plan of a search, so that is planned each time.
   */
  function run<Row extends object>(text: string, values: unknown[], isSearch: boolean): Promise<pg.QueryResult<Row>> {
    return pool.query<Row>(isSearch ? { text, values } : { name: statementName(text), text, values });
  }

  /** A total as it was counted since the last change of a device, else counted now. */
  async function remembered(key: string, count: () => Promise<number>): Promise<number> {
    const known = totals.get(key);
    if (known !== undefined) return known;
    const before = changes;
    const counted = await count();
    if (before === changes) totals.set(key, counted);
    return counted;
  }

  /** Number of devices that a search finds; these have to be counted one by one. */
  async function searchTotal(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<number> {
    const parameters = createParameters();
    const where = conditions(parameters, tenantId, link, filter);
    const text = `SELECT count(*)::integer AS total FROM device WHERE ${where}`;
    const count = async (): Promise<number> =>
      (await run<{ total: number }>(text, parameters.values, true)).rows[0]?.total ?? 0;
    if (filter.active === undefined) return remembered(JSON.stringify([where, parameters.values]), count);
    // Activity changes without a notice. Who is not active is known by who is, for which there is an index.
    if (filter.active || link.textSearch) return count();
    const [all, active] = await Promise.all([
      total(tenantId, { ...filter, active: undefined }),
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
      JSON.stringify(['', where, parameters.values]),
      async () => (await run<{ total: number }>(text, parameters.values, false)).rows[0]?.total ?? 0,
    );
  }

  /** Rows of a page that begins at `offset`, which the order is read to from the end when that is nearer. */
  async function rowsOf<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
    known: number | undefined,
  ): Promise<Row[]> {
    const parameters = createParameters();
    const where = conditions(parameters, tenantId, link, filter);
    const offset = link.page * link.pageSize;
    let window = { limit: link.pageSize, offset };
    let fromEnd = false;
    if (known !== undefined) {
      const rowCount = Math.max(0, Math.min(link.pageSize, known - offset));
      if (rowCount === 0) return [];
      fromEnd = known - offset < offset;
      if (fromEnd) window = { limit: rowCount, offset: known - offset - rowCount };
    }
    const order = orderBy(link, infos);
    const limits = `LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
    const rows = `SELECT device.* FROM device WHERE ${where} ORDER BY ${orderBy(link, infos, fromEnd)} ${limits}`;
    const text = `SELECT device.*${infos ? INFO_COLUMNS : ''} FROM (${rows}) AS device${infos ? INFO_JOINS : ''}
      ORDER BY ${order}`;
    const isSearch = Boolean(link.textSearch) || filter.active !== undefined;
    return (await run<Row>(text, parameters.values, isSearch)).rows;
  }

  /** Rows of a page that is sorted by customer title, each slice read in the order of its customer's index. */
  async function rowsOfSlices<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    slices: CustomerSlice[],
  ): Promise<Row[]> {
    if (slices.length === 0) return [];
    const parameters = createParameters();
    const where = conditions(parameters, tenantId, link, filter);
    const order = `device.created_time ${link.sortOrder === 'DESC' ? 'ASC' : 'DESC'},
      device.id ${link.sortOrder === 'DESC' ? 'ASC' : 'DESC'}`;
    const text = `SELECT device.*${INFO_COLUMNS}
      FROM unnest(${parameters.add(slices.map(({ customerId }) => customerId))}::uuid[],
        ${parameters.add(slices.map(({ skip }) => skip))}::integer[],
        ${parameters.add(slices.map(({ take }) => take))}::integer[])
        WITH ORDINALITY AS slice (customer_id, skip, take, place)
      CROSS JOIN LATERAL (SELECT device.* FROM device WHERE ${where} AND device.customer_id = slice.customer_id
        ORDER BY ${order} LIMIT slice.take OFFSET slice.skip) AS device${INFO_JOINS}
      ORDER BY slice.place, ${order}`;
    return (await run<Row>(text, parameters.values, false)).rows;
  }

  async function page<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
  ): Promise<PageData<Row>> {
    orderBy(link, infos); // refuses what is not offered before anything is read
    const offset = link.page * link.pageSize;
    if (!link.textSearch && filter.active === undefined) {
      // Far pages are read once it is known where the end is; near ones at the same time as the total.
      const counting = total(tenantId, filter);
      if (link.sortProperty === 'customerTitle') {
        const [count, slices] = await Promise.all([counting, slicesByCustomer(pool, tenantId, link, filter)]);
        return pageData(await rowsOfSlices<Row>(tenantId, link, filter, slices), count, link);
      }
      const near = offset < FAR_OFFSET ? rowsOf<Row>(tenantId, link, filter, infos, undefined) : undefined;
      const [count, rows] = await Promise.all([counting, near]);
      return pageData(rows ?? (await rowsOf<Row>(tenantId, link, filter, infos, count)), count, link);
    }
    const rows = await rowsOf<Row>(tenantId, link, filter, infos, undefined);
    const isLastPage = rows.length < link.pageSize && (rows.length > 0 || offset === 0);
    return pageData(rows, isLastPage ? offset + rows.length : await searchTotal(tenantId, link, filter), link);
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
      const text = `SELECT device.*${INFO_COLUMNS} FROM device${INFO_JOINS} WHERE device.tenant_id = $1 AND device.id = $2`;
      const row = (await run<DeviceInfoRow>(text, [tenantId, id], false)).rows[0];
      return row && toInfo(row);
    },
  };
}
