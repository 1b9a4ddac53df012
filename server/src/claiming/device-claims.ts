import { NULL_UUID } from '@signalbox/contract/id';
import type { DeviceContext } from '../entities/device-directory.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';

/** A device may be claimed with this secret until then. */
export interface Claim {
  secretKey: string;
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
  /** Lets a device be claimed, if it may be. Devices are not told when they may not. */
  register(context: DeviceContext, request: ClaimRequest): Promise<void>;
  /** undefined: there is none, or it has expired. */
  find(deviceId: string): Claim | undefined;
  /** The claim was used, or somebody failed to guess its secret. */
  drop(deviceId: string): void;
}

/** Longest time for which a device can be claimed, in ms. */
const MAX_DURATION = 86_400_000;
/** Devices that can be claimed at the same time; those that asked first are dropped. */
const MAX_CLAIMS = 100_000;

/** Server attribute that lets a device be claimed where that is not allowed by default. */
export const CLAIMING_ALLOWED = 'claimingAllowed';
/** Server attribute with a claim that people have prepared. */
export const CLAIMING_DATA = 'claimingData';

export interface DeviceClaimsParts {
  attributes: Pick<AttributeStore, 'find'>;
  isAllowedByDefault: boolean;
  now?: () => number;
}

/** Claims in memory, as short-lived as they are: a device that restarts sends its claim again. */
export function createDeviceClaims({
  attributes,
  isAllowedByDefault,
  now = Date.now,
}: DeviceClaimsParts): DeviceClaims {
  const claims = createEmbeddedCache<Claim>(MAX_CLAIMS);

  function find(deviceId: string): Claim | undefined {
    const claim = claims.get(deviceId);
    if (!claim || claim.expirationTime > now()) return claim;
    claims.delete(deviceId);
    return undefined;
  }

  async function isAllowed(deviceId: string): Promise<boolean> {
    if (isAllowedByDefault) return true;
    const [allowed] = await attributes.find(deviceId, 'SERVER_SCOPE', [CLAIMING_ALLOWED]);
    return allowed?.value.value === true;
  }

  return {
    async register({ device }, { secretKey, durationMs }) {
      if (device.customerId !== NULL_UUID || !(await isAllowed(device.id))) return;
      // The first one counts until it is used or has expired.
      if (find(device.id)) return;
      const duration = durationMs > 0 ? Math.min(durationMs, MAX_DURATION) : MAX_DURATION;
      claims.set(device.id, { secretKey, expirationTime: now() + duration });
    },
    find,
    drop: (deviceId) => claims.delete(deviceId),
  };
}
