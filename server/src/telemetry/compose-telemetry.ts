import type pg from 'pg';
import type { Logger } from 'pino';
import type { LivingEntities } from '../access/living-entities.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { Remains } from '../entities/deletion/remains.ts';
import type { ViewValues } from '../entities/entity-view/view-values.ts';
import { createTenantConfigurations } from '../entities/tenant-configuration.ts';
import type { ViewDirectory } from '../entities/view-directory.ts';
import { openDatabase } from '../storage/database.ts';
import { createGroupCommit } from '../storage/group-commit.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import type { AttributeStore } from './attribute-store.ts';
import { createKeyBounds, createKeyCount } from './key-bounds.ts';
import { createKeyDictionary } from './key-dictionary.ts';
import { createKeyLimits, type KeyLimits } from './key-limits.ts';
import { createPackedSeriesStore, type PackedSeriesStore } from './packed/packed-series-store.ts';
import { createPostgresAttributeStore } from './postgres-attribute-store.ts';
import type { SeriesHistory } from './series-store.ts';
import { createTelemetryService } from './stored-telemetry-service.ts';
import { createAttributeRemains, createSeriesRemains } from './telemetry-remains.ts';
import type { TelemetryService } from './telemetry-service.ts';
import { createTenantRetention } from './tenant-retention.ts';
import { openValueIndex, type ValueIndex } from './value-index/value-index.ts';
import { createSeriesHistory } from './view-series.ts';
import { createViewValues } from './view-values.ts';

/** Connections for work that must not wait for units of work: dictionary, reads, latest values, chunks. */
const CONNECTIONS = 4;

export interface Telemetry {
  series: PackedSeriesStore;
  attributes: AttributeStore;
  service: TelemetryService;
  /** Reads history, of entity views too. */
  history: SeriesHistory;
  /** Copies values to entity views. */
  viewValues: ViewValues;
  keyLimits: KeyLimits;
  /** Values in order, for queries that sort or filter by them. */
  valueIndex: ValueIndex;
  /** Removes points, latest values and attributes of deleted entities. */
  remains: readonly Remains[];
  close(): Promise<void>;
}

export interface TelemetryParts {
  connection: pg.PoolConfig;
  /** Provides a unit of work for calls without one. */
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Logger;
  living: LivingEntities;
  views: ViewDirectory;
  usage: UsageMeter;
  /** Their bounds of keys are for tenants whose profile has none. */
  settings: Pick<Settings, 'latestByArrival' | 'maxKeysPerDevice' | 'maxKeysPerTenant'>;
}

/** Opens the stores of telemetry and attributes, and reloads points that are not in chunks yet. */
export async function composeTelemetry(parts: TelemetryParts): Promise<Telemetry> {
  const { connection, pool, liveBus, log, living, views, usage, settings } = parts;
  const database = openDatabase(connection, CONNECTIONS);
  try {
    const keys = createKeyDictionary(database.pool);
    const valueIndex = await openValueIndex({ pool, liveBus, log, flushLatest: () => series.flushLatest() });
    const series = createPackedSeriesStore({
      pool: database.pool,
      log,
      keys,
      indexed: valueIndex.series,
      options: { latestByArrival: settings.latestByArrival },
    });
    await series.open();
    const attributes = createPostgresAttributeStore({ pool: database.pool, keys });
    const groupCommit = createGroupCommit(pool);
    const configurationOf = createTenantConfigurations(database.pool, liveBus);
    return {
      series,
      attributes,
      service: createTelemetryService({
        groupCommit,
        series,
        attributes,
        liveBus,
        living,
        views,
        usage,
        log,
        defaultTtlSeconds: createTenantRetention(configurationOf),
      }),
      history: createSeriesHistory(series, views),
      viewValues: createViewValues({ series, attributes, liveBus }),
      keyLimits: createKeyLimits({
        series,
        attributes,
        boundsOf: createKeyBounds(configurationOf, {
          perEntity: settings.maxKeysPerDevice,
          perTenant: settings.maxKeysPerTenant,
        }),
        // Not on the few connections that reads wait for.
        countOf: createKeyCount(pool),
        log,
      }),
      valueIndex,
      remains: [createSeriesRemains(series, database.pool), createAttributeRemains(attributes, database.pool)],
      async close() {
        await valueIndex.close();
        await groupCommit.idle();
        await series.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
