import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import { createKeyDictionary } from '../telemetry/key-dictionary.ts';
import { createRolloutDevices } from './rollout-devices.ts';
import { rolloutRoutes } from './rollout-routes.ts';
import { createRolloutService, type RolloutServiceParts } from './rollout-service.ts';
import { createRolloutStore } from './rollout-store.ts';
import { createRolloutTurn, type RolloutTurnParts } from './rollout-turn.ts';
import { createRolloutWorker } from './rollout-worker.ts';

export interface RolloutsParts
  extends Pick<RolloutTurnParts, 'devices' | 'queries' | 'findUser'>,
    Pick<RolloutServiceParts, 'packages' | 'actionLog'> {
  db: Database;
  pool: pg.Pool;
  log: Logger;
}

/** The room of roll-outs: packages go to devices in waves, guarded by what the devices report. */
export function composeRollouts({ db, pool, log, ...parts }: RolloutsParts) {
  const store = createRolloutStore(db, pool);
  const rows = createRolloutDevices(db, pool, createKeyDictionary(pool));
  const worker = createRolloutWorker({ pool, store, log, takeTurn: createRolloutTurn({ ...parts, store, rows }) });
  const service = createRolloutService({ ...parts, store, rows, wake: worker.wake });
  return { routes: rolloutRoutes(service), open: worker.open, close: worker.close };
}
