import type { SortDirection } from '@signalbox/contract/page';

/** What a list shows, as the address holds it. */
export interface ListState {
  search: string;
  sortProperty: string;
  sortOrder: SortDirection;
  /** From 0. */
  page: number;
  pageSize: number;
  /** Values of the page's filters by name; those that are off are absent. */
  filters: Readonly<Record<string, string>>;
}

export interface ListDefaults {
  sortProperty: string;
  sortOrder: SortDirection;
}

export const PAGE_SIZES = [25, 50, 100, 500] as const;

/** Whether the server takes a text: an address cannot hold anything else that it refuses. */
export const isTaken = (text: string) => !text.includes('\0');

/** The server counts pages in 32 bits. */
const MAX_PAGE = 2 ** 31 - 1;

const whole = (text: string | null, min: number, max: number, fallback: number) => {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= min && value <= max ? value : fallback;
};

/** The page that an address names, from 0; the first one where it names none. */
export const readPage = (text: string | null): number => whole(text, 1, MAX_PAGE, 1) - 1;

/** The members of an address whose names begin with `prefix`, without it. */
export function membersOf(address: URLSearchParams, prefix: string): URLSearchParams {
  const members = new URLSearchParams();
  for (const [name, value] of address) if (name.startsWith(prefix)) members.append(name.slice(prefix.length), value);
  return members;
}

/** The address with these members in place of those whose names begin with `prefix`. */
export function withMembers(address: URLSearchParams, prefix: string, members: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams();
  for (const [name, value] of address) if (!name.startsWith(prefix)) next.append(name, value);
  for (const [name, value] of members) next.append(prefix + name, value);
  return next;
}

/** A filter as far as its value in an address is concerned. */
export interface AddressedFilter {
  name: string;
  /** Whether it can have this value; absent: any. */
  accepts?: ((value: string) => boolean) | undefined;
}

/** Reads the state from the address; what makes no sense counts as absent. */
export function readListState(
  address: URLSearchParams,
  defaults: ListDefaults,
  known: readonly AddressedFilter[],
  sortable: readonly string[],
): ListState {
  const [property = '', direction = ''] = (address.get('sort') ?? '').split(',');
  const isSortable = sortable.includes(property);
  const filters: Record<string, string> = {};
  for (const { name, accepts } of known) {
    const value = address.get(name);
    if (value && isTaken(value) && (accepts?.(value) ?? true)) filters[name] = value;
  }
  const search = address.get('search') ?? '';
  const size = whole(address.get('size'), 1, MAX_PAGE, PAGE_SIZES[0]);
  return {
    search: isTaken(search) ? search : '',
    sortProperty: isSortable ? property : defaults.sortProperty,
    sortOrder: isSortable ? (direction === 'desc' ? 'DESC' : 'ASC') : defaults.sortOrder,
    page: readPage(address.get('page')),
    pageSize: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZES[0],
    filters,
  };
}

/** The address with `change` applied. What is as by default is left out; any change but of the page goes to page 1. */
export function writeListState(
  address: URLSearchParams,
  change: Partial<Omit<ListState, 'filters'>> & { filters?: Readonly<Record<string, string | undefined>> },
  defaults: ListDefaults,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | undefined) => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  if (change.search !== undefined) put('search', change.search);
  if (change.sortProperty !== undefined && change.sortOrder !== undefined) {
    const isDefault = change.sortProperty === defaults.sortProperty && change.sortOrder === defaults.sortOrder;
    put('sort', isDefault ? undefined : `${change.sortProperty},${change.sortOrder.toLowerCase()}`);
  }
  if (change.pageSize !== undefined)
    put('size', change.pageSize === PAGE_SIZES[0] ? undefined : String(change.pageSize));
  for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value);
  put('page', change.page ? String(change.page + 1) : undefined);
  return next;
}
