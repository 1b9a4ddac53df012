import type pg from 'pg';
import { newEntityId } from '../storage/ids.ts';
import { storableJson, storableText } from '../storage/storable-text.ts';
import type { Message } from './message.ts';

/** A message that could not be processed, and the reason. */
export interface FailedMessage {
  message: Message;
  error: string;
}

/** The place of messages in the log. */
export interface LogPlace {
  partition: number;
  batch: number;
}

/** Stores messages that could not be processed for administrators to inspect, in the transaction of `client`. */
export async function setAside(
  client: Pick<pg.ClientBase, 'query'>,
  { partition, batch }: LogPlace,
  failed: readonly FailedMessage[],
): Promise<void> {
  const ids = failed.map(() => newEntityId());
  await client.query(
    `INSERT INTO message_set_aside (id, created_time, tenant_id, partition, batch, message, error)
     SELECT id, created_time, tenant_id, $1, $2, message::jsonb, error
     FROM unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::text[])
       AS failed (id, created_time, tenant_id, message, error)`,
    [
      partition,
      batch,
      ids.map(({ id }) => id),
      ids.map(({ createdTime }) => createdTime),
      failed.map(({ message }) => message.tenantId),
      failed.map(({ message: { values: _, ...stored } }) => storableJson(stored)),
      failed.map(({ error }) => storableText(error)),
    ],
  );
}
