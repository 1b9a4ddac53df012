import type { FastifyRequest } from 'fastify';
import { addressOf, type BaseUrl } from '../access/base-url.ts';
import type { SignInService } from '../access/sign-in-service.ts';
import { parseAddressRanges } from '../config/address-ranges.ts';
import type { Settings } from '../config/settings.ts';
import { createAddressGuard } from '../outbound/address-guard.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Database } from '../storage/database.ts';
import { createMappers } from './mappers.ts';
import { oauth2Routes } from './oauth2-routes.ts';
import { createOAuth2Settings } from './oauth2-settings.ts';
import { createOAuth2SignIn } from './oauth2-sign-in.ts';
import { createOAuth2Store } from './oauth2-store.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { createProviderClient } from './provider-client.ts';
import { createProvisioning, type ProvisioningParts } from './provisioning.ts';

export interface OAuth2Parts extends Omit<ProvisioningParts, 'signIn' | 'credentials'> {
  db: Database;
  access: { signIn: SignInService; baseUrl: BaseUrl; credentials: ProvisioningParts['credentials'] };
  settings: Pick<Settings, 'outboundAllowed' | 'trustedProxies'>;
}

/** The room of sign-in by other identity providers. */
export function composeOAuth2({ db, access, settings, ...entities }: OAuth2Parts) {
  const store = createOAuth2Store(db);
  const guard = createAddressGuard(parseAddressRanges(settings.outboundAllowed));
  const { fetch, close } = createGuardedFetch({ guard, plainText: 'listed' });
  const provider = createProviderClient(fetch);
  const trustedProxies = parseAddressRanges(settings.trustedProxies);
  const calledAddress = (request: FastifyRequest): string => addressOf(request, trustedProxies);
  const signIn = createOAuth2SignIn({
    store,
    pending: createPendingSignIns(),
    provider,
    mapUser: createMappers(provider, fetch),
    findOrCreateUser: createProvisioning({ ...entities, ...access }),
    signIn: access.signIn,
    addressOf: calledAddress,
    baseUrl: access.baseUrl,
  });
  return {
    routes: oauth2Routes({ store, settings: createOAuth2Settings(store), signIn, addressOf: calledAddress }),
    close,
  };
}
