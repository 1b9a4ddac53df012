import type { SortDirection } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import { BY_END, BY_START } from './alarm-calendars.ts';
import { type AlarmFilter, type AlarmGroup, isWindowed, rangesOf } from './alarm-filter.ts';
import { type AlarmOwner, FAR, isOwn, orderOf, partsOf, windowOf } from './alarm-list-sql.ts';
import { ALARM_COLUMNS, type AlarmRow } from './alarm-record.ts';
import type { AlarmTallies } from './alarm-tallies.ts';
import { FEW } from './alarm-totals.ts';
import type { AlarmVersions } from './alarm-versions.ts';

/** Times by which alarms can be walked. */
export type AlarmTime = 'createdTime' | 'startTs' | 'endTs';

/** Where a row is in the order of one of these times, by what its index knows. */
export interface OrderPlace {
  time: number;
  /** Absent: all alarms with the same `time` are at the place or behind it; of ends `nth` of them have been passed. */
  created_time?: number;
  id?: string;
  nth?: number;
}

export interface TimeOrderSizes {
  /** How many alarms are sorted instead of being walked: always, and where ten times as many would have to be walked. */
  few: number;
  many: number;
  /** From so many rows on it is cheaper to look up where in time they end than to walk over them. */
  far: number;
}
const SIZES: TimeOrderSizes = { few: FEW, many: 20_000, far: FAR };
/** ms for which far alarms are taken to be where they were: others come and go all the time. */
const LATELY = 10_000;
const ALL_RANGES = rangesOf({}).length;

/** What a list in the order of a time has, and how many of how many. */
export interface TimeList {
  owner: AlarmOwner;
  /** Only alarms about these entities; `name` tells them from others. Absent: about anything. */
  among?: { ids: readonly string[]; name: string };
  filter: AlarmFilter;
  groups: readonly AlarmGroup[];
  /** Alarms of the groups without a window, about anything. */
  all: number;
  total: number;
  /** Alarms of the groups in the window, about anything; or about as many. */
  candidates: number;
  /** All alarms that are walked: of the owner, in the order of ends of its tenant. */
  whole: number;
}

/** The alarms of some groups; undefined: of all. */
function groupCondition(filter: AlarmFilter, groups: readonly AlarmGroup[]): RawBuilder<SqlBool> | undefined {
  const window = windowOf(filter);
  const isWhole = groups.some(({ ranges, types }) => ranges.length === ALL_RANGES && !types);
  if (isWhole) return isWindowed(filter) ? sql<SqlBool>`true${window}` : undefined;
  const parts = groups.map(({ ranges, types }) => {
    const codes = ranges.map(({ severity, status }) => severity * 4 + status);
    const ofTypes = types ? sql` AND type = ANY(${types}::text[])` : sql``;
    return sql`(severity * 4 + status = ANY(${codes}::integer[])${ofTypes})`;
  });
  return sql<SqlBool>`(${sql.join(parts, sql` OR `)})${window}`;
}

/** IS TRUE keeps the set out of the choice of the plan: it is hashed once, and asked for each row that is walked. */
const amongCondition = ({ among }: Pick<TimeList, 'among'>): RawBuilder<SqlBool>[] =>
  among ? [sql<SqlBool>`(originator_id IN (SELECT unnest(${uuidArray(among.ids)}::uuid[]))) IS TRUE`] : [];

/** How alarms are walked in the order of a time. */
interface Walk {
  /** Of the rows that are walked, before their names. */
  orderBy: (isDescending: boolean) => RawBuilder<unknown>;
  /** Rows in this order, at a place or behind it. */
  rows: (list: TimeList, isDescending: boolean, from?: OrderPlace) => RawBuilder<unknown>;
  /** What else must be true of them, and an index tells. */
  conditions: (list: TimeList) => RawBuilder<SqlBool>[];
  /** Columns of `OrderPlace` */
  place: (isDescending: boolean) => RawBuilder<unknown>;
}

