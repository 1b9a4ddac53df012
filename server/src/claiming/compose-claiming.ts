import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { RouteImplementation } from '../http/routes.ts';
import { createRounds } from '../storage/rounds.ts';
import { claimingRoutes } from './claiming-routes.ts';
import { type ClaimingServiceParts, createClaimingService } from './claiming-service.ts';
import { createDeviceClaims } from './device-claims.ts';

export interface ClaimingParts extends Omit<ClaimingServiceParts, 'claims' | 'isAllowedByDefault'> {
  settings: Pick<Settings, 'allowClaimingByDefault'>;
  log: Logger;
}

/** Claims that have expired are deleted this often, ms. */
const CLEANING_PERIOD = 600_000;

/** The room of claims: devices let themselves be claimed, and users of customers claim them. */
export function composeClaiming({ settings, log, ...parts }: ClaimingParts) {
  const isAllowedByDefault = settings.allowClaimingByDefault;
  const claims = createDeviceClaims({ ...parts, isAllowedByDefault });
  const routes: RouteImplementation[] = claimingRoutes(createClaimingService({ ...parts, claims, isAllowedByDefault }));
  const cleaning = createRounds({
    async round() {
      await claims.deleteExpired(cleaning.isClosed);
      return false;
    },
    failed: (error) => log.error({ err: error }, 'expired claims of devices could not be deleted'),
    interval: CLEANING_PERIOD,
  });
  cleaning.open();
  return { routes, claims, close: cleaning.close };
}
