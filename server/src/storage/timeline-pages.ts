import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { createFairCache } from './fair-cache.ts';
import type { ListPlaces, PlacedList } from './list-places.ts';
import { creationOrder } from './paging.ts';
import { nameOfList, SLOW, type TimelineParts, type TimelineTotal, type TimelineTotals } from './timeline-totals.ts';
import { uuidArray } from './uuid-array.ts';

/** A list of a table whose lines come at the end only, without a bound on the time. */
export interface TimelineList {
  tenantId: string;
  /** What an index by time has together. */
  scope: RawBuilder<SqlBool>;
  /** What its lines have in common besides; absent: nothing. */
  narrowed?: RawBuilder<SqlBool> | undefined;
}

/** Bounds in epoch ms, both inclusive. */
export interface TimeWindow {
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** Where a line of a list is in time. */
export interface LinePlace {
  time: number;
  /** Lines of the list that are older than that. */
  before: number;
}

export interface TimelinePageSizes {
  /** Lists of up to so many lines are read whole, without what the lines say. */
  few: number;
  /** Lists with more lines than this have places that are found before a far page is asked for. */
  many: number;
  /** So many lines from an end are looked through at most for a page of a list that has some of them. */
  near: number;
}
export const TIMELINE_PAGE_SIZES: TimelinePageSizes = { few: 5_000, many: 20_000, near: 10_000 };
/** How many times as many lines are looked through as would do if those of the list were spread evenly. */
const NEAR = 4;
/** Lists of few lines that are remembered, since they take long to find. */
const MAX_FEW = 50;

/** When a line was written. */
interface Line {
  id: string;
  created_time: number;
}

/** Lines of a list in a window of time. */
interface Bounds {
  total: number;
  /** Lines of the list before the window; undefined: not known. */
  before: number | undefined;
}

export const whereOf = ({ scope, narrowed }: TimelineList): RawBuilder<SqlBool> =>
  narrowed ? sql<SqlBool>`${scope} AND ${narrowed}` : scope;

export const isOpen = ({ startTime, endTime }: TimeWindow): boolean => startTime === undefined && endTime === undefined;

export function inWindow(where: RawBuilder<SqlBool>, { startTime, endTime }: TimeWindow): RawBuilder<SqlBool> {
  const from = startTime === undefined ? where : sql<SqlBool>`${where} AND created_time >= ${startTime}`;
  return endTime === undefined ? from : sql<SqlBool>`${from} AND created_time <= ${endTime}`;
}

/**
 * Pages of a table in the order of time. Its lines come at the end only, so where those of the past are is found once: far
 * pages are read from a known place before them, and windows of time are counted from the places at their ends.
 */
export function createTimelinePages<Row>(
  { db, table, deletedTenants }: TimelineParts,
  totals: TimelineTotals,
  places: ListPlaces<LinePlace>,
  { few, many, near }: TimelinePageSizes = TIMELINE_PAGE_SIZES,
) {
  /** list → its lines of the past, the oldest first */
  const fewLines = createFairCache<{ upTo: number; lines: readonly Line[] }>(MAX_FEW, deletedTenants);

  const from = sql.table(table);

  async function run<Found>(statement: RawBuilder<Found>): Promise<Found[]> {
    return (await statement.execute(db)).rows;
  }

  /** All lines of a list that has few, the oldest first. */
  async function linesOf(tenantId: string, where: RawBuilder<SqlBool>): Promise<readonly Line[]> {
    const name = nameOfList(db, where);
    const past = fewLines.get(tenantId, name) ?? { upTo: 0, lines: [] };
    const upTo = totals.settledSince(past.upTo);
    const started = performance.now();
    // Found first and sorted then: the index of their order has all the others too.
    const later = await run(sql<Line>`WITH found AS MATERIALIZED (
        SELECT id, created_time FROM ${from} WHERE ${where} AND created_time > ${past.upTo}
      ) SELECT id, created_time FROM found ORDER BY created_time, id`);
    const lines = [...past.lines, ...later];
    if (lines.length > few) fewLines.delete(tenantId, name);
    else if (past.upTo > 0 || performance.now() - started >= SLOW) {
      fewLines.set(tenantId, name, { upTo, lines: lines.filter((line) => line.created_time <= upTo) });
    }
    return lines;
  }

  async function pageOfFew(
    list: TimelineList,
    { startTime = 0, endTime = Number.MAX_SAFE_INTEGER }: TimeWindow,
    { offset, limit, isNewestFirst }: Slice,
  ): Promise<{ rows: Row[]; total: number }> {
    const all = await linesOf(list.tenantId, whereOf(list));
    const found = all.filter((line) => line.created_time >= startTime && line.created_time <= endTime);
    const ids = (isNewestFirst ? found.toReversed() : found).slice(offset, offset + limit).map(({ id }) => id);
    if (ids.length === 0) return { rows: [], total: found.length };
    const rows = await run(sql<Row>`SELECT * FROM ${from} WHERE id = ANY(${uuidArray(ids)}::uuid[])
      ORDER BY ${creationOrder(isNewestFirst, table)}`);
    return { rows, total: found.length };
  }

  /** The past of a list, as it is gone through; undefined: it is not remembered. */
  async function placedOf(list: TimelineList, { total, placed }: TimelineTotal): Promise<PlacedList | undefined> {
    if (!placed) return undefined;
    const where = whereOf(list);
    const whole = list.narrowed ? (await totals.of(list.tenantId, list.scope)).total : total;
    return {
      tenantId: list.tenantId,
      name: nameOfList(db, where),
      state: placed.state,
      share: Math.min(1, total / Math.max(1, whole)),
      numbered: (step) => {
        const { sql: text, parameters: values } = sql`SELECT time, rank - 1 AS before FROM (
            SELECT created_time AS time, row_number() OVER by_time AS number, rank() OVER by_time AS rank
            FROM ${from} WHERE ${where} AND created_time <= ${placed.upTo} WINDOW by_time AS (ORDER BY created_time)
          ) AS numbered WHERE number % ${step}::integer = 1 ORDER BY number`.compile(db);
        return { text, values };
      },
    };
  }

  async function boundsOf(
    where: RawBuilder<SqlBool>,
    window: TimeWindow,
    total: number,
    list: PlacedList | undefined,
  ): Promise<Bounds> {
    if (isOpen(window)) return { total, before: 0 };
    const { startTime = 0, endTime } = window;
    const [first, last] = [startTime, (endTime ?? 0) + 1].map(
      (time) => list && places.lastPlace(list, (place) => place.time < time),
    );
    // Nothing is older than the first place.
    const isKnown = list && places.placeBefore(list, 0) !== undefined;
    if (!isKnown) return { total: await totals.count(inWindow(where, window)), before: undefined };
    const olderThan = async (time: number, place: LinePlace | undefined): Promise<number> =>
      place
        ? place.before +
          (await totals.count(sql`${where} AND created_time >= ${place.time} AND created_time < ${time}`))
        : 0;
    const [before, upTo] = await Promise.all([
      olderThan(startTime, first),
      endTime === undefined ? total : olderThan(endTime + 1, last),
    ]);
    return { total: Math.max(0, upTo - before), before };
  }

  /**
   * A page near an end of a list that has some of the lines there: the others are looked through, as long as they are not
   * too many.
   * @returns undefined where that does not tell
   */
  async function readNearby(
    { scope, narrowed }: TimelineList,
    window: TimeWindow,
    { take, passed, isDescending, share }: { take: number; passed: number; isDescending: boolean; share: number },
  ): Promise<Row[] | undefined> {
    if (!narrowed) return undefined;
    const reach = Math.ceil((NEAR * (passed + take)) / share);
    if (reach > near) return undefined;
    const order = creationOrder(isDescending, table);
    const rows = await run(sql<Row>`SELECT * FROM (
        SELECT * FROM ${from} WHERE ${inWindow(scope, window)} ORDER BY ${order} LIMIT ${reach}
      ) AS ${from} WHERE ${narrowed} ORDER BY ${order} LIMIT ${take} OFFSET ${passed}`);
    return rows.length === take ? rows : undefined;
  }

  async function pageOfMany(
    list: TimelineList,
    window: TimeWindow,
    { offset, limit, isNewestFirst }: Slice,
    known: TimelineTotal,
  ): Promise<{ rows: Row[]; total: number }> {
    const where = whereOf(list);
    const placed = await placedOf(list, known);
    // It will be needed soon.
    if (placed && known.total > many) places.placeBefore(placed, 0);
    const { total, before } = await boundsOf(where, window, known.total, placed);
    const take = Math.min(limit, total - offset);
    if (take <= 0) return { rows: [], total };
    const skip = isNewestFirst ? total - offset - take : offset;
    const behind = total - skip - take;
    const read = (onwards: RawBuilder<unknown>, isDescending: boolean, passed: number) =>
      run(sql<Row>`SELECT * FROM ${from} WHERE ${inWindow(where, window)} ${onwards}
        ORDER BY ${creationOrder(isDescending, table)} LIMIT ${take} OFFSET ${passed}`);
    const isDescending = behind < skip;
    const passed = Math.min(skip, behind);
    const nearby = await readNearby(list, window, { take, passed, isDescending, share: placed?.share ?? 1 });
    if (nearby) return { rows: isDescending === isNewestFirst ? nearby : nearby.reverse(), total };
    const isFar = list.narrowed !== undefined || places.isFar(passed, placed?.share);
    if (placed && before !== undefined && isFar) {
      const found = await places.placeSoon(placed, before + skip);
      if (found) {
        // Of a window, nothing that is older than its beginning is passed.
        const rest = before + skip - Math.max(before, found.place.before);
        const rows = await read(sql`AND created_time >= ${found.place.time}`, false, rest);
        return { rows: isNewestFirst ? rows.reverse() : rows, total };
      }
    }
    const rows = await read(sql``, isDescending, passed);
    return { rows: isDescending === isNewestFirst ? rows : rows.reverse(), total };
  }

  return {
    /** Some lines of a list in a window of time, and how many there are. */
    async read(list: TimelineList, window: TimeWindow, slice: Slice): Promise<{ rows: Row[]; total: number }> {
      const where = whereOf(list);
      if (fewLines.get(list.tenantId, nameOfList(db, where))) return pageOfFew(list, window, slice);
      const known = await totals.of(list.tenantId, where);
      return known.total <= few ? pageOfFew(list, window, slice) : pageOfMany(list, window, slice, known);
    },

    /** How many lines a list has in a window of time. */
    async total(list: TimelineList, window: TimeWindow): Promise<number> {
      const where = whereOf(list);
      const known = await totals.of(list.tenantId, where);
      if (isOpen(window)) return known.total;
      return (await boundsOf(where, window, known.total, await placedOf(list, known))).total;
    },

    /** Lines of the past have gone. */
    forget: () => fewLines.clear(),
  };
}

/** Some lines of a list, in its order. */
export interface Slice {
  offset: number;
  limit: number;
  isNewestFirst: boolean;
}

export type TimelinePages<Row> = ReturnType<typeof createTimelinePages<Row>>;
