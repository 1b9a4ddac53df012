import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { type AddressGuard, RefusedAddressError } from './address-guard.ts';

export interface GuardedDispatcherOptions {
  guard: AddressGuard;
  /** Whether anybody may be called without encryption (http), or only the networks that the operator lists. */
  plainText: 'anywhere' | 'listed';
  /** Certificates and keys, PEM. */
  tls?: {
    ca?: string | undefined;
    cert?: string | undefined;
    key?: string | undefined;
    passphrase?: string | undefined;
  };
  /** A proxy, through which everything is called; it passes the guard, and what it calls is its own affair. */
  proxy?: { address: URL; user?: string | null | undefined; password?: string | null | undefined };
  /** Most connections to one server. */
  connections?: number;
}

const NEEDS_ENCRYPTION = 'must be called by https';

/**
 * What `undici` calls others through: every connection passes the guard. Its user closes it.
 * @throws RefusedAddressError when the proxy is an address that must not be called
 */
export function createGuardedDispatcher(options: GuardedDispatcherOptions): Dispatcher {
  const { guard, plainText, tls = {}, proxy, connections } = options;
  const limits = connections === undefined ? {} : { connections };
  if (proxy) {
    const { hostname } = proxy.address;
    if (isIP(hostname) && !guard.allows(hostname)) throw new RefusedAddressError(hostname);
    const basic = Buffer.from(`${proxy.user}:${proxy.password ?? ''}`).toString('base64');
    return new ProxyAgent({
      ...limits,
      uri: proxy.address.href,
      ...(proxy.user ? { token: `Basic ${basic}` } : {}),
      proxyTls: { lookup: guard.lookupOf(guard.allows) },
      requestTls: tls,
    });
  }
  const connectorOf = (passes: (address: string) => boolean, reason?: string) => {
    const connect = buildConnector({ ...tls, lookup: guard.lookupOf(passes, reason) });
    return (target: buildConnector.Options, callback: buildConnector.Callback): void => {
      const { hostname } = target;
      if (isIP(hostname) && !passes(hostname)) callback(new RefusedAddressError(hostname, reason), null);
      else connect(target, callback);
    };
  };
  const encrypted = connectorOf(guard.allows);
  const plain = plainText === 'anywhere' ? encrypted : connectorOf(guard.isListed, NEEDS_ENCRYPTION);
  return new Agent({
    ...limits,
    connect: (target, callback) => (target.protocol === 'https:' ? encrypted : plain)(target, callback),
  });
}
