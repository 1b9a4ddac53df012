import { entityQueryRoutes } from '@signalbox/contract/entity-query';
import { call } from './client.ts';

/** Entities that are looked at. */
const PAGE_SIZE = 100;

/** Names of the series and attributes that entities have. */
export interface KeysInUse {
  timeseries: readonly string[];
  attribute: readonly string[];
}

/** Keys in use among the entities that a filter finds. Errors are the caller's to show. */
export async function findKeys(entityFilter: Readonly<Record<string, unknown>>): Promise<KeysInUse> {
  const body = {
    entityFilter,
    pageLink: { pageSize: PAGE_SIZE, page: 0 },
    keyFilters: [],
    entityFields: [],
    latestValues: [],
  };
  return call(
    entityQueryRoutes.findEntityKeysByQuery,
    { query: { timeseries: true, attributes: true }, body },
    { ignoreErrors: true, ignoreLoading: true },
  );
}
