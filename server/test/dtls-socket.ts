import { createSocket } from 'node:dgram';
import type { DatagramSocket } from '../src/demo/lwm2m-client/exchange.ts';
import { DtlsClient, type DtlsClientOptions } from './dtls-client.ts';

/** A socket that encrypts: keys are agreed before the first datagram is sent. */
export function createDtlsSocket(options: DtlsClientOptions): DatagramSocket & { isRefused(): boolean } {
  const udp = createSocket('udp4');
  const client = new DtlsClient(options);
  const waiting: Buffer[] = [];
  let place: { port: number; address: string } | undefined;
  let listener: (bytes: Buffer) => void = () => undefined;

  function pump(): void {
    if (!place) return;
    if (client.isDone) for (const bytes of waiting.splice(0)) client.write(bytes);
    for (const bytes of client.outgoing()) udp.send(bytes, place.port, place.address);
  }
  udp.on('message', (datagram: Buffer) => {
    client.take(datagram);
    const received = client.isDone ? client.readBytes() : [];
    if (received !== 'ended') for (const bytes of received) listener(bytes);
    pump();
  });
  const timer = setInterval(() => {
    if (client.isDone || client.isFailed) return;
    client.handleTimeout();
    pump();
  }, 500);
  return {
    on(_, given) {
      listener = given;
    },
    bind: (port, address, bound) => udp.bind(port, address, bound),
    send(bytes, port, address) {
      place = { port, address };
      waiting.push(bytes);
      pump();
    },
    close(closed) {
      clearInterval(timer);
      udp.close(() => {
        client.free();
        closed();
      });
    },
    /** The server does not want it. */
    isRefused: () => client.isFailed,
  };
}
