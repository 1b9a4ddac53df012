import { deviceKind } from '../entities/device/device-kind.ts';
import type { NamedOrder } from '../entities/device/device-name-places.ts';
import type { WantedDevices } from '../entities/device/device-names.ts';
import type { ListedOrder } from '../entities/paged-list-sql.ts';
import type { PageRequest } from './entity-query-sql.ts';
import { nameOfKey } from './query-index.ts';
import { isSearchedField } from './search-candidates.ts';
import { columnOfIndex } from './searched-values.ts';

/** Fields that are known in memory. */
const TEXTS: Readonly<Record<string, 'name' | 'label'>> = { name: 'name', title: 'name', label: 'label' };

/**
 * The devices that a text search finds, where memory knows all that decides; undefined: it does not. Those of a type or with the
 * beginning of a name are left to the database.
 */
export function wantedDevices(request: PageRequest): WantedDevices | undefined {
  const { user, selection, filters, textSearch, searchedKeys, searchIndex, keyIds } = request;
  const { source, condition, isWide } = selection;
  if (source !== deviceKind.source || !isWide || condition || filters.length > 0) return undefined;
  if (!textSearch) return undefined;
  const among: string[] = [];
  for (const key of searchedKeys) {
    const isField = key.type === 'ENTITY_FIELD';
    if (isField ? !isSearchedField(key, source) : !keyIds.has(key.key)) continue;
    const index = searchIndex?.keys.get(nameOfKey(key));
    const column = isField ? TEXTS[key.key] : index && columnOfIndex(index.id);
    if (column === undefined) return undefined;
    among.push(column);
  }
  if (among.length === 0) return undefined;
  return {
    search: { text: textSearch.toLowerCase(), among },
    ...(user.authority === 'CUSTOMER_USER' ? { customerId: user.customerId } : {}),
  };
}

/** The order of a query, where memory knows it. */
export function namedOrder(order: ListedOrder, sortKey: string | undefined): NamedOrder | undefined {
  const { column, isDescending, isNewestFirst, groups } = order;
  if (groups) return undefined;
  const by = column ? sortKey && TEXTS[sortKey] : 'created';
  return by ? { by, isDescending, isNewestFirst } : undefined;
}
