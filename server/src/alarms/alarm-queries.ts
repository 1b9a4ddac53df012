import { type PageData, pageData } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ENTITY_KINDS } from '../entities/entity-kinds.ts';
import type { Database } from '../storage/database.ts';
import { containsPattern } from '../storage/paging.ts';
import { SEVERITIES_BY_CODE, STATUSES_BY_CODE } from './alarm-codes.ts';
import { type AlarmFilter, type AlarmRange, isWindowed, rangesOf } from './alarm-filter.ts';
import type { AlarmLists } from './alarm-lists.ts';
import { ALARM_COLUMNS, type AlarmRow } from './alarm-record.ts';
import { type AlarmTallies, sumOf } from './alarm-tallies.ts';

/** A page of the alarms of some entities. */
export interface AlarmQuery {
  tenantId: string;
  /** In the order in which alarms stand when `sort` is absent. */
  entityIds: readonly string[];
  /** Also alarms that were propagated to them. */
  places: boolean;
  filter: AlarmFilter;
  textSearch?: string | undefined;
  /** Alarm fields that the text is searched in. */
  searchedFields: readonly string[];
  sort?: { field: string; direction: 'ASC' | 'DESC' } | undefined;
  pageSize: number;
  page: number;
}

/** An alarm, and that of the entities which it was found by. */
export type FoundAlarmRow = AlarmRow & { entity_id: string };

/** Alarms that a walk over those of the tenant may look at to find a page; beyond that those of the entities are sorted. */
const MAX_WALK = 100_000;

const nameOf = (code: RawBuilder<unknown>, names: readonly string[]): RawBuilder<string> =>
  sql`(${sql.lit(`{${names.join(',')}}`)}::text[])[${code} + 1]`;

/** Name of the originator of `a`. */
const ORIGINATOR_NAME: RawBuilder<string> = sql`CASE a.originator_type ${sql.join(
  ENTITY_KINDS.filter(({ entityType }) => entityType !== 'ALARM' && entityType !== 'RPC').map(
    ({ entityType, summary }) =>
      sql`WHEN ${sql.lit(entityType)} THEN (SELECT named.name FROM (${sql.raw(
        summary.replace('ANY ($1)', 'a.originator_id'),
      )}) AS named)`,
  ),
  sql` `,
)} END`;

/** Alarm field → its value for sorting, and as text. */
const FIELDS: ReadonlyMap<string, { sorted: RawBuilder<unknown>; text: RawBuilder<string> }> = new Map(
  Object.entries({
    createdTime: sql`a.created_time`,
    startTs: sql`a.start_ts`,
    startTime: sql`a.start_ts`,
    endTs: sql`a.end_ts`,
    endTime: sql`a.end_ts`,
    ackTs: sql`a.ack_ts`,
    ackTime: sql`a.ack_ts`,
    clearTs: sql`a.clear_ts`,
    clearTime: sql`a.clear_ts`,
    originatorId: sql`a.originator_id`,
    originatorType: sql`a.originator_type`,
    type: sql`a.type`,
    details: sql`a.details`,
  }).map(([field, column]) => [field, { sorted: column, text: sql<string>`${column}::text` }] as const),
);
const OTHER_FIELDS: ReadonlyMap<string, { sorted: RawBuilder<unknown>; text: RawBuilder<string> }> = new Map([
  ['severity', { sorted: sql`a.severity`, text: nameOf(sql`a.severity`, SEVERITIES_BY_CODE) }],
  ['status', { sorted: sql`a.status`, text: nameOf(sql`a.status`, STATUSES_BY_CODE) }],
  ['originator', { sorted: sql`lower(${ORIGINATOR_NAME})`, text: ORIGINATOR_NAME }],
]);

const fieldOf = (field: string) => OTHER_FIELDS.get(field) ?? FIELDS.get(field);

