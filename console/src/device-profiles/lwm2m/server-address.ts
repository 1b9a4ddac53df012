import type { Lwm2mServer } from '@signalbox/contract/lwm2m';

/** Bound to all addresses: none that a device could call. */
const ANY_ADDRESS = ['', '0.0.0.0', '::'];

/** Fields of a server, by the end of their names. */
export interface ServerAddress {
  Host: string;
  Port: string;
  PublicKey: string;
}

/** Where this server is, for devices that prove themselves in a certain way. */
function addressOf(mode: string, own: Lwm2mServer, reached: string): ServerAddress {
  const isPlain = mode === 'NO_SEC';
  const host = isPlain ? own.host : own.securityHost;
  return {
    Host: ANY_ADDRESS.includes(host) ? reached : host,
    Port: String(isPlain ? own.port : own.securityPort),
    PublicKey: mode === 'RPK' || mode === 'X509' ? own.serverPublicKey : '',
  };
}

/**
 * What the fields of a server hold after another mode of security was chosen: the address and the key of this server,
 * unless they were those of another one.
 * @param own this server; undefined: it is not known
 * @param reached the host by which people reach this server
 */
export function addressForMode(
  { before, mode }: { before: string; mode: string },
  now: ServerAddress,
  own: Lwm2mServer | undefined,
  reached: string,
): ServerAddress {
  if (!own) return { ...now, Host: now.Host || 'localhost' };
  const was = addressOf(before, own, reached);
  const next = addressOf(mode, own, reached);
  const isOwn = now.Host === '' || now.Host === 'localhost' || (now.Host === was.Host && now.Port === was.Port);
  return {
    ...(isOwn ? next : now),
    PublicKey: now.PublicKey === '' || now.PublicKey === was.PublicKey ? next.PublicKey : now.PublicKey,
  };
}
