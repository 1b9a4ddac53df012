import { pino } from 'pino';
import { type DatagramChannel, type DatagramReceiver, type Peer, peerAt } from '../src/transports/datagrams.ts';
import { createDtlsChannel, type DtlsOptions } from '../src/transports/dtls/dtls-channel.ts';
import type { DtlsClient } from './dtls-client.ts';

/** What the way between a client and the server does with a datagram: what arrives of it, in which order. */
export type Way = (datagrams: Buffer[]) => Buffer[];

const asTheyAre: Way = (datagrams) => datagrams;

/** A DTLS server without a socket: clients are at places of their own, and datagrams go as the tests wants. */
export function createDtlsWorld(options: DtlsOptions) {
  let udp: DatagramReceiver | undefined;
  /** key of a place → what was sent there */
  const sent = new Map<string, Buffer[]>();
  const received: { text: string; peer: Peer }[] = [];
  const gone: Peer[] = [];
  let bytesSent = 0;
  const inner: DatagramChannel = {
    async open(receiver) {
      udp = receiver;
    },
    send(bytes, { key }) {
      bytesSent += bytes.length;
      const there = sent.get(key);
      if (there) there.push(bytes);
      else sent.set(key, [bytes]);
    },
    port: () => 5684,
    trust: () => undefined,
    end: () => undefined,
    close: async () => undefined,
  };
  const server = createDtlsChannel(inner, options, pino({ level: 'silent' }));
  const opened = server.open({
    receive: (bytes, peer) => received.push({ text: bytes.toString(), peer }),
    gone: (peer) => gone.push(peer),
  });

  const world = {
    server,
    received,
    gone,
    bytesSent: () => bytesSent,
    opened,
    /** A datagram from a place. */
    send: (bytes: Buffer, place: Peer) => udp?.receive(bytes, place),
    /** What was sent to a place since the last time. */
    taken(place: Peer): Buffer[] {
      const there = sent.get(place.key) ?? [];
      sent.delete(place.key);
      return there;
    },
    /** Exchanges datagrams until neither has anything to say. */
    async run(client: DtlsClient, place = peerAt('192.0.2.1', 4000), up = asTheyAre, down = asTheyAre): Promise<void> {
      for (let quiet = 0; quiet < 3; ) {
        const outgoing = up(client.outgoing());
        for (const bytes of outgoing) udp?.receive(bytes, place);
        // Look-ups of tests take a turn.
        await new Promise((resolve) => setImmediate(resolve));
        const incoming = down(world.taken(place));
        client.take(...incoming);
        quiet = outgoing.length + incoming.length === 0 ? quiet + 1 : 0;
      }
    },
    close: () => server.close(),
  };
  return world;
}

export type DtlsWorld = ReturnType<typeof createDtlsWorld>;
