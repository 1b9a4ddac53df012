import type { FastifyRequest } from 'fastify';
import { type AddressRanges, isInRanges } from '../config/address-ranges.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';

/** Base of the links that are sent to people, without a slash at the end (rest-entities.md §2.7). */
export type BaseUrl = (request: FastifyRequest) => Promise<string>;

/**
 * Base of links that are mailed on request of anonymous callers. Never taken from the request: a forged `Host` would send the
 * recipient, and the token, to another server.
 */
export function createConfiguredBaseUrl(settings: AdminSettingStore): () => Promise<string> {
  return async () => {
    const { baseUrl } = await generalSettings(settings);
    return baseUrl || 'http://localhost:8080';
  };
}

/** The configured address when the administrator has fixed it, else the one the request came to. */
export function createBaseUrl(settings: AdminSettingStore, trustedProxies: AddressRanges): BaseUrl {
  return async (request) => {
    const { baseUrl, isFixed } = await generalSettings(settings);
    return isFixed && baseUrl ? baseUrl : addressOf(request, trustedProxies);
  };
}

/** The address settings. Values of the wrong type, which the general settings accept, are ignored. */
async function generalSettings(settings: AdminSettingStore): Promise<{ baseUrl: string; isFixed: boolean }> {
  const general = (await settings.find('general'))?.value as Record<string, unknown> | null | undefined;
  const baseUrl = typeof general?.baseUrl === 'string' ? general.baseUrl.replace(/(?<!\/)\/+$/, '') : '';
  return { baseUrl, isFixed: general?.prohibitDifferentUrl === true };
}

/** The address that the client called, with its port, according to trusted proxies in between. */
export function addressOf(request: FastifyRequest, trustedProxies: AddressRanges): string {
  const isBehindProxy = isInRanges(request.socket.remoteAddress, trustedProxies);
  /** Last item of a header that proxies append to: the items before it can be forged. */
  const forwarded = (name: string): string | undefined => {
    const value = isBehindProxy ? request.headers[`x-forwarded-${name}`] : undefined;
    return (Array.isArray(value) ? value.at(-1) : value)?.split(',').at(-1)?.trim();
  };
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  const defaultPort = scheme === 'https' ? 443 : 80;
  const forwardedPort = Number(forwarded('port'));
  let port: number;
  if (Number.isInteger(forwardedPort) && forwardedPort > 0) port = forwardedPort;
  else if (forwarded('host')) port = request.port ?? defaultPort;
  else if (forwarded('proto')) port = defaultPort;
  else port = request.port ?? request.socket.localPort ?? defaultPort;
  return `${scheme}://${request.hostname}:${port}`;
}