/** Whether alarms can be sorted by a field. */
export const isAlarmField = (field: string): boolean => fieldOf(field) !== undefined;

/** Alarms of the entities that a query finds. */
export function createAlarmQueries(db: Database, tallies: AlarmTallies, lists: AlarmLists) {
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;

  /** How many there are when nothing but severities and statuses limits them: counted already. */
  async function knownTotal(query: AlarmQuery, ranges: readonly AlarmRange[]): Promise<number | undefined> {
    if (query.textSearch || query.filter.types?.length || isWindowed(query.filter)) return undefined;
    return sumOf(ranges, await tallies.ofEntities(query.entityIds, ranges, { places: query.places }));
  }

  async function countRows(query: AlarmQuery): Promise<number> {
    const rows = await run(sql<{ total: number }>`SELECT count(*)::integer AS total
      FROM (${entitiesOf(query)}) AS of_entity JOIN alarm AS a ON a.id = of_entity.alarm_id WHERE ${conditionOf(query)}`);
    return rows[0]?.total ?? 0;
  }

  /** Those of the entities are found by index, sorted and cut. */
  function sortedPage(query: AlarmQuery): Promise<FoundAlarmRow[]> {
    return run(sql<FoundAlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)}, of_entity.entity_id
      FROM (${entitiesOf(query)}) AS of_entity JOIN alarm AS a ON a.id = of_entity.alarm_id
      WHERE ${conditionOf(query)} ORDER BY ${orderOf(query)}
      LIMIT ${query.pageSize} OFFSET ${query.page * query.pageSize}`);
  }

  /** The newest (or oldest) alarms of the tenant are looked at until the page is full. */
  function walkedPage(query: AlarmQuery, ranges: readonly AlarmRange[]): Promise<FoundAlarmRow[]> {
    const direction = query.sort?.direction === 'ASC' ? sql`ASC` : sql`DESC`;
    const order = sql`ORDER BY created_time ${direction}, id ${direction}`;
    const parts = ranges.map(
      ({ severity, status }) => sql`(SELECT id, created_time, originator_id FROM alarm
        WHERE tenant_id = ${query.tenantId} AND severity = ${sql.lit(severity)} AND status = ${sql.lit(status)}
          ${windowOf(query.filter)} ${order})`,
    );
    // OFFSET 0 keeps the long list of entities out of the walks of the ranges: it is looked at once for each row.
    return run(sql<FoundAlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)}, a.originator_id AS entity_id FROM (
        SELECT id FROM (SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS merged ${order} OFFSET 0) AS walked
        WHERE originator_id = ANY(${query.entityIds}::uuid[]) ${order}
        LIMIT ${query.pageSize} OFFSET ${query.page * query.pageSize}
      ) AS page JOIN alarm AS a ON a.id = page.id ORDER BY a.created_time ${direction}, a.id ${direction}`);
  }

  async function rowsOf(
    query: AlarmQuery,
    ranges: readonly AlarmRange[],
    known: number | undefined,
  ): Promise<FoundAlarmRow[]> {
    const isByTime = query.sort?.field === 'createdTime';
    if (!isByTime || query.places || query.textSearch || query.filter.types?.length) return sortedPage(query);
    const all = sumOf(ranges, await tallies.ofOwner(query.tenantId, ranges));
    // They are those of the whole tenant.
    if (known === all && query.sort) {
      const link = { ...query, textSearch: undefined, sortProperty: 'createdTime', sortOrder: query.sort.direction };
      const rows = await lists.rowsInTime({ of: 'tenant', id: query.tenantId }, query.filter, link);
      return rows.map((row) => ({ ...row, entity_id: row.originator_id }));
    }
    const share = known === undefined ? query.entityIds.length / Math.max(1, all) : known / Math.max(1, all);
    const walk = ((query.page + 1) * query.pageSize) / Math.max(share, Number.MIN_VALUE);
    const isShort = known === undefined ? query.entityIds.length > 100 : walk < Math.max(MAX_WALK, known);
    return isShort && (known ?? 1) > 1_000 ? walkedPage(query, ranges) : sortedPage(query);
  }

  return {
    /** @throws ApiError 400 / 31 for a field that alarms cannot be sorted by */
    async find(query: AlarmQuery): Promise<PageData<FoundAlarmRow>> {
      const ranges = rangesOf(query.filter);
      if (query.entityIds.length === 0 || ranges.length === 0) return pageData([], 0, query);
      const known = await knownTotal(query, ranges);
      const offset = query.page * query.pageSize;
      if (known !== undefined && known <= offset) return pageData([], known, query);
      const rows = await rowsOf(query, ranges, known);
      if (known !== undefined) return pageData(rows, known, query);
      const isLast = rows.length < query.pageSize && (rows.length > 0 || offset === 0);
      return pageData(rows, isLast ? offset + rows.length : await countRows(query), query);
    },
  };
}

