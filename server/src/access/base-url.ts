import type { FastifyRequest } from 'fastify';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';

/** Base of the links that are sent to people, without a slash at the end (rest-entities.md §2.7). */
export type BaseUrl = (request: FastifyRequest) => Promise<string>;

/**
 * Base of links that are sent on the word of somebody unknown. Never from the request: its `Host` could lead the one
 * who gets the mail to a stranger's server, together with the token.
 */
export function createConfiguredBaseUrl(settings: AdminSettingStore): () => Promise<string> {
  return async () => {
    const { baseUrl } = await generalSettings(settings);
    return baseUrl || 'http://localhost:8080';
  };
}

/** The configured address when the administrator has fixed it, else the one the request came to. */
export function createBaseUrl(settings: AdminSettingStore): BaseUrl {
  return async (request) => {
    const { baseUrl, isFixed } = await generalSettings(settings);
    return isFixed && baseUrl ? baseUrl : addressOf(request);
  };
}

/** What the settings say about addresses; what is of another type, which nothing keeps out, says nothing. */
async function generalSettings(settings: AdminSettingStore): Promise<{ baseUrl: string; isFixed: boolean }> {
  const general = (await settings.find('general'))?.value as Record<string, unknown> | null | undefined;
  const baseUrl = typeof general?.baseUrl === 'string' ? general.baseUrl.replace(/\/+$/, '') : '';
  return { baseUrl, isFixed: general?.prohibitDifferentUrl === true };
}

function addressOf(request: FastifyRequest): string {
  const proxied = (name: string): string | undefined => {
    const value = request.headers[name];
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();
  };
  const proto = proxied('x-forwarded-proto');
  const scheme = proto === 'https' || proto === 'http' ? proto : request.protocol;
  const forwardedPort = Number(proxied('x-forwarded-port'));
  let port: number | undefined = request.port || request.socket.localPort || (scheme === 'https' ? 443 : 80);
  if (Number.isInteger(forwardedPort) && forwardedPort > 0) port = forwardedPort;
  else if (proto) port = scheme === 'https' ? 443 : 80;
  return `${scheme}://${request.hostname}:${port}`;
}
