import { entityId } from '@signalbox/contract/id';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import type { Rpc, RpcStatus } from '@signalbox/contract/rpc';
import type pg from 'pg';
import { badRequest } from '../http/errors.ts';
import { asJson } from '../storage/json-column.ts';
import { storableJson } from '../storage/storable-text.ts';

/** States in which a persistent call still has to reach its device. */
const UNDELIVERED: readonly RpcStatus[] = ['QUEUED', 'SENT', 'TIMEOUT'];

const SORT_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['createdTime', 'created_time'],
  ['expirationTime', 'expiration_time'],
  ['status', 'status'],
]);

export interface RpcStore {
  /** Stores a new call; false when a call with this id exists. */
  insert(rpc: Rpc): Promise<boolean>;
  /**
   * Sets the state, and the response when given.
   * @returns the updated call; undefined when it is gone
   */
  update(tenantId: string, id: string, status: RpcStatus, response?: unknown): Promise<Rpc | undefined>;
  find(tenantId: string, id: string): Promise<Rpc | undefined>;
  /**
   * Calls of a device in a state, newest first unless sorted otherwise.
   * @throws ApiError 400 / 31 for a property that lists cannot be sorted by
   */
  list(tenantId: string, deviceId: string, status: RpcStatus | null, link: PageLink): Promise<PageData<Rpc>>;
  delete(tenantId: string, id: string): Promise<boolean>;
  /** Calls of all tenants that still have to reach their device, oldest first; for the start of the server. */
  undelivered(): Promise<Rpc[]>;
  /** Deletes calls that are older than their tenant's profile allows (`rpcTtlDays`; 0: never). */
  deleteOld(now: number): Promise<number>;
  /** Sets unfinished calls whose time is up to EXPIRED; returns them. */
  expire(now: number): Promise<Rpc[]>;
}

interface RpcRow {
  id: string;
  created_time: number;
  tenant_id: string;
  device_id: string;
  expiration_time: number;
  request: Rpc['request'];
  response: unknown;
  status: RpcStatus;
  additional_info: unknown;
}

const COLUMNS = 'id, created_time, tenant_id, device_id, expiration_time, request, response, status, additional_info';

/** RpcStore on the table `rpc`. */
export function createRpcStore(pool: pg.Pool): RpcStore {
  return {
    async insert(rpc) {
      const result = await pool.query(
        `INSERT INTO rpc (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
        [
          rpc.id.id,
          rpc.createdTime,
          rpc.tenantId.id,
          rpc.deviceId.id,
          rpc.expirationTime,
          // SQL looks into it: one request with U+0000 would break queries over all calls.
          storableJson(rpc.request),
          asJson(rpc.response),
          rpc.status,
          asJson(rpc.additionalInfo),
        ],
      );
      return result.rowCount === 1;
    },

    async update(tenantId, id, status, response) {
      const result = await pool.query<RpcRow>(
        `UPDATE rpc SET status = $3, response = coalesce($4::json, response)
         WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [tenantId, id, status, response === undefined ? null : JSON.stringify(response)],
      );
      return result.rows.map(rpcOf)[0];
    },

    async find(tenantId, id) {
      const result = await pool.query<RpcRow>(`SELECT ${COLUMNS} FROM rpc WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        id,
      ]);
      return result.rows.map(rpcOf)[0];
    },

    async list(tenantId, deviceId, status, link) {
      const where = 'tenant_id = $1 AND device_id = $2 AND ($3::text IS NULL OR status = $3)';
      // The order comes from a fixed list of columns, never from the caller's text.
      const column = SORT_COLUMNS.get(link.sortProperty || 'createdTime');
      if (!column) {
        const known = [...SORT_COLUMNS.keys()].join(', ');
        throw badRequest(`Unsupported sort property '${link.sortProperty}'! Only ${known} are allowed.`);
      }
      const direction = link.sortProperty && link.sortOrder === 'ASC' ? 'ASC' : 'DESC';
      const [rows, count] = await Promise.all([
        pool.query<RpcRow>(
          `SELECT ${COLUMNS} FROM rpc WHERE ${where} ORDER BY ${column} ${direction}, id ${direction} LIMIT $4 OFFSET $5`,
          [tenantId, deviceId, status, link.pageSize, link.page * link.pageSize],
        ),
        pool.query<{ count: number }>(`SELECT count(*) AS count FROM rpc WHERE ${where}`, [tenantId, deviceId, status]),
      ]);
      return pageData(rows.rows.map(rpcOf), count.rows[0]?.count ?? 0, link);
    },

    async delete(tenantId, id) {
      const result = await pool.query('DELETE FROM rpc WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      return result.rowCount === 1;
    },

    async undelivered() {
      const result = await pool.query<RpcRow>(
        `SELECT ${COLUMNS} FROM rpc WHERE status = ANY($1) ORDER BY created_time, id`,
        [UNDELIVERED],
      );
      return result.rows.map(rpcOf);
    },

    async deleteOld(now) {
      const result = await pool.query(
        `DELETE FROM rpc USING (
           SELECT tenant.id, (profile.profile_data -> 'configuration' ->> 'rpcTtlDays')::numeric AS days
           FROM tenant JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id
         ) AS kept
         WHERE rpc.tenant_id = kept.id AND kept.days > 0 AND rpc.created_time < $1 - kept.days * 86400000`,
        [now],
      );
      return result.rowCount ?? 0;
    },

    async expire(now) {
      const result = await pool.query<RpcRow>(
        `UPDATE rpc SET status = 'EXPIRED'
         WHERE expiration_time <= $1
           AND (status = ANY($2) OR (status = 'DELIVERED' AND (request->>'oneway')::boolean IS NOT TRUE))
         RETURNING ${COLUMNS}`,
        [now, UNDELIVERED],
      );
      return result.rows.map(rpcOf);
    },
  };
}

function rpcOf(row: RpcRow): Rpc {
  return {
    id: entityId('RPC', row.id),
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    deviceId: entityId('DEVICE', row.device_id),
    expirationTime: row.expiration_time,
    request: row.request,
    response: row.response ?? null,
    status: row.status,
    additionalInfo: row.additional_info ?? null,
  };
}
