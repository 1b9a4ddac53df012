import type pg from 'pg';
import type { Settings } from '../config/settings.ts';
import { createLogSearch } from '../messages/log-search.ts';
import type { BeginBackgroundWork } from '../storage/background-turns.ts';
import { createRecorder, type RecorderParts } from './recorder-service.ts';

export interface RecorderRoomParts extends Pick<RecorderParts, 'directory' | 'alarms' | 'source' | 'dryRun'> {
  pool: pg.Pool;
  begin: BeginBackgroundWork;
  settings: Pick<Settings, 'messagePartitions'>;
}

/** The recorder room: what messages of the log did. */
export function composeRecorder({ pool, settings, begin, ...parts }: RecorderRoomParts) {
  return createRecorder({
    pool,
    search: createLogSearch({ pool, partitions: settings.messagePartitions, begin }),
    ...parts,
  });
}
