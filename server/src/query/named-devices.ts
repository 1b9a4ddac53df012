import { type RawBuilder, sql } from 'kysely';
import type { WantedDevices, WantedNumbers } from '../entities/device/device-found.ts';
import { deviceKind } from '../entities/device/device-kind.ts';
import type { DevicesAround } from '../entities/device/device-name-around.ts';
import type { AroundOrder } from '../entities/device/device-order-keys.ts';
import type { ListedGroups } from '../entities/paged-list-sql.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import { fieldOrder, type PageRequest, type SortOrder } from './entity-query-sql.ts';
import { listedOrder } from './field-pages.ts';
import { nameOfKey } from './query-index.ts';
import { isSearchedField } from './search-candidates.ts';
import { columnOfIndex } from './searched-values.ts';

/** Fields that are known in memory. */
const TEXTS: Readonly<Record<string, 'name' | 'label'>> = { name: 'name', title: 'name', label: 'label' };

const { POSITIVE_INFINITY: NO_END } = Number;
/** Which numbers an operation finds, compared with one. */
const FOUND_NUMBERS: Record<string, (given: number) => Omit<WantedNumbers, 'column'>> = {
  EQUAL: (given) => ({ least: given, most: given, areBetween: true }),
  NOT_EQUAL: (given) => ({ least: given, most: given, areBetween: false }),
  GREATER: (given) => ({ least: -NO_END, most: given, areBetween: false }),
  LESS: (given) => ({ least: given, most: NO_END, areBetween: false }),
  GREATER_OR_EQUAL: (given) => ({ least: given, most: NO_END, areBetween: true }),
  LESS_OR_EQUAL: (given) => ({ least: -NO_END, most: given, areBetween: true }),
};

/** Where a text is looked for; undefined: not only in what memory has. */
function searchedColumns({ selection, searchedKeys, searchIndex, keyIds }: PageRequest): string[] | undefined {
  const among: string[] = [];
  for (const key of searchedKeys) {
    const isField = key.type === 'ENTITY_FIELD';
    if (isField ? !isSearchedField(key, selection.source) : !keyIds.has(key.key)) continue;
    const index = searchIndex?.keys.get(nameOfKey(key));
    const column = isField ? TEXTS[key.key] : index && columnOfIndex(index.id);
    if (column === undefined) return undefined;
    among.push(column);
  }
  return among.length > 0 ? among : undefined;
}

/** What is asked of numbers; undefined: something else is asked, too. */
function wantedNumbers({ filters, index }: PageRequest): WantedDevices['numbers'] {
  // Of an attribute in several scopes, the database knows which one counts.
  if (index && index.strict.size > 0) return undefined;
  const wanted: WantedNumbers[] = [];
  for (const { key, predicates } of filters) {
    const indexed = index?.keys.get(nameOfKey(key));
    if (!indexed) return undefined;
    const column = columnOfIndex(indexed.id);
    for (const predicate of predicates) {
      const found = predicate.type === 'NUMERIC' ? FOUND_NUMBERS[predicate.operation] : undefined;
      const given =
        predicate.type === 'NUMERIC' ? (predicate.value.userValue ?? predicate.value.defaultValue) : undefined;
      if (!found || typeof given !== 'number') return undefined;
      wanted.push({ column, ...found(given) });
    }
  }
  return wanted;
}

/** Reads the id of the profile that a type is; undefined: there is none. */
export type ProfileOfType = (tenantId: string, type: string) => Promise<string | undefined>;

/**
 * The devices that a text search, and filters by numbers, find, or all of them or of a type, where memory knows all that decides;
 * undefined: it does not. Those with the beginning of a name are left to the database.
 */
export async function wantedDevices(
  request: PageRequest,
  profileOfType: ProfileOfType,
): Promise<WantedDevices | undefined> {
  const { user, selection, textSearch } = request;
  const { source, condition, counted, isWide } = selection;
  if (source !== deviceKind.source || !isWide || (condition && !counted)) return undefined;
  const type = counted?.type;
  const numbers = wantedNumbers(request);
  if (!numbers) return undefined;
  const among = textSearch ? searchedColumns(request) : [];
  if (!among) return undefined;
  const deviceProfileId = type === undefined ? undefined : await profileOfType(user.tenantId, type);
  if (type !== undefined && !deviceProfileId) return undefined;
  return {
    deviceProfileId,
    search: textSearch ? { text: textSearch.toLowerCase(), among } : undefined,
    numbers,
    ...(user.authority === 'CUSTOMER_USER' ? { customerId: user.customerId } : {}),
  };
}

/** Reads the ids of profiles in the order of their names; undefined: there are too many. */
export type ProfilesInOrder = (groups: ListedGroups) => Promise<readonly string[] | undefined>;

/** The order of a query, where memory knows it. */
export async function aroundOrder(
  request: PageRequest,
  sortOrder: SortOrder | null | undefined,
  profilesOf: ProfilesInOrder,
): Promise<AroundOrder | undefined> {
  const isDescending = sortOrder?.direction !== 'ASC';
  const indexed = sortOrder && request.index?.keys.get(nameOfKey(sortOrder.key));
  if (indexed) return { by: { column: columnOfIndex(indexed.id) }, isDescending, isNewestFirst: isDescending };
  const listed = listedOrder(sortOrder, request);
  if (!listed) return undefined;
  const { isNewestFirst, isById = false } = listed;
  const profiles = listed.groups && (await profilesOf(listed.groups));
  if (listed.groups) return profiles && { by: { profiles }, isDescending, isNewestFirst };
  const by = listed.column ? sortOrder && TEXTS[sortOrder.key.key] : 'created';
  return by ? { by, isDescending: listed.isDescending, isNewestFirst, isById } : undefined;
}

/** Finds the ids of a page among some devices. @param rows of the page */
export function statementAround(
  request: PageRequest,
  { key, direction }: SortOrder,
  { ids, skip }: DevicesAround,
  rows: number,
): RawBuilder<{ id: string }> {
  const { user, selection, index } = request;
  const by = direction === 'DESC' ? sql`DESC` : sql`ASC`;
  const among = sql`ANY(${uuidArray(ids)}::uuid[])`;
  const window = sql`LIMIT ${rows} OFFSET ${skip}`;
  const indexed = index?.keys.get(nameOfKey(key));
  if (indexed) {
    return sql`SELECT i.entity_id AS id FROM ${sql.table(indexed.table)} i WHERE i.entity_id = ${among}
      ORDER BY i.number ${by}, i.text ${by}, i.entity_id ${by} ${window}`;
  }
  return sql`SELECT e.id FROM ${selection.source.table} e WHERE e.id = ${among} AND ${selection.source.visibleTo(user)}
    AND ${selection.condition ?? sql`true`}
    ORDER BY ${fieldOrder(key, by, request)} ${window}`;
}