const byCreation: Walk = {
  orderBy: (isDescending) => sql.raw(isDescending ? 'created_time DESC, id DESC' : 'created_time, id'),
  rows({ owner, filter, groups, all }, isDescending, from) {
    const bounds = from && (isDescending ? { ...filter, endTime: from.time } : { ...filter, startTime: from.time });
    const order = isDescending ? 'DESC' : 'ASC';
    const parts = partsOf(owner, bounds ?? filter, groups, { order, isFew: all <= FEW, isWithOriginator: true });
    const merged = sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS merged`;
    if (!from) return merged;
    return sql`${merged} WHERE (created_time, id) ${sql.raw(isDescending ? '<=' : '>=')} (${from.time}::bigint, ${from.id}::uuid)`;
  },
  // The rest is in the parts.
  conditions: amongCondition,
  place: () => sql`created_time AS time, id`,
};

const allConditions = (list: TimeList): RawBuilder<SqlBool>[] => {
  const ofGroups = groupCondition(list.filter, list.groups);
  return ofGroups ? [ofGroups, ...amongCondition(list)] : amongCondition(list);
};

const byStart: Walk = {
  orderBy: (isDescending) =>
    sql.raw(isDescending ? 'start_ts DESC, created_time, id' : 'start_ts, created_time DESC, id DESC'),
  rows({ owner }, isDescending, from) {
    const [on, past, later] = isDescending ? ['<=', '<', '>='] : ['>=', '>', '<='];
    const isBehind =
      from?.id === undefined
        ? sql``
        : sql` AND (start_ts ${sql.raw(past)} ${from.time}
          OR (created_time, id) ${sql.raw(later)} (${from.created_time}::bigint, ${from.id}::uuid))`;
    const behind = from ? sql` AND start_ts ${sql.raw(on)} ${from.time}${isBehind}` : sql``;
    return sql`SELECT id, start_ts, created_time, severity, status, type, originator_id FROM alarm
      WHERE ${isOwn(owner)}${behind}`;
  },
  conditions: allConditions,
  place: () => sql`start_ts AS time, created_time, id`,
};

/** The index has the quarter of an hour of each end: which of those are on a page, and not in which order. */
const byEnd: Walk = {
  orderBy: (isDescending) => sql.raw(isDescending ? 'end_slot DESC' : 'end_slot'),
  rows({ owner }, isDescending, from) {
    const behind = from ? sql` AND end_slot ${sql.raw(isDescending ? '<=' : '>=')} ${from.time}` : sql``;
    return sql`SELECT end_slot, created_time, severity, status, type, originator_id, customer_id FROM alarm
      WHERE tenant_id = ${owner.tenantId}${behind}`;
  },
  conditions: (list) =>
    list.owner.of === 'customer' ? [sql`customer_id = ${list.owner.id}`, ...allConditions(list)] : allConditions(list),
  place: (isDescending) => {
    const order = sql.raw(isDescending ? 'DESC' : 'ASC');
    return sql`end_slot AS time,
      row_number() OVER (ORDER BY end_slot ${order}) - rank() OVER (ORDER BY end_slot ${order}) AS nth`;
  },
};

const WALKS: Readonly<Record<AlarmTime, Walk>> = { createdTime: byCreation, startTs: byStart, endTs: byEnd };

/**
 * Pages of alarms in the order of a time: walks of an index from the end that is nearer, or from a place before the page.
 * That is counted, or known from an earlier walk where only some types, entities or times of creation are in the list. Of
 * a tenant or a customer, by start or end; of many entities by creation too.
 */
export function createTimeOrders(
  db: Database,
  places: ListPlaces<OrderPlace>,
  versions: Pick<AlarmVersions, 'of'>,
  tallies: Pick<AlarmTallies, 'placeOf'>,
  sizes = SIZES,
) {
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;

  /** What is walked. */
  function walked(walk: Walk, list: TimeList, isDescending: boolean, from?: OrderPlace): RawBuilder<unknown> {
    const inner = sql`${walk.rows(list, isDescending, from)} ORDER BY ${walk.orderBy(isDescending)}`;
    const conditions = walk.conditions(list);
    if (conditions.length === 0) return sql`(${inner}) AS walked`;
    // OFFSET 0 keeps the conditions out of the choice of the index.
    return sql`(${inner} OFFSET 0) AS walked WHERE ${sql.join(conditions, sql` AND `)}`;
  }

  /** The place before a far page, if it is known by now. */
  function placeBefore(time: AlarmTime, list: TimeList, isDescending: boolean, offset: number) {
    const walk = WALKS[time];
    const { owner, among, filter, groups, all, whole, total } = list;
    return places.placeSoon(
      {
        tenantId: owner.tenantId,
        name: JSON.stringify([time, isDescending, owner.of, owner.id, among?.name, steady(filter), groups]),
        state: `${versions.of(owner.tenantId)} ${whole} ${all}`,
        share: shareOf(total, whole),
        lately: LATELY,
        numbered: (step) => {
          const order = walk.orderBy(isDescending);
          const { sql: text, parameters: values } = sql`SELECT * FROM (
              SELECT ${walk.place(isDescending)}, row_number() OVER (ORDER BY ${order}) AS number
              FROM ${walked(walk, list, isDescending)}) AS numbered
            WHERE number % ${step}::integer = 1 ORDER BY number`.compile(db);
          return { text, values };
        },
      },
      offset,
    );
  }

  /** The place before a far page of a tenant or a customer, where starts and ends are counted. */
  async function countedPlace(
    time: AlarmTime,
    { owner, among, filter, groups }: TimeList,
    order: SortDirection,
    offset: number,
  ): Promise<{ place: OrderPlace; skip: number } | undefined> {
    if (time === 'createdTime' || among || isWindowed(filter) || groups.some(({ types }) => types)) return undefined;
    const isByEnd = time === 'endTs';
    const found = await tallies.placeOf(owner.id, groups, offset, order, isByEnd ? BY_END : BY_START);
    // The index of ends has their buckets.
    return found && { place: { time: isByEnd ? found.bucket : found.from }, skip: found.skip };
  }

  /** The ids of some rows of a walk. */
  async function idsBy(
    time: AlarmTime,
    list: TimeList,
    { isDescending, skip, take, from }: { isDescending: boolean; skip: number; take: number; from?: OrderPlace },
  ): Promise<RawBuilder<unknown>> {
    const walk = WALKS[time];
    const window = (offset: number) => sql`LIMIT ${take} OFFSET ${offset}`;
    const source = walked(walk, list, isDescending, from);
    const order = walk.orderBy(isDescending);
    if (time !== 'endTs') return sql`SELECT id FROM ${source} ORDER BY ${order} ${window(skip)}`;
    const found = await run(
      sql<{ time: number; nth: number }>`SELECT ${walk.place(isDescending)} FROM ${source}
        ORDER BY ${order} ${window(skip + (from?.nth ?? 0))}`,
    );
    const slots = [...new Set(found.map((row) => row.time))];
    const direction = isDescending ? sql`DESC, created_time, id` : sql`ASC, created_time DESC, id DESC`;
    const conditions = sql.join([sql`true`, ...walk.conditions(list)], sql` AND `);
    return sql`SELECT id FROM (SELECT id, end_ts, created_time, severity, status, type, originator_id, customer_id
        FROM alarm WHERE tenant_id = ${list.owner.tenantId} AND end_slot = ANY(${slots}::bigint[]) OFFSET 0) AS of_slots
      WHERE ${conditions} ORDER BY end_ts ${direction} ${window(Number(found[0]?.nth ?? 0))}`;
  }

  /** What a list has, in no order. */
  function unordered(list: Omit<TimeList, 'total'>): RawBuilder<unknown> {
    const { owner, filter, groups, all, among } = list;
    const parts = partsOf(owner, filter, groups, { isFew: all <= FEW, isWithOriginator: among !== undefined });
    const found = sql.join(parts, sql` UNION ALL `);
    if (!among) return sql`(${found}) AS found`;
    return sql`(SELECT id FROM (SELECT * FROM (${found}) AS part OFFSET 0) AS candidate WHERE ${sql.join(amongCondition(list))}) AS found`;
  }

  /** How many alarms a list has. */
  async function count(list: Omit<TimeList, 'total'>): Promise<number> {
    const [row] = await run(sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${unordered(list)}`);
    return row?.total ?? 0;
  }

  /** @returns `take` alarms after `skip` others, fewer where the list ends */
  async function page(
    time: AlarmTime,
    list: TimeList,
    { skip, take, order }: { skip: number; take: number; order: SortDirection },
  ): Promise<AlarmRow[]> {
    const { total, candidates, whole } = list;
    const rows = Math.min(take, total - skip);
    if (rows <= 0) return [];
    const behind = total - skip - rows;
    const share = shareOf(total, whole);
    const walk = (Math.min(skip, behind) + rows) / share;
    const orderBy = orderOf({ sortProperty: time, sortOrder: order });
    if (candidates <= sizes.few || (candidates <= sizes.many && walk > candidates * 10)) {
      return run(sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM ${unordered(list)} JOIN alarm AS a ON a.id = found.id
        ORDER BY ${orderBy} LIMIT ${rows} OFFSET ${skip}`);
    }
    const isDescending = order === 'DESC';
    const near = Math.min(skip, behind);
    const counted = near > sizes.far * share ? await countedPlace(time, list, order, skip) : undefined;
    const before =
      counted ?? (places.isFar(near, share) ? await placeBefore(time, list, isDescending, skip) : undefined);
    const isReversed = !before && behind < skip;
    const ids = await idsBy(time, list, {
      isDescending: isDescending !== isReversed,
      take: rows,
      skip: before?.skip ?? (isReversed ? behind : skip),
      ...(before ? { from: before.place } : {}),
    });
    return run(sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM (${ids}) AS page JOIN alarm AS a ON a.id = page.id
      ORDER BY ${orderBy}`);
  }

  return { page, count };
}

/** A filter whose window moves on is the same one for a while. */
const steady = ({ startTime, ...filter }: AlarmFilter): unknown =>
  startTime === undefined || filter.endTime !== undefined
    ? [startTime, filter]
    : [Math.floor(startTime / LATELY), filter, 'moving'];

const shareOf = (total: number, whole: number): number => Math.min(1, total / Math.max(1, whole));

export type TimeOrders = ReturnType<typeof createTimeOrders>;
