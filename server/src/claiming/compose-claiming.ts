import { hasGone } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { RouteImplementation } from '../http/routes.ts';
import { claimingRoutes } from './claiming-routes.ts';
import { type ClaimingServiceParts, createClaimingService } from './claiming-service.ts';
import { createDeviceClaims } from './device-claims.ts';

export interface ClaimingParts extends Omit<ClaimingServiceParts, 'claims' | 'isAllowedByDefault'> {
  settings: Pick<Settings, 'allowClaimingByDefault'>;
}

/** The room of claims: devices let themselves be claimed, and users of customers claim them. */
export function composeClaiming({ settings, ...parts }: ClaimingParts) {
  const isAllowedByDefault = settings.allowClaimingByDefault;
  const claims = createDeviceClaims({ ...parts, isAllowedByDefault });
  const routes: RouteImplementation[] = claimingRoutes(createClaimingService({ ...parts, claims, isAllowedByDefault }));
  // Another tenant makes its own.
  const stopListening = parts.liveBus.subscribeKinds(['entity'], (change) => {
    if (hasGone(change)) claims.drop(change.entityId.id);
  });
  return { routes, claims, close: stopListening };
}
