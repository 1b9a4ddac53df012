import { ACTION_TYPES, type AuditLog } from '@signalbox/contract/audit-log';
import { ENTITY_TYPES, type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { type PageData, pageData, type TimePageLink } from '@signalbox/contract/page';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import { walkOf } from '../storage/list-walk.ts';
import { containsPattern, creationOrder, orderBy, rowOrder, type SortColumns, selectPage } from '../storage/paging.ts';
import type { AuditLogTable } from '../storage/schema.ts';
import {
  inWindow,
  isOpen,
  type Slice,
  type TimelineList,
  type TimelinePages,
  type TimeWindow,
  whereOf,
} from '../storage/timeline-pages.ts';
import { hasValue, type TimelineTotals } from '../storage/timeline-totals.ts';
import { createAuditNameOrder, type NamePlace } from './audit-name-order.ts';

export type AuditRow = Selectable<AuditLogTable>;

/** Which part of the log to read; without any restriction, everything of the tenant. */
export interface AuditLogFilter {
  customerId?: string;
  userId?: string;
  entityId?: EntityId;
  actionTypes?: readonly string[] | undefined;
}

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`audit_log.created_time`,
  entityType: sql`audit_log.entity_type`,
  entityName: sql`lower(audit_log.entity_name)`,
  userName: sql`lower(audit_log.user_name)`,
  actionType: sql`audit_log.action_type`,
  actionStatus: sql`audit_log.action_status`,
};

function toAuditLog(row: AuditRow): AuditLog {
  return {
    id: { id: row.id },
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    entityId: entityId(row.entity_type as EntityType, row.entity_id),
    entityName: row.entity_name,
    userId: entityId('USER', row.user_id),
    userName: row.user_name,
    actionType: row.action_type as AuditLog['actionType'],
    actionData: row.action_data,
    actionStatus: row.action_status as AuditLog['actionStatus'],
    actionFailureDetails: row.action_failure_details,
  };
}

/** Properties that so few values have that the lines of each are a list of their own. */
const GROUPED: ReadonlySet<string> = new Set(['entityType', 'userName', 'actionType', 'actionStatus']);
/** Values of such a property, up to which they are. */
const MAX_GROUPS = 2_000;
/** Lines of a part of the log that are sorted by name, and not looked for in the order of all names. */
const FEW = 20_000;

/** Texts in a column that the server itself has given. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  action_type: ACTION_TYPES,
  action_status: ['SUCCESS', 'FAILURE'],
  entity_type: ENTITY_TYPES,
};

/**
 * The columns a search covers: those that differ between the rows of a list. Of names an index knows the parts; of given texts
 * it is known beforehand which have the text that is searched.
 */
function searchCondition(text: string, filter: AuditLogFilter): RawBuilder<SqlBool> {
  const pattern = containsPattern(text);
  const named = filter.userId ? ['entity_name'] : ['entity_name', 'user_name'];
  const given = ['action_type', 'action_status', ...(filter.entityId ? [] : ['entity_type'])];
  const inGiven = given.flatMap((column) => {
    const found = GIVEN[column]?.filter((one) => one.toLowerCase().includes(text.toLowerCase())) ?? [];
    return found.length > 0 ? [sql<SqlBool>`${sql.ref(column)} = ANY(${found}::text[])`] : [];
  });
  const inNames = named.map((column) => sql<SqlBool>`lower(${sql.ref(column)}) LIKE ${pattern}`);
  return sql<SqlBool>`(${sql.join([...inNames, ...inGiven], sql` OR `)})`;
}

const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

function listOf(tenantId: string, { textSearch }: TimePageLink, filter: AuditLogFilter): TimelineList {
  const scope = [sql<SqlBool>`tenant_id = ${tenantId}`];
  if (filter.customerId) scope.push(sql<SqlBool>`customer_id = ${filter.customerId}`);
  if (filter.userId) scope.push(sql<SqlBool>`user_id = ${filter.userId}`);
  if (filter.entityId) {
    const { id, entityType } = filter.entityId;
    scope.push(sql<SqlBool>`entity_id = ${id} AND entity_type = ${entityType}`);
  }
  const narrowed: RawBuilder<SqlBool>[] = [];
  const { actionTypes = [] } = filter;
  const [action] = actionTypes;
  if (action && actionTypes.length === 1) {
    // The index by kind of action has those of the tenant.
    (scope.length === 1 ? scope : narrowed).push(sql<SqlBool>`action_type = ${action}`);
  } else if (action) narrowed.push(sql<SqlBool>`action_type = ANY(${[...actionTypes]}::text[])`);
  if (textSearch) narrowed.push(searchCondition(textSearch, filter));
  return { tenantId, scope: allOf(scope), ...(narrowed.length > 0 ? { narrowed: allOf(narrowed) } : {}) };
}

