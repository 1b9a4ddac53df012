import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ENTITY_KINDS } from '../entities/entity-kinds.ts';
import { containsPattern } from '../storage/paging.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import { SEVERITIES_BY_CODE, STATUSES_BY_CODE } from './alarm-codes.ts';
import { type AlarmFilter, rangesOf } from './alarm-filter.ts';
import { textCondition, windowOf } from './alarm-list-sql.ts';
import { ALARM_COLUMNS, type AlarmRow } from './alarm-record.ts';
import type { WalkedAlarm } from './alarm-walk.ts';

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

/** `id` and `name` of entities that alarms are about. */
const namesOf = (ids: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    ENTITY_KINDS.filter(({ entityType }) => entityType !== 'ALARM' && entityType !== 'RPC').map(({ summary }) => {
      const [before = '', after = ''] = summary.split('$1');
      return sql`SELECT id, name FROM (${sql.raw(before)}${uuidArray(ids)}::uuid[]${sql.raw(after)}) AS named`;
    }),
    sql` UNION ALL `,
  );

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

/** A query with those of its entities whose name has the text, if they are looked up before their alarms. */
export interface PreparedQuery extends AlarmQuery {
  named?: readonly string[];
  /** Set when a text can only be in type, severity and status, which the indexes have. */
  isTextInIndex?: boolean;
}

/** Where alarms of entities are, and the columns of their ids. */
const ALARM = { table: sql`alarm`, entity: sql`originator_id`, alarm: sql`id` };
const ALARM_PLACE = { table: sql`alarm_place`, entity: sql`entity_id`, alarm: sql`alarm_id` };
type IsOf = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Entities and their alarms, those of the filter's severities, statuses, times and types. */
function partOf(
  { filter, textSearch, isTextInIndex }: PreparedQuery,
  { table, entity, alarm }: typeof ALARM,
  isOf: IsOf,
): RawBuilder<unknown> {
  const ranges = rangesOf(filter);
  const severities = [...new Set(ranges.map(({ severity }) => severity))];
  const statuses = [...new Set(ranges.map(({ status }) => status))];
  const ofTypes = filter.types?.length ? sql` AND type = ANY(${filter.types}::text[])` : sql``;
  const withText = textSearch && isTextInIndex ? sql` AND ${textCondition(textSearch)}` : sql``;
  // OFFSET 0 keeps the types out of the choice of the index: that of the entity has them too.
  return sql`SELECT entity_id, alarm_id, created_time FROM (
    SELECT ${entity} AS entity_id, ${alarm} AS alarm_id, created_time, type, severity, status FROM ${table} WHERE ${isOf(entity)}
      AND severity = ANY(${severities}::smallint[]) AND status = ANY(${statuses}::smallint[])${windowOf(filter)} OFFSET 0
    ) AS own WHERE true${ofTypes}${withText}`;
}

/** The same of all entities, each pair once, with what was propagated to them. */
function entitiesOf(query: PreparedQuery, isOf: IsOf): RawBuilder<unknown> {
  const own = partOf(query, ALARM, isOf);
  return query.places ? sql`${own} UNION ALL ${partOf(query, ALARM_PLACE, isOf)}` : own;
}

const isOneOf =
  ({ entityIds }: AlarmQuery): IsOf =>
  (column) =>
    sql`${column} = ANY(${uuidArray(entityIds)}::uuid[])`;

const ofAll = (query: PreparedQuery): RawBuilder<unknown> => entitiesOf(query, isOneOf(query));

/** What `entitiesOf` leaves open: the tenant, and texts. */
function conditionOf({
  tenantId,
  textSearch,
  searchedFields,
  named,
  isTextInIndex,
}: PreparedQuery): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`a.tenant_id = ${tenantId}`];
  if (textSearch && !isTextInIndex) {
    const read = named ? searchedFields.filter((field) => field !== 'originator') : searchedFields;
    const texts = read.flatMap((field) => fieldOf(field)?.text ?? []);
    const contains = texts.map((text) => sql`lower(${text}) LIKE ${containsPattern(textSearch)}`);
    if (named) contains.push(sql`a.originator_id = ANY(${uuidArray(named)}::uuid[])`);
    conditions.push(contains.length > 0 ? sql`(${sql.join(contains, sql` OR `)})` : sql`false`);
  }
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/** OFFSET 0 has alarms looked up one by one: of most entities there are far fewer than the statistics say. */
const JOINED = sql`CROSS JOIN LATERAL (SELECT * FROM alarm WHERE alarm.id = of_entity.alarm_id OFFSET 0) AS a`;

