import type { EntityKey } from '@signalbox/contract/entity-query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EntitySource, fieldText, type SearchedField } from '../entities/entity-source.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { IndexedKey } from '../telemetry/value-index/value-index.ts';
import type { Selection } from './entity-selection.ts';
import { EXACT } from './indexed-text.ts';
import { isReady, nameOfKey, type QueryIndex } from './query-index.ts';
import { isLikeOne, patternsOfNumbers, searchPatterns } from './search-patterns.ts';

/** A text search. */
export interface SearchRequest {
  user: SecurityUser;
  selection: Selection;
  /** name → id of the keys that SQL looks into */
  keyIds: ReadonlyMap<string, number>;
  /** What it looks into: selected entity fields, then selected values. */
  searchedKeys: readonly EntityKey[];
  /** Set when all of the values have an index. */
  searchIndex: QueryIndex | undefined;
}

/** Entity fields that a text search looks into. */
export const isSearchedField = ({ type, key }: EntityKey, source: EntitySource): boolean =>
  type === 'ENTITY_FIELD' && key !== 'additionalInfo' && fieldText(source, key) !== undefined;

/** Whether a text search looks into fields of the entities alone. */
export const isFieldSearch = ({ searchedKeys }: Pick<SearchRequest, 'searchedKeys'>): boolean =>
  searchedKeys.every(({ type }) => type === 'ENTITY_FIELD');

/**
 * What all entities satisfy that a text search finds, and indexes can answer: a field or a value has a part of the text.
 * @returns undefined when the search looks into something that no index of parts knows
 */
export function searchCandidates(textSearch: string, request: SearchRequest): RawBuilder<SqlBool> | undefined {
  const { user, selection, searchedKeys, searchIndex, keyIds } = request;
  const { source } = selection;
  const fields: { place: number; searched: SearchedField }[] = [];
  const values: { place: number; key: IndexedKey }[] = [];
  let parts = 0;
  for (const key of searchedKeys) {
    if (key.type === 'ENTITY_FIELD') {
      if (!isSearchedField(key, source)) continue;
      const searched =
        source.searched && Object.hasOwn(source.searched, key.key) ? source.searched[key.key] : undefined;
      if (!searched) return undefined;
      fields.push({ place: parts++, searched });
    } else if (keyIds.has(key.key)) {
      const indexed = searchIndex?.keys.get(nameOfKey(key));
      if (!indexed) return undefined;
      values.push({ place: parts++, key: indexed });
    }
  }
  const patternsOf = parts > 0 && searchPatterns(textSearch.toLowerCase(), parts);
  if (!patternsOf) return undefined;
  const ofFields = fields.map(({ place, searched }) => searched(user, sql`${patternsOf(place)}::text[]`));
  const inFields = ofFields.length > 0 ? sql<SqlBool>`(${sql.join(ofFields, sql` OR `)})` : sql<SqlBool>`false`;
  if (!searchIndex || values.length === 0) return inFields;
  const found = [
    sql`SELECT e.id FROM ${source.table} e WHERE ${source.visibleTo(user)} AND ${inFields}`,
    ...values.map(({ place, key }) => inValues(key, patternsOf(place))),
  ];
  return sql`(${isReady(searchIndex)} AND e.id IN (${sql.join(found, sql` UNION `)}))`;
}

/** The entities whose value of a key may have a part of the text. */
function inValues({ table }: IndexedKey, patterns: readonly string[]): RawBuilder<unknown> {
  const booleans = [isLikeOne('false', patterns) ? 0 : undefined, isLikeOne('true', patterns) ? 1 : undefined];
  const wanted = booleans.filter((number) => number !== undefined);
  const ofNumbers = patternsOfNumbers(patterns);
  const row = sql`SELECT i.entity_id FROM ${sql.table(table)} i WHERE`;
  const found = [
    sql`${row} i.type = 3 AND lower(i.text) LIKE ANY (${patterns}::text[])`,
    sql`${row} i.type IN (2, 4) AND (i.type = 4 OR i.number = ANY (${wanted}::double precision[]))`,
    // Those whose text is not theirs here: see indexedText.
    sql`${row} i.type = 1 AND (i.number >= ${sql.lit(EXACT)} OR i.number <= ${sql.lit(-EXACT)})`,
  ];
  if (ofNumbers.length > 0) found.push(sql`${row} i.type = 1 AND i.number::text LIKE ANY (${ofNumbers}::text[])`);
  return sql.join(found, sql` UNION `);
}
