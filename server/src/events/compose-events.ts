import type pg from 'pg';
import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { LivingEntities } from '../access/living-entities.ts';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { FailedMessage } from '../messages/set-aside.ts';
import type { Database } from '../storage/database.ts';
import { createTimelineTotals } from '../storage/timeline-totals.ts';
import { startEventRetention } from './event-retention.ts';
import { eventRoutes } from './event-routes.ts';
import { createEventStore } from './event-table.ts';

export interface EventsParts {
  db: Database;
  pool: pg.Pool;
  liveBus: LiveBus;
  directory: EntityDirectory;
  living: LivingEntities;
  log: Logger;
  /** Name of this server in events. */
  serviceId: string;
  settings: Pick<Settings, 'eventRetentionDays'>;
  /** Told when old events of edges have been deleted. */
  onEdgeEventsDeleted: () => void;
}

/** Events of entities: written, read, and deleted when they are old. */
export function composeEvents(parts: EventsParts) {
  const { db, pool, liveBus, directory, living, log, serviceId, settings, onEdgeEventsDeleted } = parts;
  const totals = createTimelineTotals({ db, table: 'event', deletedTenants: followDeletedTenants(liveBus) });
  const store = createEventStore(pool, log, { living, totals });
  const stopRetention = startEventRetention(pool, log, settings.eventRetentionDays, {
    onDeleted: totals.forget,
    onEdgeEventsDeleted,
  });
  return {
    routes: eventRoutes(store, directory),
    store,
    /** Tells the originator's readers of a message that could not be processed. */
    recordSetAside({ message: { tenantId, originator, id, type }, error }: FailedMessage): void {
      const body = { server: serviceId, method: type, error: `Message ${id} was set aside: ${error}` };
      store.append([{ tenantId, entityId: originator, type: 'ERROR', body }]);
    },
    async close(): Promise<void> {
      await stopRetention();
      await store.close();
    },
  };
}
