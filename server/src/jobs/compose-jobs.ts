import type pg from 'pg';
import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { Settings } from '../config/settings.ts';
import { createRouteCaller } from '../http/route-caller.ts';
import type { RouteImplementation } from '../http/routes.ts';
import { jobRoutes } from './job-routes.ts';
import { createJobRunner } from './job-runner.ts';
import { createJobService } from './job-service.ts';
import { createJobStore } from './job-store.ts';
import { createJobTurn, isTemporary, type JobTurnParts } from './job-turn.ts';

export interface JobsParts {
  pool: pg.Pool;
  directory: EntityDirectory;
  log: Logger;
  settings: Pick<Settings, 'jobRetentionDays'>;
  findUser: JobTurnParts['findUser'];
  /** The calls that jobs make. */
  work: readonly RouteImplementation[];
}

/** The room of work on many entities: it makes the calls of the API, one for each entity, as the user who wants it. */
export function composeJobs({ pool, directory, log, settings, findUser, work }: JobsParts) {
  const closing = new AbortController();
  const store = createJobStore(pool);
  const callAs = createRouteCaller(work);
  const runner = createJobRunner({
    store,
    closing,
    log,
    retentionDays: settings.jobRetentionDays,
    takeTurn: createJobTurn({ store, callAs, directory, findUser, closing: closing.signal }),
    isTemporary,
  });
  const routes: RouteImplementation[] = jobRoutes(createJobService({ store, callAs, wake: runner.wake }));
  return { routes, open: runner.open, close: runner.close };
}
