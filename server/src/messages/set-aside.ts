import type pg from 'pg';
import { newEntityId } from '../storage/ids.ts';
import { storableJson, storableText } from '../storage/storable-text.ts';
import type { Message } from './message.ts';

/** Most messages of a tenant that are set aside; beyond that the oldest go. */
export const MAX_SET_ASIDE = 10_000;
/** The same of the bytes that they take in the database. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A message that could not be processed, and the reason. */
export interface FailedMessage {
  message: Message;
  error: string;
  /** Where it failed; absent when it did not come to a node. */
  node?: { id: string; name: string; ruleChainId: string; ruleChainName: string } | undefined;
  /** The message as it came to the rules. */
  entered?: Message;
}

/** The place of messages in the log. */
export interface LogPlace {
  partition: number;
  batch: number;
}

/** One in so many batches looks whether a tenant has too many; the hourly removal of old ones does, too. */
const TRIM_EVERY = 16;

/** Stores messages that could not be processed for administrators to inspect, in the transaction of `client`. */
export async function setAside(
  client: Pick<pg.ClientBase, 'query'>,
  { partition, batch }: LogPlace,
  failed: readonly FailedMessage[],
): Promise<void> {
  const ids = failed.map(() => newEntityId());
  await client.query(
    `INSERT INTO message_set_aside (id, created_time, tenant_id, partition, batch, message, error,
       entered, rule_node_id, rule_node_name, rule_chain_id, rule_chain_name)
     SELECT id, created_time, tenant_id, $1, $2, message::jsonb, error, entered::jsonb, rule_node_id, rule_node_name,
       rule_chain_id, rule_chain_name
     FROM unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::text[],
         $11::uuid[], $12::text[])
       AS failed (id, created_time, tenant_id, message, error, entered, rule_node_id, rule_node_name, rule_chain_id,
         rule_chain_name)`,
    [
      partition,
      batch,
      ids.map(({ id }) => id),
      ids.map(({ createdTime }) => createdTime),
      failed.map(({ message }) => message.tenantId),
      failed.map(({ message }) => toStored(message)),
      failed.map(({ error }) => storableText(error)),
      failed.map(({ entered, message }) => (entered && isChanged(entered, message) ? toStored(entered) : null)),
      failed.map(({ node }) => node?.id ?? null),
      failed.map(({ node }) => (node ? storableText(node.name) : null)),
      failed.map(({ node }) => node?.ruleChainId ?? null),
      failed.map(({ node }) => (node ? storableText(node.ruleChainName) : null)),
    ],
  );
  if (batch % TRIM_EVERY === 0) await trimSetAside(client, [...new Set(failed.map(({ message }) => message.tenantId))]);
}

/** Removes the oldest messages of tenants that have too many, or too long ones; the newest stays. */
export async function trimSetAside(
  client: Pick<pg.ClientBase, 'query'>,
  tenantIds: readonly string[],
  limit = MAX_SET_ASIDE,
  bytes = MAX_BYTES,
): Promise<void> {
  await client.query(
    `DELETE FROM message_set_aside WHERE id IN (
       SELECT counted.id FROM unnest($1::uuid[]) AS tenant (id), LATERAL (
         SELECT id, row_number() OVER newest AS number,
           sum(pg_column_size(message) + coalesce(pg_column_size(entered), 0)) OVER newest AS bytes
         FROM message_set_aside WHERE tenant_id = tenant.id
         WINDOW newest AS (ORDER BY created_time DESC, id DESC ROWS UNBOUNDED PRECEDING)) AS counted
       WHERE number > $2 OR (bytes > $3 AND number > 1))`,
    [tenantIds, limit, bytes],
  );
}

const toStored = ({ values: _, ...stored }: Message): string => storableJson(stored);

/** Whether nodes have changed a message on its way. */
function isChanged(entered: Message, { data, type, originator, metadata }: Message): boolean {
  return (
    entered.data !== data ||
    entered.type !== type ||
    entered.originator.id !== originator.id ||
    JSON.stringify(entered.metadata) !== JSON.stringify(metadata)
  );
}
