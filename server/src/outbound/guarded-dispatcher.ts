import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici';
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
  /**
   * A proxy, through which everything is called; it passes the guard, and what it calls is its own affair. `system`: the
   * one that the environment of the server names, which may be in its own network; what is called without it, because
   * there is none or it is not for that host, passes the guard.
   */
  proxy?: { address: URL; user?: string | null | undefined; password?: string | null | undefined } | 'system';
  /** Most connections to one server. */
  connections?: number;
}

const NEEDS_ENCRYPTION = 'must be called by https';

/** The host of an address, without the brackets around IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * What `undici` calls others through: every connection passes the guard. Its user closes it.
 * @throws RefusedAddressError when the proxy is an address that must not be called
 */
export function createGuardedDispatcher(options: GuardedDispatcherOptions): Dispatcher {
  const { guard, plainText, tls = {}, proxy, connections } = options;
  const limits = connections === undefined ? {} : { connections };
  if (proxy && proxy !== 'system') {
    const { address } = proxy;
    const host = hostOf(address);
    if (!/^https?:$/.test(address.protocol)) throw new Error('The scheme of a proxy is http or https');
    if (isIP(host) && !guard.allows(host)) throw new RefusedAddressError(host);
    const basic = Buffer.from(`${proxy.user}:${proxy.password ?? ''}`).toString('base64');
    return new ProxyAgent({
      ...limits,
      uri: address.href,
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
  const connect = (target: buildConnector.Options, callback: buildConnector.Callback): void =>
    (target.protocol === 'https:' ? encrypted : plain)(target, callback);
  if (proxy) return new EnvHttpProxyAgent({ ...limits, requestTls: tls, connect });
  return new Agent({ ...limits, connect });
}

/**
 * Checks what a proxy is going to call, as far as this server can know: a name that it cannot resolve may be known to the
 * proxy.
 * @throws RefusedAddressError when the address must not be called
 */
export async function requireAllowed(guard: AddressGuard, address: URL): Promise<void> {
  const host = hostOf(address);
  if (isIP(host)) {
    if (!guard.allows(host)) throw new RefusedAddressError(host);
    return;
  }
  try {
    await promisify(guard.lookupOf(guard.allows))(host, { all: true });
  } catch (error) {
    if (error instanceof RefusedAddressError) throw error;
  }
}