/** Ids of the entities whose name has the text. */
export const namedStatement = ({ entityIds, textSearch }: AlarmQuery): RawBuilder<{ id: string }> =>
  sql`SELECT id FROM (${namesOf(entityIds)}) AS named WHERE lower(name) LIKE ${containsPattern(textSearch ?? '')}`;

export function countStatement(query: PreparedQuery): RawBuilder<{ total: number }> {
  if (!query.textSearch || query.isTextInIndex)
    return sql`SELECT count(*)::integer AS total FROM (${ofAll(query)}) AS of_entity`;
  return sql`SELECT count(*)::integer AS total
    FROM (${ofAll(query)}) AS of_entity ${JOINED} WHERE ${conditionOf(query)}`;
}

/** The alarms of the entities are found by index, sorted and cut. */
export function sortedStatement(query: PreparedQuery): RawBuilder<FoundAlarmRow> {
  const limits = sql`LIMIT ${query.pageSize} OFFSET ${query.page * query.pageSize}`;
  const columns = sql`${sql.raw(ALARM_COLUMNS)}, of_entity.entity_id`;
  const where = conditionOf(query);
  const isTextOutside = query.textSearch && !query.isTextInIndex;
  if (query.sort?.field === 'createdTime' && !isTextOutside) {
    const direction = query.sort.direction === 'ASC' ? sql`ASC` : sql`DESC`;
    return sql`SELECT ${columns} FROM (SELECT * FROM (${ofAll(query)}) AS found
        ORDER BY created_time ${direction}, alarm_id ${direction}, entity_id ${limits}) AS of_entity ${JOINED}
      WHERE ${where} ORDER BY ${orderOf(query.sort)}`;
  }
  if (query.sort) {
    return sql`SELECT ${columns} FROM (${ofAll(query)}) AS of_entity ${JOINED} WHERE ${where}
      ORDER BY ${orderOf(query.sort)} ${limits}`;
  }
  // Entity by entity, until the page is full.
  const order = sql`number, created_time DESC, alarm_id DESC`;
  const entities = sql`(SELECT id, number FROM unnest(${uuidArray(query.entityIds)}::uuid[])
      WITH ORDINALITY AS entity (id, number) ORDER BY number OFFSET 0) AS entity`;
  const own = entitiesOf(query, (column) => sql`${column} = entity.id`);
  const inOrder = sql`SELECT found.*, entity.number FROM ${entities} CROSS JOIN LATERAL (${own}) AS found`;
  if (isTextOutside) {
    return sql`SELECT ${columns} FROM (${inOrder}) AS of_entity ${JOINED} WHERE ${where}
      ORDER BY number, a.created_time DESC, a.id DESC ${limits}`;
  }
  return sql`SELECT ${columns} FROM (${inOrder} ORDER BY ${order} ${limits}) AS of_entity ${JOINED} WHERE ${where}
    ORDER BY number, a.created_time DESC, a.id DESC`;
}

function orderOf({ field: name, direction: wanted }: NonNullable<AlarmQuery['sort']>): RawBuilder<unknown> {
  const direction = wanted === 'ASC' ? sql`ASC` : sql`DESC`;
  const field = fieldOf(name);
  // Details are JSON, which has no order: their text has one.
  const sorted = name === 'details' ? field?.text : field?.sorted;
  const opposite = wanted === 'ASC' ? sql`DESC` : sql`ASC`;
  if (name === 'createdTime') return sql`a.created_time ${direction}, a.id ${direction}, of_entity.entity_id`;
  return sql`${sorted} ${direction} NULLS LAST, a.created_time ${opposite}, a.id ${opposite}, of_entity.entity_id`;
}

/** The alarms of the filter that were propagated to the entities. */
export const placedStatement = (query: AlarmQuery): RawBuilder<WalkedAlarm> =>
  sql`SELECT alarm_id AS id, entity_id AS "entityId", created_time AS "createdTime"
    FROM (${partOf(query, ALARM_PLACE, isOneOf(query))}) AS placed`;
