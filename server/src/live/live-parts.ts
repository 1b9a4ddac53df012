import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { ValueRightsOf } from '../access/value-rights.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { AlarmDataQueries } from '../query/alarm-data-queries.ts';
import type { EntityQueryService } from '../query/entity-query-service.ts';
import type { InTurn } from '../storage/turns.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { SeriesHistory, SeriesStore } from '../telemetry/series-store.ts';
import type { AlarmChanges } from './alarm-changes.ts';
import type { DeletedEntities } from './deleted-entities.ts';
import type { DynamicValues } from './dynamic-values.ts';

/** Services that socket commands use. */
export interface LiveParts {
  queries: EntityQueryService;
  alarmQueries: AlarmDataQueries;
  series: SeriesStore;
  history: SeriesHistory;
  attributes: AttributeStore;
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
  liveBus: LiveBus;
  dynamicValues: DynamicValues;
  deletedEntities: DeletedEntities;
  alarmChanges: AlarmChanges;
  /** ms between evaluations of dynamic queries and counts */
  refreshInterval: number;
  /** Runs such evaluations, a few at a time for all sockets: people waiting for an answer come first. */
  refreshInTurn: InTurn;
  log: Logger;
}

/** A long-lived command, changed by a later command of the same id and ended by an unsubscribe. */
export interface RunningCommand {
  close(): void;
}
