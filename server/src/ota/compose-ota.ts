import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { createPackageDelivery } from './package-delivery.ts';
import { createUpdateQueue } from './update-queue.ts';
import { createUpdateWorker } from './update-worker.ts';

export interface OtaParts {
  pool: pg.Pool;
  telemetry: TelemetryService;
  attributes: Pick<AttributeStore, 'find'>;
  series: Pick<SeriesStore, 'latest'>;
  liveBus: LiveBus;
  log: Logger;
  /** Bytes [from, to) of the file of a package. */
  readPackage: (contentId: string, from: number, to: number) => Promise<Buffer>;
  settings: Pick<Settings, 'otaDevicesPerMinute'>;
}

/** The room of updates over the air: devices learn what they are to install, and download it. */
export function composeOta({ settings, readPackage, series, ...parts }: OtaParts) {
  const queue = createUpdateQueue(parts.pool);
  return {
    ...createUpdateWorker({ ...parts, queue, devicesPerMinute: settings.otaDevicesPerMinute }),
    packages: createPackageDelivery(parts.pool, readPackage, series.latest),
  };
}
