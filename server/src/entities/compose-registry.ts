import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { createLivingEntities } from './deletion/living-entities-store.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { createEdgeNotices } from './edge/edge-notices.ts';
import { createEntityDirectory } from './entity-directory-store.ts';
import { AUDITED } from './entity-kinds.ts';
import { createTenantConfigurations } from './tenant-configuration.ts';
import { createTenantLimits } from './tenant-limits.ts';
import { createViewDirectory } from './view-directory.ts';

/** What every room needs to know about entities: which exist, who owns them, and how many are allowed. */
export function composeRegistry({ pool, liveBus }: { pool: pg.Pool; liveBus: LiveBus }) {
  const known = {
    directory: createEntityDirectory(pool, liveBus),
    devices: createDeviceDirectory(pool, liveBus),
    /** What the profiles of tenants allow. */
    configurationOf: createTenantConfigurations(pool, liveBus),
    limits: createTenantLimits(pool, liveBus),
    living: createLivingEntities(pool, liveBus),
    views: createViewDirectory(pool, liveBus),
  };
  return {
    ...known,
    /** Kinds whose changes are in the audit log. */
    audited: AUDITED,
    /** Notes what the edges of a tenant have to know of an action. */
    tellEdges: createEdgeNotices(pool),
    /** Stops listening for changes. */
    async close(): Promise<void> {
      for (const { close } of Object.values(known)) close();
    },
  };
}