export type AlarmQueries = ReturnType<typeof createAlarmQueries>;

function windowOf({ startTime, endTime }: AlarmFilter): RawBuilder<unknown> {
  const after = startTime === undefined ? sql`` : sql` AND created_time >= ${startTime}`;
  return endTime === undefined ? after : sql`${after} AND created_time <= ${endTime}`;
}

/** Entities and their alarms, each pair once, those of the filter's severities, statuses and times. */
function entitiesOf({ tenantId, entityIds, places, filter }: AlarmQuery): RawBuilder<unknown> {
  const ranges = rangesOf(filter);
  const severities = [...new Set(ranges.map(({ severity }) => severity))];
  const statuses = [...new Set(ranges.map(({ status }) => status))];
  const limits = sql`severity = ANY(${severities}::smallint[]) AND status = ANY(${statuses}::smallint[])${windowOf(filter)}`;
  const own = sql`SELECT originator_id AS entity_id, id AS alarm_id FROM alarm
    WHERE originator_id = ANY(${entityIds}::uuid[]) AND tenant_id = ${tenantId} AND ${limits}`;
  if (!places) return own;
  return sql`${own} UNION ALL SELECT entity_id, alarm_id FROM alarm_place
    WHERE entity_id = ANY(${entityIds}::uuid[]) AND ${limits}`;
}

/** What `entitiesOf` leaves open: the tenant of propagated alarms, types and texts. */
function conditionOf({ tenantId, filter, textSearch, searchedFields }: AlarmQuery): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`a.tenant_id = ${tenantId}`];
  if (filter.types?.length) conditions.push(sql`a.type = ANY(${filter.types}::text[])`);
  if (textSearch) {
    const texts = searchedFields.flatMap((field) => fieldOf(field)?.text ?? []);
    const contains = texts.map((text) => sql`lower(${text}) LIKE ${containsPattern(textSearch)}`);
    conditions.push(contains.length > 0 ? sql`(${sql.join(contains, sql` OR `)})` : sql`false`);
  }
  return sql`${sql.join(conditions, sql` AND `)}`;
}

function orderOf({ sort, entityIds }: AlarmQuery): RawBuilder<unknown> {
  if (!sort) return sql`array_position(${entityIds}::uuid[], of_entity.entity_id), a.created_time DESC, a.id DESC`;
  const direction = sort.direction === 'ASC' ? sql`ASC` : sql`DESC`;
  const field = fieldOf(sort.field);
  // Details are JSON, which has no order: their text has one.
  const sorted = sort.field === 'details' ? field?.text : field?.sorted;
  const opposite = sort.direction === 'ASC' ? sql`DESC` : sql`ASC`;
  if (sort.field === 'createdTime') return sql`a.created_time ${direction}, a.id ${direction}, of_entity.entity_id`;
  return sql`${sorted} ${direction} NULLS LAST, a.created_time ${opposite}, a.id ${opposite}, of_entity.entity_id`;
}
