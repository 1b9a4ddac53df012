import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { ValueRightsOf } from '../access/value-rights.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { EntityQueryService } from '../query/entity-query-service.ts';
import type { InTurn } from '../storage/turns.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import type { DynamicValues } from './dynamic-values.ts';

/** What commands of sockets work with. */
export interface LiveParts {
  queries: EntityQueryService;
  series: SeriesStore;
  attributes: AttributeStore;
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
  liveBus: LiveBus;
  dynamicValues: DynamicValues;
  /** ms between evaluations of dynamic queries and counts */
  refreshInterval: number;
  /** Such evaluations of all sockets, a few at a time: people who wait for an answer come first. */
  refreshInTurn: InTurn;
  log: Logger;
}

/** A command that lives on: what a later command of the same id changes and an unsubscribe ends. */
export interface RunningCommand {
  close(): void;
}
