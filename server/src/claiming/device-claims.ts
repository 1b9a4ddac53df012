import { createHash } from 'node:crypto';
import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { DeviceContext } from '../entities/device-directory.ts';
import { createBatchChanger } from '../storage/batch-writer.ts';
import { deleteWhere } from '../storage/delete-rows.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';

/** A device may be claimed with this secret until then. */
export interface Claim {
  /** See `claimSecretHash`. */
  secretHash: Buffer;
  /** epoch ms */
  expirationTime: number;
}

/** What a device says when it lets itself be claimed. */
export interface ClaimRequest {
  /** Empty: none. */
  secretKey: string;
  /** ms; 0 or less: as long as possible. */
  durationMs: number;
}

/** Claims that devices have sent. */
export interface DeviceClaims {
  /** Lets a device be claimed, if it may be, durably. Devices are not told when they may not. */
  register(context: DeviceContext, request: ClaimRequest): Promise<void>;
  /** undefined: there is none, or it has expired. */
  find(deviceId: string): Promise<Claim | undefined>;
  /** The claim was used, or somebody failed to guess its secret. */
  drop(deviceId: string, runner?: Pick<pg.ClientBase, 'query'>): Promise<void>;
  /** Deletes what has expired. */
  deleteExpired(isClosed?: () => boolean): Promise<void>;
}

interface NewClaim {
  deviceId: string;
  tenantId: string;
  secretHash: Buffer;
  /** ms */
  duration: number;
}

/** Longest time for which a device can be claimed, in ms. */
const MAX_DURATION = 86_400_000;

/** Server attribute that lets a device be claimed where that is not allowed by default. */
export const CLAIMING_ALLOWED = 'claimingAllowed';
/** Server attribute with a claim that people have prepared. */
export const CLAIMING_DATA = 'claimingData';

/** What secrets are compared by, and stored as. */
export const claimSecretHash = (deviceId: string, secretKey: string): Buffer =>
  createHash('sha256').update(`${deviceId} ${secretKey}`).digest();

export interface DeviceClaimsParts {
  pool: pg.Pool;
  attributes: Pick<AttributeStore, 'find'>;
  isAllowedByDefault: boolean;
  now?: () => number;
}

/** Rows of `device_claim`, one of a device at most. */
export function createDeviceClaims({
  pool,
  attributes,
  isAllowedByDefault,
  now = Date.now,
}: DeviceClaimsParts): DeviceClaims {
  async function isAllowed(deviceId: string): Promise<boolean> {
    if (isAllowedByDefault) return true;
    const [allowed] = await attributes.find(deviceId, 'SERVER_SCOPE', [CLAIMING_ALLOWED]);
    return allowed?.value.value === true;
  }

  /** A gateway lets many devices be claimed by one message: they share a commit. */
  const insert = createBatchChanger<NewClaim, void>(
    async (claims) => {
      const time = now();
      // The first one counts until it is used or has expired. The devices are held, so that they keep their tenant meanwhile.
      await pool.query({
        name: 'register claims',
        text: `INSERT INTO device_claim (device_id, secret_hash, expiration_time)
          SELECT device.id, claim.secret_hash, claim.expiration_time
          FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bigint[])
            AS claim (device_id, tenant_id, secret_hash, expiration_time)
          JOIN device ON device.id = claim.device_id AND device.tenant_id = claim.tenant_id
          WHERE device.customer_id = '${NULL_UUID}' AND NOT EXISTS (
            SELECT FROM device_claim WHERE device_id = claim.device_id AND expiration_time > $5
          )
          ORDER BY device.id FOR SHARE OF device
          ON CONFLICT (device_id) DO UPDATE
          SET secret_hash = EXCLUDED.secret_hash, expiration_time = EXCLUDED.expiration_time
          WHERE device_claim.expiration_time <= $5`,
        values: [
          claims.map(({ deviceId }) => deviceId),
          claims.map(({ tenantId }) => tenantId),
          claims.map(({ secretHash }) => secretHash),
          claims.map(({ duration }) => time + duration),
          time,
        ],
      });
      return [];
    },
    ({ deviceId }) => deviceId,
  );

  return {
    async register({ device }, { secretKey, durationMs }) {
      if (device.customerId !== NULL_UUID || !(await isAllowed(device.id))) return;
      const duration = durationMs > 0 ? Math.min(Math.ceil(durationMs), MAX_DURATION) : MAX_DURATION;
      const secretHash = claimSecretHash(device.id, secretKey);
      await insert({ deviceId: device.id, tenantId: device.tenantId, secretHash, duration });
    },

    async find(deviceId) {
      const { rows } = await pool.query<Claim>(
        `SELECT secret_hash AS "secretHash", expiration_time AS "expirationTime" FROM device_claim
         WHERE device_id = $1 AND expiration_time > $2`,
        [deviceId, now()],
      );
      return rows[0];
    },

    async drop(deviceId, runner = pool) {
      await runner.query('DELETE FROM device_claim WHERE device_id = $1', [deviceId]);
    },

    async deleteExpired(isClosed) {
      await deleteWhere(pool, 'device_claim', 'expiration_time <= $1', now(), isClosed);
    },
  };
}
