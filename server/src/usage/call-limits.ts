import { NULL_UUID } from '@signalbox/contract/id';
import type { Settings } from '../config/settings.ts';
import type { TenantConfigurations } from '../entities/tenant-configuration.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createOwnerRates } from '../storage/owner-rates.ts';

/** Tenants and customers whose calls are counted; those that did not call for longest are forgotten. */
const MAX_OWNERS = 100_000;

/** Rate in a tenant profile, which wins over that of the settings; an empty one is no limit. */
const rateOf = (own: unknown, standard: string): string => (typeof own === 'string' ? own : standard);

/**
 * Counts calls of the REST API and openings of sockets per tenant and per customer (rest-entities.md §2.11). System
 * administrators are not limited.
 */
export function createCallLimits(
  configurationOf: TenantConfigurations,
  settings: Pick<Settings, 'restRatePerTenant' | 'restRatePerCustomer'>,
) {
  const waitOf = createOwnerRates(MAX_OWNERS);

  function require(owner: string, rate: string, whose: string): void {
    const wait = rate === '' ? 0 : waitOf(owner, rate);
    if (wait > 0) throw tooManyRequests(`Too many requests for current ${whose}!`, Math.ceil(wait / 1000));
  }

  /** Counts a call of a user. @throws ApiError 429 / 33 when it is one too many */
  return async function countCall({ authority, tenantId, customerId }: SecurityUser): Promise<void> {
    if (authority === 'SYS_ADMIN') return;
    const { tenantServerRestLimitsConfiguration: ofTenant, customerServerRestLimitsConfiguration: ofCustomer } =
      await configurationOf(tenantId);
    require(tenantId, rateOf(ofTenant, settings.restRatePerTenant), 'tenant');
    if (customerId === NULL_UUID) return;
    require(customerId, rateOf(ofCustomer, settings.restRatePerCustomer), 'customer');
  };
}
