import { timingSafeEqual } from 'node:crypto';
import type { Device } from '@signalbox/contract/device';
import { entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { ownerOf, requirePermission } from '../access/permissions.ts';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { steadyNow } from '../config/steady-clock.ts';
import { createTokenBuckets, type TokenBucket, takeTokens, waitForToken } from '../config/token-buckets.ts';
import type { DeviceService } from '../entities/device/device-service.ts';
import { notFound, tooManyRequests } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { changeOwner } from './claiming-store.ts';
import { CLAIMING_ALLOWED, CLAIMING_DATA, type Claim, claimSecretHash, type DeviceClaims } from './device-claims.ts';

export interface ClaimingServiceParts {
  pool: pg.Pool;
  devices: Pick<DeviceService, 'findNamed'>;
  claims: DeviceClaims;
  attributes: Pick<AttributeStore, 'find'>;
  telemetry: Pick<TelemetryService, 'saveAttributes' | 'deleteAttributes'>;
  directory: EntityDirectory;
  actionLog: ActionLog;
  liveBus: LiveBus;
  isAllowedByDefault: boolean;
}

/** Why a device cannot be claimed, as it travels. */
export type ClaimRefusal = 'FAILURE' | 'CLAIMED';

/** Failed claims that a user, and everybody with one device, may make: a few at once, then one in a minute. */
const FAILURES = '10:600';
/** Users and devices whose failures are counted. */
const MAX_COUNTED = 20_000;

/** The claim that people have prepared in an attribute; undefined when it is not one. */
function preparedClaim(deviceId: string, text: unknown): Claim | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const { secretKey, expirationTime } = JSON.parse(text) as { secretKey?: unknown; expirationTime?: unknown };
    const key = secretKey ?? '';
    if (typeof key !== 'string' || typeof expirationTime !== 'number') return undefined;
    return { secretHash: claimSecretHash(deviceId, key), expirationTime };
  } catch {
    return undefined;
  }
}

/** Users of customers take devices that let themselves be claimed, and give them back. */
export function createClaimingService(parts: ClaimingServiceParts) {
  const { pool, devices, claims, attributes, telemetry, directory, actionLog, liveBus, isAllowedByDefault } = parts;
  /** user or device → failures that it has left */
  const failures = createEmbeddedCache<TokenBucket[]>(MAX_COUNTED);

  function bucketsOf(key: string): TokenBucket[] {
    const buckets = failures.get(key) ?? createTokenBuckets(FAILURES, steadyNow());
    failures.set(key, buckets);
    return buckets;
  }

  /** @throws ApiError 429 when too many claims of the user, or of the device, have failed */
  function requireAttempt(user: SecurityUser, device: Device): void {
    const wait = Math.max(...[user.userId, device.id.id].map((id) => waitForToken(bucketsOf(id), steadyNow())));
    if (wait > 0) throw tooManyRequests('Too many claims have failed.', Math.ceil(wait / 1000));
  }

  function countFailure(user: SecurityUser, device: Device): void {
    for (const id of [user.userId, device.id.id]) takeTokens(bucketsOf(id), 1, steadyNow());
  }

  async function requireDevice(user: SecurityUser, name: string): Promise<Device> {
    requirePermission(user, 'DEVICE', 'CLAIM_DEVICES');
    const device = await devices.findNamed(user.tenantId, name);
    if (!device) throw notFound();
    requirePermission(user, 'DEVICE', 'CLAIM_DEVICES', ownerOf(device));
    return device;
  }

  /** Tells everybody that the owner of a device has changed. */
  async function announce(user: SecurityUser, before: Device, customerId: string): Promise<Device> {
    const isAssigned = customerId !== NULL_UUID;
    const device: Device = {
      ...before,
      customerId: isAssigned ? entityId('CUSTOMER', customerId) : nullId('CUSTOMER'),
    };
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId: user.tenantId, entityId: device.id });
    const changed = entityId('CUSTOMER', isAssigned ? customerId : before.customerId.id);
    const title = (await directory.find(changed))?.name ?? '';
    const metadata: Record<string, string> = isAssigned
      ? { assignedCustomerId: changed.id, assignedCustomerName: title }
      : { unassignedCustomerId: changed.id, unassignedCustomerName: title };
    await actionLog.record({
      user,
      type: isAssigned ? 'ASSIGNED_TO_CUSTOMER' : 'UNASSIGNED_FROM_CUSTOMER',
      entityId: device.id,
      entityName: device.name,
      customerId: changed.id,
      data: { entityId: device.id.id, ...metadata },
      before,
      message: { type: isAssigned ? 'ENTITY_ASSIGNED' : 'ENTITY_UNASSIGNED', metadata, data: device },
    });
    return device;
  }

  return {
    /** Takes a device that nobody has, with the secret that it was given. */
    async claim(user: SecurityUser, name: string, secretKey: string): Promise<Device | ClaimRefusal> {
      const device = await requireDevice(user, name);
      const isFree = device.customerId.id === NULL_UUID;
      requireAttempt(user, device);
      const { id } = device.id;
      const registered = await claims.find(id);
      const [prepared] = registered ? [] : await attributes.find(id, 'SERVER_SCOPE', [CLAIMING_DATA]);
      const claim = registered ?? preparedClaim(id, prepared?.value.value);
      if (!claim) {
        if (isFree) countFailure(user, device);
        return isFree ? 'FAILURE' : 'CLAIMED';
      }
      const isRight = timingSafeEqual(claim.secretHash, claimSecretHash(id, secretKey));
      if (claim.expirationTime < Date.now() || !isRight) {
        countFailure(user, device);
        if (registered) await claims.drop(id);
        return 'FAILURE';
      }
      if (!isFree) return 'CLAIMED';
      const before = await inTransaction(pool, async (unit) => {
        const changed = await changeOwner(unit, user.tenantId, id, NULL_UUID, user.customerId);
        if (!changed) return undefined;
        await claims.drop(id, unit.client);
        await telemetry.deleteAttributes({
          unit,
          tenantId: user.tenantId,
          entityId: device.id,
          scope: 'SERVER_SCOPE',
          keys: [CLAIMING_ALLOWED, CLAIMING_DATA],
        });
        return changed;
      });
      if (before) return announce(user, before, user.customerId);
      // Somebody else has it now, or it was deleted meanwhile.
      await requireDevice(user, name);
      return 'CLAIMED';
    },

    /** Gives a device back to its tenant; undefined: it is. One that nobody has stays as it is. */
    async reclaim(user: SecurityUser, name: string): Promise<'CLAIMED' | undefined> {
      const device = await requireDevice(user, name);
      const owner = device.customerId.id;
      if (owner === NULL_UUID) return undefined;
      if (user.authority === 'CUSTOMER_USER' && owner !== user.customerId) return 'CLAIMED';
      const before = await inTransaction(pool, async (unit) => {
        const changed = await changeOwner(unit, user.tenantId, device.id.id, owner, NULL_UUID);
        if (changed && !isAllowedByDefault) {
          await telemetry.saveAttributes({
            unit,
            tenantId: user.tenantId,
            entityId: device.id,
            scope: 'SERVER_SCOPE',
            entries: [{ key: CLAIMING_ALLOWED, value: { type: 'BOOLEAN', value: true } }],
          });
        }
        return changed;
      });
      if (before) await announce(user, before, NULL_UUID);
      return undefined;
    },
  };
}

export type ClaimingService = ReturnType<typeof createClaimingService>;
