import type { Device, DeviceInfo } from '@signalbox/contract/device';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { badRequest } from '../../http/errors.ts';
import { containsPattern } from '../../storage/paging.ts';
import type { DeviceTable } from '../../storage/schema.ts';
import { toDevice } from './device-rows.ts';

/** What a device list can be limited to. */
export interface DeviceFilter {
  customerId?: string | undefined;
  type?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: boolean | undefined;
}

type DeviceRow = Selectable<DeviceTable>;

interface DeviceInfoRow extends DeviceRow {
  customer_title: string | null;
  customer_is_public: boolean | null;
  device_profile_name: string;
  active: boolean | null;
  last_activity_time: number | null;
}

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

function orderBy(link: PageLink, infos: boolean): string {
  const newestFirst = 'device.created_time DESC, device.id DESC';
  if (!link.sortProperty) return newestFirst;
  const order = Object.hasOwn(ORDERS, link.sortProperty) ? ORDERS[link.sortProperty] : undefined;
  if (!order || (order.infoOnly && !infos)) {
    const offered = Object.keys(ORDERS).filter((name) => infos || !ORDERS[name]?.infoOnly);
    throw badRequest(`Unsupported sort property '${link.sortProperty}'! Only ${offered.join(', ')} are allowed.`);
  }
  const descending = link.sortOrder === 'DESC';
  if (order.column === '') return descending ? newestFirst : 'device.created_time ASC, device.id ASC';
  return descending
    ? `${order.column} DESC${order.nullable ? ' NULLS LAST' : ''}, device.created_time ASC, device.id ASC`
    : `${order.column} ASC, ${newestFirst}`;
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
export function createDeviceLists(pool: pg.Pool) {
  /**
   * Runs a statement, prepared where its plan does not depend on the values: planning takes longer than reading a page.
   * How rare a searched text is decides the plan of a search, so that is planned each time.
   */
  function run<Row extends object>(text: string, values: unknown[], isSearch: boolean): Promise<pg.QueryResult<Row>> {
    return pool.query<Row>(isSearch ? { text, values } : { name: statementName(text), text, values });
  }

  /** The exact number of devices of a list: counted already, unless there is a search. */
  async function total(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<number> {
    const parameters = createParameters();
    if (link.textSearch || filter.active !== undefined) {
      const where = conditions(parameters, tenantId, link, filter);
      const text = `SELECT count(*)::integer AS total FROM device WHERE ${where}`;
      return (await run<{ total: number }>(text, parameters.values, true)).rows[0]?.total ?? 0;
    }
    const where = [`tenant_id = ${parameters.add(tenantId)}`];
    if (filter.customerId) where.push(`customer_id = ${parameters.add(filter.customerId)}`);
    if (filter.type) {
      where.push(`device_profile_id = (SELECT id FROM device_profile AS profile
        WHERE profile.tenant_id = $1 AND profile.name = ${parameters.add(filter.type)})`);
    } else if (filter.deviceProfileId) {
      where.push(`device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
    }
    const text = `SELECT coalesce(sum(count), 0)::integer AS total FROM device_count WHERE ${where.join(' AND ')}`;
    return (await run<{ total: number }>(text, parameters.values, false)).rows[0]?.total ?? 0;
  }

  async function page<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    infos: boolean,
  ): Promise<PageData<Row>> {
    const order = orderBy(link, infos);
    const parameters = createParameters();
    const where = conditions(parameters, tenantId, link, filter);
    const offset = link.page * link.pageSize;
    const limits = `LIMIT ${parameters.add(link.pageSize)} OFFSET ${parameters.add(offset)}`;
    const rows = `SELECT device.* FROM device WHERE ${where} ORDER BY ${order} ${limits}`;
    const text = infos
      ? `SELECT device.*${INFO_COLUMNS} FROM (${rows}) AS device${INFO_JOINS} ORDER BY ${order}`
      : rows;
    const isCounted = !link.textSearch && filter.active === undefined;
    const [result, known] = await Promise.all([
      run<Row>(text, parameters.values, !isCounted),
      isCounted ? total(tenantId, link, filter) : undefined,
    ]);
    const found = result.rows.length;
    const isLastPage = found < link.pageSize && (found > 0 || offset === 0);
    const count = known ?? (isLastPage ? offset + found : await total(tenantId, link, filter));
    return pageData(result.rows, count, link);
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
