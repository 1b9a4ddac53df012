import type pg from 'pg';
import type { Logger } from 'pino';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { RowPlace } from '../entities/paged-list-sql.ts';
import { createListPlaces, FAR_PAGES_OF_ROWS, type FarPages, type ListPlaces } from '../storage/list-places.ts';
import { type AlarmDataQueriesParts, createAlarmDataQueries } from './alarm-data-queries.ts';
import { entityQueryRoutes } from './entity-query-routes.ts';
import { createEntityQueryService, type EntityQueryParts } from './entity-query-service.ts';
import { type ForeseenOrdersParts, foreseeOrders } from './foreseen-orders.ts';
import { openQueryReads } from './query-reads.ts';
import { keepSearchedValues } from './searched-values.ts';
import { createVisitorCalls, type VisitorCallsParts } from './visitor-calls.ts';

export interface QueryParts extends Omit<EntityQueryParts, 'places' | 'fieldPlaces' | 'reads' | 'valueIndex'> {
  /** Where the database is. */
  connection: pg.PoolConfig;
  log: Pick<Logger, 'warn'>;
  valueIndex: EntityQueryParts['valueIndex'] & ForeseenOrdersParts['valueIndex'];
  callableAliases: VisitorCallsParts['callableAliases'];
  alarms: AlarmDataQueriesParts['alarms'];
  /** Remembers where rows of lists are, of devices beyond a restart. */
  createDevicePlaces: <Place extends object>(owner: string, far: FarPages) => ListPlaces<Place>;
}

/** Entity queries, and what is decided by them. */
export function composeQuery({ callableAliases, alarms, log, connection, createDevicePlaces, ...parts }: QueryParts) {
  const reads = openQueryReads(connection);
  const deletedTenants = followDeletedTenants(parts.liveBus);
  const queries = createEntityQueryService({
    ...parts,
    reads,
    places: createListPlaces({ pool: parts.pool, log, deletedTenants }, FAR_PAGES_OF_ROWS),
    fieldPlaces: createDevicePlaces<RowPlace>('queries', FAR_PAGES_OF_ROWS),
  });
  const endOrders = foreseeOrders({ valueIndex: parts.valueIndex, learn: queries.learnOrder, log });
  const endSearched = parts.namedDevices && keepSearchedValues(parts.db, parts.valueIndex, parts.namedDevices);
  const alarmQueries = createAlarmDataQueries({ queries, alarms });
  return {
    routes: entityQueryRoutes(queries, alarmQueries),
    queries,
    alarmQueries,
    mayVisitorCall: createVisitorCalls({ queries, callableAliases }),
    async close(): Promise<void> {
      endSearched?.();
      await endOrders();
      await reads.close();
    },
  };
}
