/** Something with an id and, by kind, a name or a title. */
export interface Named {
  id: { id: string };
  name?: string | null;
  title?: string | null;
}

/** How the palette finds what a page lists, in the folder's `search.ts`; its menu entry says the rest. */
export interface PageSearch {
  /** Path of the menu entry. The page of one is at `path/id`. */
  path: string;
  /** Finds by name; `customerId` limits it to what this customer has. */
  find: (
    query: { pageSize: number; page: number; textSearch: string },
    customerId: string | undefined,
  ) => Promise<{ data: readonly Named[] }>;
}
