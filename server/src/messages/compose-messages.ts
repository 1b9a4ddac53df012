import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { MessageLog } from './message-log.ts';
import { createPostgresMessageLog, type PostgresMessageLogParts } from './postgres-message-log.ts';

export interface MessagesParts extends Required<Pick<PostgresMessageLogParts, 'onSetAside' | 'onBroken'>> {
  pool: pg.Pool;
  log: Logger;
  settings: Pick<Settings, 'messagePartitions' | 'messageLogRetentionHours' | 'messageLogSize'>;
}

/** The message log of a server, as its settings say. */
export function composeMessages({ settings, ...parts }: MessagesParts): Promise<MessageLog> {
  return createPostgresMessageLog({
    ...parts,
    partitions: settings.messagePartitions,
    retentionHours: settings.messageLogRetentionHours,
    maxSize: settings.messageLogSize * 1024 * 1024,
  });
}
