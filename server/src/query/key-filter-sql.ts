import type { EntityKey, FilterPredicate, KeyFilter, SimplePredicate } from '@signalbox/contract/entity-query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EntitySource, fieldText } from '../entities/entity-source.ts';
import { badRequest } from '../http/errors.ts';

/** Attribute scope of a key type, as stored; undefined: any scope. */
export const SCOPE_OF_KEY_TYPE: Readonly<Partial<Record<EntityKey['type'], number>>> = {
  CLIENT_ATTRIBUTE: 1,
  SHARED_ATTRIBUTE: 2,
  SERVER_ATTRIBUTE: 3,
};

const COMPARISON = {
  EQUAL: sql`=`,
  NOT_EQUAL: sql`<>`,
  GREATER: sql`>`,
  LESS: sql`<`,
  GREATER_OR_EQUAL: sql`>=`,
  LESS_OR_EQUAL: sql`<=`,
};

/** A condition; undefined when it does not restrict anything. */
type Condition = RawBuilder<SqlBool> | undefined;

/** `%` and `_` of a pattern are wildcards; a backslash stands for itself. */
export function wildcardPattern(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

/** The value a predicate compares with; a dynamic value must have been resolved into `userValue` before. */
function comparedValue<T>(predicate: { type: string; value: { userValue?: T | null; defaultValue?: T | null } }): T {
  const value = predicate.value.userValue ?? predicate.value.defaultValue;
  if (value === undefined || value === null) {
    throw badRequest(`A predicate of type ${predicate.type} has neither a default value nor a user value.`);
  }
  return value;
}

function stringCondition(text: RawBuilder<unknown>, predicate: SimplePredicate & { type: 'STRING' }): Condition {
  const given = predicate.value.userValue ?? predicate.value.defaultValue ?? '';
  if (given === '') return undefined;
  const value = predicate.ignoreCase ? given.toLowerCase() : given;
  const compared = predicate.ignoreCase ? sql`lower(${text})` : text;
  const pattern = wildcardPattern(value);
  switch (predicate.operation) {
    case 'EQUAL':
      return sql`${compared} = ${value}`;
    case 'NOT_EQUAL':
      return sql`(${text} IS NULL OR ${compared} <> ${value})`;
    case 'STARTS_WITH':
      return sql`${compared} LIKE ${`${pattern}%`}`;
    case 'ENDS_WITH':
      return sql`${compared} LIKE ${`%${pattern}`}`;
    case 'CONTAINS':
      return sql`${compared} LIKE ${`%${pattern}%`}`;
    case 'NOT_CONTAINS':
      return sql`(${text} IS NULL OR ${compared} NOT LIKE ${`%${pattern}%`})`;
  }
}

/** Joins the parts of a complex predicate; parts that do not restrict anything drop out. */
function complexCondition(
  operation: 'AND' | 'OR',
  predicates: readonly FilterPredicate[],
  one: (predicate: FilterPredicate) => Condition,
): Condition {
  const parts = predicates.map(one).filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  return sql<SqlBool>`(${sql.join(parts, operation === 'AND' ? sql` AND ` : sql` OR `)})`;
}

type Comparison = RawBuilder<unknown>;

/** How a row that holds a value is compared; each is false where the value is of another type. */
export interface ValueComparison {
  /** `not equal` and `not contains` are true for values of other types. */
  text(predicate: SimplePredicate & { type: 'STRING' }): Condition;
  number(compare: Comparison, value: RawBuilder<unknown>): Condition;
  boolean(compare: Comparison, value: boolean): Condition;
}

/** On a row of `latest_value` or `attribute`. */
function ofValueRow(row: string): ValueComparison {
  const column = (name: string) => sql`${sql.ref(`${row}.${name}`)}`;
  return {
    text: (predicate) => stringCondition(column('string_value'), predicate),
    number: (compare, value) =>
      sql`(${column('long_value')} ${compare} ${value} OR ${column('double_value')} ${compare} ${value})`,
    boolean: (compare, value) => sql`${column('bool_value')} ${compare} ${value}::boolean`,
  };
}

/** The same ignoring case, where that is what an index of parts of texts knows. */
function inTextIndex(text: RawBuilder<unknown>, predicate: SimplePredicate & { type: 'STRING' }): RawBuilder<unknown> {
  const isPart = predicate.operation === 'CONTAINS' || predicate.operation === 'ENDS_WITH';
  const value = predicate.value.userValue ?? predicate.value.defaultValue ?? '';
  if (!isPart || predicate.ignoreCase) return sql``;
  const end = predicate.operation === 'CONTAINS' ? '%' : '';
  return sql` AND lower(${text}) LIKE lower(${`%${wildcardPattern(value)}${end}`})`;
}

/** On a row of the index of a key (telemetry/value-index/). */
export function ofIndexRow(row: string): ValueComparison {
  const column = (name: string) => sql`${sql.ref(`${row}.${name}`)}`;
  return {
    text(predicate) {
      const condition = stringCondition(column('text'), predicate);
      if (!condition) return undefined;
      const isNegative = predicate.operation === 'NOT_EQUAL' || predicate.operation === 'NOT_CONTAINS';
      // The number of text is 0: named for the index, which begins with it.
      return isNegative
        ? sql`(${column('type')} <> 0 AND (${column('type')} <> 3 OR ${condition}))`
        : sql`(${column('type')} = 3 AND ${column('number')} = 0 AND ${condition}${inTextIndex(column('text'), predicate)})`;
    },
    number: (compare, value) => sql`(${column('type')} = 1 AND ${column('number')} ${compare} ${value})`,
    boolean: (compare, value) =>
      sql`(${column('type')} = 2 AND ${column('number')} ${compare} ${value ? 1 : 0}::double precision)`,
  };
}

function valueCondition(predicate: FilterPredicate, row: ValueComparison): Condition {
  switch (predicate.type) {
    case 'COMPLEX':
      return complexCondition(predicate.operation, predicate.predicates, (part) => valueCondition(part, row));
    case 'STRING':
      return row.text(predicate);
    case 'NUMERIC':
      return row.number(COMPARISON[predicate.operation], sql`${comparedValue(predicate)}::double precision`);
    case 'BOOLEAN':
      return row.boolean(COMPARISON[predicate.operation], comparedValue(predicate));
  }
}

function fieldCondition(key: string, text: RawBuilder<string | null>, predicate: FilterPredicate): Condition {
  switch (predicate.type) {
    case 'COMPLEX':
      return complexCondition(predicate.operation, predicate.predicates, (part) => fieldCondition(key, text, part));
    case 'STRING':
      return stringCondition(text, predicate);
    case 'NUMERIC':
      if (key === 'createdTime') {
        return sql`e.created_time ${COMPARISON[predicate.operation]} ${comparedValue(predicate)}::double precision`;
      }
      break;
  }
  throw badRequest(`A predicate of type ${predicate.type} can not be used on the entity field '${key}'.`);
}

/** What a query asks of one key: all of its predicates must hold, for one and the same row. */
export interface FilteredKey {
  key: EntityKey;
  predicates: FilterPredicate[];
}

/** Key filters, those of the same key together. */
export function filteredKeys(keyFilters: readonly KeyFilter[]): FilteredKey[] {
  const byKey = new Map<string, FilteredKey>();
  for (const { key, predicate } of keyFilters) {
    const name = `${key.type} ${key.key}`;
    const known = byKey.get(name);
    if (known) known.predicates.push(predicate);
    else byKey.set(name, { key, predicates: [predicate] });
  }
  return [...byKey.values()];
}

/** What the predicates of a key ask of a row that holds its value; undefined when they do not restrict anything. */
export function rowCondition({ predicates }: FilteredKey, row: string | ValueComparison): Condition {
  const comparison = typeof row === 'string' ? ofValueRow(row) : row;
  return complexCondition('AND', predicates, (predicate) => valueCondition(predicate, comparison));
}

/**
 * Condition of the filters of one key (rest-content.md §6.6) on the entity `e`; undefined when they do not restrict
 * anything.
 * @param keyIds name → id of keys that exist
 * @param readable whether the value of `e` may be read; undefined: any may
 * @throws ApiError 400 / 31 for a predicate that cannot be used on the key
 */
export function keyFilterCondition(
  filtered: FilteredKey,
  source: EntitySource,
  keyIds: ReadonlyMap<string, number>,
  readable: RawBuilder<SqlBool> | undefined,
): Condition {
  const { key, predicates } = filtered;
  if (key.type === 'ALARM_FIELD') throw badRequest(`Key type ALARM_FIELD can only be used in alarm queries.`);
  if (key.type === 'ENTITY_FIELD') {
    const text = fieldText(source, key.key);
    return text && complexCondition('AND', predicates, (predicate) => fieldCondition(key.key, text, predicate));
  }
  const condition = rowCondition(filtered, 'v');
  if (!condition) return undefined;
  const keyId = keyIds.get(key.key);
  if (keyId === undefined) return sql<SqlBool>`false`;
  const ofReadable = readable ? sql`${readable} AND` : sql``;
  if (key.type === 'TIME_SERIES') {
    return sql`${ofReadable} EXISTS (SELECT 1 FROM latest_value v
      WHERE v.entity_id = e.id AND v.key_id = ${keyId}::int AND ${condition})`;
  }
  const scope = SCOPE_OF_KEY_TYPE[key.type];
  const ofScope = scope === undefined ? sql`` : sql`AND v.scope = ${scope}::smallint`;
  return sql`${ofReadable} EXISTS (SELECT 1 FROM attribute v
    WHERE v.entity_id = e.id AND v.key_id = ${keyId}::int ${ofScope} AND ${condition})`;
}
