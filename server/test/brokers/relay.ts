import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** Stands between a client and a server. */
export interface Relay {
  port: number;
  /** How many clients are connected. */
  open: number;
  /** How many have been, in all. */
  opened: number;
  /** What the server sends is dropped. */
  isSilent: boolean;
  close(): void;
}

/** Passes everything on between clients and the server at a port of loopback. */
export async function startRelay(to: number): Promise<Relay> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const target = net.connect(to, '127.0.0.1');
    relay.open++;
    relay.opened++;
    client.once('close', () => relay.open--);
    client.pipe(target);
    target.on('data', (data) => {
      if (!relay.isSilent) client.write(data);
    });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay: Relay = {
    port: (server.address() as AddressInfo).port,
    open: 0,
    opened: 0,
    isSilent: false,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return relay;
}