/** Lists of the audit log of a tenant. */
export function createAuditLogReader(
  db: Database,
  totals: TimelineTotals,
  pages: TimelinePages<AuditRow>,
  places: ListPlaces<NamePlace>,
  few = FEW,
) {
  const byName = createAuditNameOrder<AuditRow>({ db, totals, pages, places });
  type Found = Promise<{ rows: AuditRow[]; total: number }>;

  /** The lines of each value of a property, one after the other; undefined: it has too many. */
  async function readGroups(
    list: TimelineList,
    window: TimeWindow,
    { offset, limit }: Slice,
    {
      column,
      isDescending,
      isNewestFirst,
    }: { column: RawBuilder<unknown>; isDescending: boolean; isNewestFirst: boolean },
  ): Promise<Awaited<Found> | undefined> {
    const where = whereOf(list);
    const counted = isOpen(window)
      ? await totals.groups(list.tenantId, where, column)
      : await totals.countGroups(inWindow(where, window), column);
    if (counted.size > MAX_GROUPS) return undefined;
    const none = counted.get(null);
    counted.delete(null);
    const groups = [...counted].sort(([one], [other]) => byBytes(one ?? '', other ?? '') * (isDescending ? -1 : 1));
    if (none !== undefined) groups.push([null, none]);
    const rows: AuditRow[] = [];
    let skip = offset;
    for (let at = 0; at < groups.length && rows.length < limit; at++) {
      const [value, lines] = groups[at] as (typeof groups)[number];
      const wanted = Math.min(limit - rows.length, lines - skip);
      if (wanted <= 0) {
        skip -= lines;
        continue;
      }
      const whole = skip === 0 && value !== null ? wholeGroups(groups.slice(at), limit - rows.length) : [];
      if (whole.length > 1) {
        const { rows: found } = await sql<AuditRow>`SELECT * FROM audit_log
          WHERE ${inWindow(where, window)} AND ${column} = ANY(${whole}::text[])
          ORDER BY ${column} ${isDescending ? sql`DESC` : sql`ASC`}, ${creationOrder(isNewestFirst, 'audit_log')}
          LIMIT ${limit - rows.length}`.execute(db);
        rows.push(...found);
        at += whole.length - 1;
      } else {
        const isOf = hasValue(column, value);
        const narrowed = list.narrowed ? sql<SqlBool>`${list.narrowed} AND ${isOf}` : isOf;
        const found = await pages.read({ ...list, narrowed }, window, { offset: skip, limit: wanted, isNewestFirst });
        rows.push(...found.rows);
      }
      skip = 0;
    }
    return { rows, total: groups.reduce((sum, [, lines]) => sum + lines, 0) };
  }

  const countOf = async (list: TimelineList, window: TimeWindow): Promise<number> =>
    isOpen(window)
      ? (await totals.of(list.tenantId, whereOf(list))).total
      : totals.count(inWindow(whereOf(list), window));

  /** Ids are sorted alone, without what the lines say. */
  async function readSorted(
    list: TimelineList,
    window: TimeWindow,
    { offset, limit }: Slice,
    order: RawBuilder<unknown>,
  ): Found {
    const where = inWindow(whereOf(list), window);
    const [{ rows }, total] = await Promise.all([
      sql<AuditRow>`SELECT audit_log.* FROM (
          SELECT id FROM audit_log WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
        ) AS page JOIN audit_log ON audit_log.id = page.id ORDER BY ${order}`.execute(db),
      countOf(list, window),
    ]);
    return { rows, total };
  }

  /** @param isWhole it has all lines of the tenant */
  async function read(list: TimelineList, link: TimePageLink, isWhole: boolean): Found {
    const { column, isDescending, isNewestFirst } = rowOrder(link, SORT_COLUMNS);
    const window: TimeWindow = { startTime: link.startTime || undefined, endTime: link.endTime || undefined };
    const slice = { offset: link.page * link.pageSize, limit: link.pageSize, isNewestFirst };
    if (!column) return pages.read(list, window, slice);
    if (link.sortProperty === 'entityName') {
      const total = await pages.total(list, window);
      if (isWhole || total > few) return byName.read(list, window, slice, { isDescending, total });
    }
    const grouped = GROUPED.has(link.sortProperty ?? '')
      ? await readGroups(list, window, slice, { column, isDescending, isNewestFirst })
      : undefined;
    return grouped ?? readSorted(list, window, slice, orderBy(link, SORT_COLUMNS, 'audit_log'));
  }

  return {
    async list(tenantId: string, link: TimePageLink, filter: AuditLogFilter): Promise<PageData<AuditLog>> {
      const list = listOf(tenantId, link, filter);
      if (walkOf(link)) {
        const page = await selectPage<AuditRow>(db, link, {
          select: sql`*`,
          from: sql`audit_log`,
          where: inWindow(whereOf(list), {
            startTime: link.startTime || undefined,
            endTime: link.endTime || undefined,
          }),
          orderBy: orderBy(link, SORT_COLUMNS, 'audit_log'),
        });
        return { ...page, data: page.data.map(toAuditLog) };
      }
      const { customerId, userId, entityId: entity, actionTypes = [] } = filter;
      const isLimited = customerId || userId || entity || actionTypes.length > 0;
      const isWhole = !(isLimited || link.textSearch || link.startTime || link.endTime);
      const { rows, total } = await read(list, link, isWhole);
      return pageData(rows.map(toAuditLog), total, link);
    },
  };
}

/** The values of the first groups, as far as a page has room for all their lines; lines of none are apart. */
function wholeGroups(groups: readonly (readonly [string | null, number])[], room: number): string[] {
  const values: string[] = [];
  let left = room;
  for (const [value, lines] of groups) {
    left -= lines;
    if (value === null || left < 0) break;
    values.push(value);
  }
  return values;
}

/** As the database compares texts. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

export type AuditLogReader = ReturnType<typeof createAuditLogReader>;
