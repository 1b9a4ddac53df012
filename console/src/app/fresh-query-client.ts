import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * A first read that is under way when something is changed may bring what was before: the library waits for it, but does
 * not read again, as it does where it has read before.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const isFirst = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching'),
    );
    await super.invalidateQueries(filters, options);
    if (isFirst.size > 0) await super.invalidateQueries({ predicate: (query) => isFirst.has(query) }, options);
  }
}
