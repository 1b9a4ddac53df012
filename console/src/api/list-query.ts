/** The query of a paged list. */
export interface ListQuery {
  pageSize: number;
  page: number;
  textSearch?: string | undefined;
  sortProperty?: string | undefined;
  sortOrder?: string | undefined;
}
