import type pg from 'pg';
import type { Message } from '../messages/message.ts';
import { createBatchWriter } from '../storage/batch-writer.ts';
import { storableJson } from '../storage/storable-text.ts';
import type { DeviceRpcRequest } from './device-rpc.ts';

/** A call of a rule chain that has not ended. */
export interface StoredChainCall {
  /** Its own id: users may choose that of the request. */
  id: string;
  createdTime: number;
  request: DeviceRpcRequest;
  next: Message;
  /** Number under which the device got it; undefined while it waits for a session. */
  requestId: number | undefined;
}

export interface ChainCallStore {
  insert(client: Pick<pg.ClientBase, 'query'>, calls: readonly StoredChainCall[]): Promise<void>;
  /** A session of the device has the call. */
  sent(id: string, requestId: number): Promise<void>;
  /** It has ended. Joins what ends at the same time. */
  remove(id: string): Promise<void>;
  /** Calls of all tenants, oldest first: for the start of the server. */
  all(): Promise<StoredChainCall[]>;
}

/** ChainCallStore on the table `device_call`. */
export function createChainCallStore(pool: pg.Pool): ChainCallStore {
  const remove = createBatchWriter<string>(async (ids) => {
    await pool.query('DELETE FROM device_call WHERE id = ANY($1::uuid[])', [ids]);
  });
  return {
    async insert(client, calls) {
      await client.query({
        name: 'device call insert',
        text: `INSERT INTO device_call (id, created_time, tenant_id, request, next_message)
          SELECT id, created_time, tenant_id, request::jsonb, next_message::jsonb
          FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::text[])
            AS call (id, created_time, tenant_id, request, next_message)`,
        values: [
          calls.map(({ id }) => id),
          calls.map(({ createdTime }) => createdTime),
          calls.map(({ request }) => request.tenantId),
          calls.map(({ request }) => storableJson(request)),
          calls.map(({ next }) => storableJson(next)),
        ],
      });
    },
    async sent(id, requestId) {
      await pool.query('UPDATE device_call SET request_id = $2 WHERE id = $1', [id, requestId]);
    },
    remove,
    async all() {
      const result = await pool.query<{
        id: string;
        created_time: number;
        request: DeviceRpcRequest;
        next_message: Message;
        request_id: number | null;
      }>('SELECT id, created_time, request, next_message, request_id FROM device_call ORDER BY created_time, id');
      return result.rows.map((row) => ({
        id: row.id,
        createdTime: row.created_time,
        request: row.request,
        next: row.next_message,
        requestId: row.request_id ?? undefined,
      }));
    },
  };
}
