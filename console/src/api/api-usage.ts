import { entityQueryRoutes } from '@signalbox/contract/entity-query';
import { telemetryRoutes } from '@signalbox/contract/telemetry';
import { call } from './client.ts';

/** Most points of a key that are read at once: the hours of a week and the months of a year are far fewer. */
const MAX_POINTS = 1000;

/** Id of the entity that keeps what this tenant uses; undefined when there is none. */
export async function findUsageState(): Promise<string | undefined> {
  const found = await call(
    entityQueryRoutes.findEntitiesByQuery,
    {
      body: {
        entityFilter: { type: 'apiUsageState' },
        pageLink: { pageSize: 1, page: 0, textSearch: null, dynamic: false, sortOrder: null },
        entityFields: [],
        latestValues: [],
        keyFilters: [],
      },
    },
    { ignoreErrors: true },
  );
  return found.data[0]?.entityId.id;
}

/** One count: of an hour or a month that begins at `ts`, epoch ms. */
export interface UsageCount {
  ts: number;
  count: number;
}

/** The counts of these keys since `startTs`, oldest first, by key. */
export async function getUsageCounts(
  stateId: string,
  keys: readonly string[],
  startTs: number,
): Promise<ReadonlyMap<string, readonly UsageCount[]>> {
  const reply = await call(
    telemetryRoutes.getTimeseries,
    {
      params: { entityType: 'API_USAGE_STATE', entityId: stateId },
      query: { keys, startTs, endTs: Date.now() + 1, agg: 'NONE', orderBy: 'ASC', limit: MAX_POINTS },
    },
    { ignoreErrors: true, ignoreLoading: true },
  );
  return new Map(
    Object.entries(reply).map(([key, points]) => [
      key,
      points.map(({ ts, value }) => ({ ts, count: Number(value) || 0 })),
    ]),
  );
}
