import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ListPlaces, PlacedList } from '../storage/list-places.ts';
import {
  inWindow,
  isOpen,
  type Slice,
  type TimelineList,
  type TimelinePages,
  type TimeWindow,
  whereOf,
} from '../storage/timeline-pages.ts';
import { nameOfList, type TimelineTotals } from '../storage/timeline-totals.ts';

/** Where a line is in the order of names. */
export interface NamePlace {
  name: string;
  time: number | string;
  id: string;
}

/** ms for which lines are taken to be where they were: each line that comes may stand before all others. */
const LATELY = 60_000;

const NAME = sql.raw('lower(entity_name)');
/** What the index has; a list in the other direction is read from its end. */
const FORWARDS = sql.raw('lower(entity_name) ASC, created_time DESC, id DESC');
const BACKWARDS = sql.raw('lower(entity_name) DESC, created_time ASC, id ASC');

export interface NameOrderParts<Row> {
  db: Database;
  totals: TimelineTotals;
  pages: TimelinePages<Row>;
  places: ListPlaces<NamePlace>;
}

/**
 * Lines of the audit log by the name of what they are about, those without one last: read from the end that is nearer, or from
 * a known place before the page.
 */
export function createAuditNameOrder<Row>({ db, totals, pages, places }: NameOrderParts<Row>) {
  /** The lines with the ids of a page, in its order. */
  async function linesOf(ids: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await sql<Row>`SELECT audit_log.* FROM (
        SELECT found.id, row_number() OVER () AS place FROM (${ids}) AS found
      ) AS page JOIN audit_log ON audit_log.id = page.id ORDER BY page.place`.execute(db);
    return rows;
  }

  function placedOf(list: TimelineList, where: RawBuilder<SqlBool>, total: number, whole: number): PlacedList {
    return {
      tenantId: list.tenantId,
      name: nameOfList(db, where),
      state: String(total),
      share: Math.min(1, total / Math.max(1, whole)),
      lately: LATELY,
      numbered: (step) => {
        const { sql: text, parameters: values } = sql`SELECT name, time, id FROM (
            SELECT ${NAME} AS name, created_time AS time, id, row_number() OVER (ORDER BY ${FORWARDS}) AS number
            FROM audit_log WHERE ${where}
          ) AS numbered WHERE number % ${step}::integer = 1 ORDER BY number`.compile(db);
        return { text, values };
      },
    };
  }

  /** Ids from a place on: the rest of those of its name, and those of later ones. */
  function idsFrom(
    where: RawBuilder<SqlBool>,
    { name, time, id }: NamePlace,
    limit: number,
    skip: number,
  ): RawBuilder<unknown> {
    const part = (number: number, condition: RawBuilder<SqlBool>) => sql`(
      SELECT ${number}::integer AS part, row_number() OVER (ORDER BY ${FORWARDS}) AS place, id FROM audit_log
      WHERE ${where} AND ${condition} ORDER BY ${FORWARDS} LIMIT ${limit + skip})`;
    const rest = sql<SqlBool>`${NAME} = ${name} AND (created_time, id) <= (${time}::bigint, ${id}::uuid)`;
    return sql`SELECT id FROM (${part(0, rest)} UNION ALL ${part(1, sql`${NAME} > ${name}`)}) AS parts
      ORDER BY part, place LIMIT ${limit} OFFSET ${skip}`;
  }

  /** Lines with a name. @param slice of them, in the order of the index */
  async function readNamed(
    list: TimelineList,
    where: RawBuilder<SqlBool>,
    window: TimeWindow,
    { skip, limit, total }: { skip: number; limit: number; total: number },
  ): Promise<Row[]> {
    const behind = total - skip - limit;
    const whole = await totals.of(list.tenantId, sql<SqlBool>`tenant_id = ${list.tenantId}`);
    const within = inWindow(where, window);
    const placed = placedOf(list, within, total, whole.total);
    // Lines of a part may all be at one end of the names. A window of time is mostly another one the next time.
    const isPart = isOpen(window) && total < whole.total / 2;
    const isFar = isPart || places.isFar(Math.min(skip, behind), placed.share);
    const found = isFar ? await places.placeSoon(placed, skip) : undefined;
    if (found) return linesOf(idsFrom(within, found.place, limit, found.skip));
    const isFromEnd = behind < skip;
    const rows = await linesOf(sql`SELECT id FROM audit_log WHERE ${within}
      ORDER BY ${isFromEnd ? BACKWARDS : FORWARDS} LIMIT ${limit} OFFSET ${isFromEnd ? behind : skip}`);
    return isFromEnd ? rows.reverse() : rows;
  }

  return {
    /** @param total lines of the list in the window of time */
    async read(
      list: TimelineList,
      window: TimeWindow,
      { offset, limit, isNewestFirst }: Slice,
      { isDescending, total }: { isDescending: boolean; total: number },
    ): Promise<{ rows: Row[]; total: number }> {
      const all = whereOf(list);
      const isNameless = sql<SqlBool>`${NAME} IS NULL`;
      const nameless = {
        ...list,
        narrowed: list.narrowed ? sql<SqlBool>`${list.narrowed} AND ${isNameless}` : isNameless,
      };
      const others = await pages.total(nameless, window);
      const namedOnly = sql<SqlBool>`${all} AND ${NAME} IS NOT NULL`;
      const named = Math.max(0, total - others);
      const ofNamed = Math.max(0, Math.min(limit, named - offset));
      const rows: Row[] = [];
      if (ofNamed > 0) {
        const skip = isDescending ? named - offset - ofNamed : offset;
        const found = await readNamed(list, namedOnly, window, { skip, limit: ofNamed, total: named });
        rows.push(...(isDescending ? found.reverse() : found));
      }
      if (ofNamed < limit && others > 0) {
        const rest = { offset: Math.max(0, offset - named), limit: limit - ofNamed, isNewestFirst };
        rows.push(...(await pages.read(nameless, window, rest)).rows);
      }
      return { rows, total };
    },
  };
}
