import { deviceKind } from '../entities/device/device-kind.ts';
import type { NamedOrder } from '../entities/device/device-name-places.ts';
import type { SearchedText } from '../entities/device/device-name-rows.ts';
import type { WantedDevices } from '../entities/device/device-names.ts';
import type { ListedOrder } from '../entities/paged-list-sql.ts';
import type { PageRequest } from './entity-query-sql.ts';
import { isFieldSearch, isSearchedField } from './search-candidates.ts';

/** Fields that are known in memory. */
const TEXTS: Readonly<Record<string, SearchedText>> = { name: 'name', title: 'name', label: 'label' };

/**
 * The devices that a text search finds, where memory knows all that decides; undefined: it does not. Those of a type or with the
 * beginning of a name are left to the database.
 */
export function wantedDevices(request: PageRequest): WantedDevices | undefined {
  const { user, selection, filters, textSearch, searchedKeys } = request;
  const { source, condition, isWide } = selection;
  if (source !== deviceKind.source || !isWide || condition || filters.length > 0) return undefined;
  if (!textSearch || !isFieldSearch(request)) return undefined;
  const among = searchedKeys.filter((key) => isSearchedField(key, source)).map(({ key }) => TEXTS[key]);
  if (among.length === 0 || among.includes(undefined)) return undefined;
  return {
    search: { text: textSearch.toLowerCase(), among: among as SearchedText[] },
    ...(user.authority === 'CUSTOMER_USER' ? { customerId: user.customerId } : {}),
  };
}

/** The order of a query, where memory knows it. */
export function namedOrder(order: ListedOrder, sortKey: string | undefined): NamedOrder | undefined {
  const { column, isDescending, isNewestFirst, isById = false, groups } = order;
  if (groups) return undefined;
  const by = column ? sortKey && TEXTS[sortKey] : 'created';
  return by ? { by, isDescending, isNewestFirst, isById } : undefined;
}
