import type { Socket } from 'node:net';

/** Clients that may agree on keys at a time; more are turned away. */
const MAX_HANDSHAKES = 1000;
/** From this many on, no address may have more than its share. */
const CROWDED = 200;
const MAX_OF_ADDRESS = 50;

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;
const keyOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;

/** Counts the clients that are agreeing on keys: who begins and never ends must not keep others out. */
export function createHandshakes() {
  /** address and port of each that is under way → its address */
  const underWay = new Map<string, string>();
  /** address → how many it has */
  const byAddress = new Map<string, number>();

  function end(peer: Peer | string): void {
    const key = typeof peer === 'string' ? peer : keyOf(peer);
    const address = underWay.get(key);
    if (address === undefined) return;
    underWay.delete(key);
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  }

  return {
    /** @returns whether there is room for it; it ends with its socket at the latest */
    begin(socket: Peer & { once(event: 'close', listener: () => void): unknown }): boolean {
      const address = socket.remoteAddress ?? '';
      const own = byAddress.get(address) ?? 0;
      if (underWay.size >= MAX_HANDSHAKES || (underWay.size >= CROWDED && own >= MAX_OF_ADDRESS)) return false;
      const key = keyOf(socket);
      underWay.set(key, address);
      byAddress.set(address, own + 1);
      // A socket that is gone does not know its address any more.
      socket.once('close', () => end(key));
      return true;
    },
    /** They have agreed. */
    end,
  };
}
