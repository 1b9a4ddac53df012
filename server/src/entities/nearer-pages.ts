import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { walkOf } from '../storage/list-walk.ts';
import { type ListedRows, orderedRows, rowIds, rowIdsBesideNulls } from './paged-list-sql.ts';

/**
 * A page of a list of up to some hundred thousand rows that change all the time, or the next rows of its walk: it is counted
 * each time and read from the end that is nearer, both of which an index of its order does by itself.
 */
export async function selectNearer<Row>(db: Database, link: PageLink, list: ListedRows): Promise<PageData<Row>> {
  const { table, where, select, joined = sql`` } = list;
  const walk = walkOf(link);
  if (walk) {
    const whole = () => {
      const { sql: text, parameters: values } = orderedRows(list).compile(db);
      return { text, values };
    };
    return pageData(await walk.next<Row>(whole), 0, link);
  }
  const { column, isNullable } = list.order;
  const sorted = column && isNullable ? column : undefined;
  const counted = await sql<{ total: number; known: number }>`SELECT count(*)::integer AS total,
      count(${sorted ?? sql`*`})::integer AS known FROM ${table} AS e WHERE ${where}`.execute(db);
  const { total = 0, known = 0 } = counted.rows[0] ?? {};
  const offset = link.page * link.pageSize;
  const limit = Math.min(link.pageSize, total - offset);
  if (limit <= 0) return pageData<Row>([], total, link);
  const behind = total - offset - limit;
  const isFromEnd = behind < offset;
  const window = { isFromEnd, limit, offset: isFromEnd ? behind : offset };
  const ids = sorted
    ? rowIdsBesideNulls(list, window, { withValue: known, without: total - known })
    : rowIds(list, window);
  const { rows } = await sql<Row>`SELECT ${select}
    FROM (SELECT found.id, row_number() OVER () AS place FROM (${ids}) AS found) AS page
    JOIN ${table} AS e ON e.id = page.id AND ${where} ${joined} ORDER BY page.place`.execute(db);
  return pageData(isFromEnd ? rows.reverse() : rows, total, link);
}
