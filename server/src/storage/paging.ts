import type { PageLink } from '@signalbox/contract/page';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';

/** Properties a list can be sorted by, with the SQL each stands for. */
export type SortColumns = Record<string, RawBuilder<unknown>>;

/**
 * ORDER BY of a list: the asked property, then creation time and id so that pages never overlap.
 * @param prefix table or alias of the entity, for `created_time` and `id`
 * @throws ApiError 400 / 31 for a property that is not offered
 */
export function orderBy(link: PageLink, columns: SortColumns, prefix: string): RawBuilder<unknown> {
  const tieBreak = sql`${sql.ref(`${prefix}.created_time`)} DESC, ${sql.ref(`${prefix}.id`)} DESC`;
  if (!link.sortProperty) return tieBreak;
  const column = columns[link.sortProperty];
  if (!column) {
    throw badRequest(
      `Unsupported sort property '${link.sortProperty}'! Only ${Object.keys(columns).join(', ')} are allowed.`,
    );
  }
  if (link.sortProperty === 'createdTime') {
    return link.sortOrder === 'DESC'
      ? tieBreak
      : sql`${sql.ref(`${prefix}.created_time`)} ASC, ${sql.ref(`${prefix}.id`)} ASC`;
  }
  const direction = link.sortOrder === 'DESC' ? sql`DESC` : sql`ASC`;
  return sql`${column} ${direction} NULLS LAST, ${tieBreak}`;
}

/** LIKE pattern of a case-insensitive "contains"; `%`, `_` and `\` of the text stand for themselves. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/** Case-insensitive "contains" on a column, or no condition when there is nothing to search for. */
export function contains(column: Expression<string | null>, textSearch: string | undefined): RawBuilder<SqlBool> {
  if (!textSearch) return sql<SqlBool>`true`;
  return sql<SqlBool>`lower(${column}) LIKE ${containsPattern(textSearch)}`;
}
