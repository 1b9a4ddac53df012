import { createSocket, type SocketOptions } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { limitLines } from '../config/line-limit.ts';

/** What a peer has proven of itself. */
export type PeerIdentity =
  | { kind: 'none' }
  /** With the key that it has, which may have been replaced since. */
  | { kind: 'psk'; identity: string; key: Buffer }
  /** Its chain in DER form, its own certificate first. */
  | { kind: 'certificate'; chain: readonly Buffer[] }
  /** Its key in DER form (SubjectPublicKeyInfo). */
  | { kind: 'publicKey'; key: Buffer };

/** Whom datagrams come from and go to. */
export interface Peer {
  /** No two peers have the same, not even those that come from the same place one after the other over DTLS. */
  readonly key: string;
  readonly address: string;
  readonly port: number;
  /** Of an encrypted channel: then the peer has also shown that it receives what is sent to its address. */
  readonly identity?: PeerIdentity;
}

/** Who takes what comes. */
export interface DatagramReceiver {
  receive(bytes: Buffer, peer: Peer): void;
  /** Nothing reaches the peer any more. Only of encrypted channels. @param reason for which we have ended it, if we have */
  gone?(peer: Peer, reason?: string): void;
}

/** A way by which datagrams travel between us and many peers: plain UDP, or DTLS over it. */
export interface DatagramChannel {
  open(receiver: DatagramReceiver): Promise<void>;
  /** What cannot be sent is as good as lost, so that this never throws. Does nothing while the channel is not open. */
  send(bytes: Buffer, peer: Peer): void;
  /** Known once it is open. */
  port(): number;
  /**
   * The peer is one of ours: it is kept for longer than strangers are.
   * @param owner the tenant whose it is: where room is short, whoever has the most gives way
   */
  trust(peer: Peer, owner: string): void;
  /** Ends what there is with a peer; it may begin again. */
  end(peer: Peer): void;
  /** Does nothing when it is not open. */
  close(): Promise<void>;
}

/** Where a channel listens. */
export interface DatagramAddress {
  bind: string;
  /** 0: any free one */
  port: number;
}

/** Bytes that the system keeps for us while we work; it may give less. */
const RECEIVE_BUFFER = 4 * 1024 * 1024;

/** Who sends from an address and a port without encryption. */
export const peerAt = (address: string, port: number): Peer => ({ key: `${address} ${port}`, address, port });

/** Datagrams as they are. */
export function createUdpChannel({ bind, port }: DatagramAddress, log: Logger): DatagramChannel {
  const logLimited = limitLines(log);
  // Addresses are known: a name is never looked up, which takes a turn of the event loop even for an address.
  const lookup: SocketOptions['lookup'] = (address, _, callback) => callback(null, address, isIPv6(address) ? 6 : 4);
  const socket = createSocket({ type: isIPv6(bind) ? 'udp6' : 'udp4', lookup });
  let isOpen = false;
  return {
    async open(receiver) {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind({ address: bind, port }, () => {
          socket.removeListener('error', reject);
          resolve();
        });
      });
      isOpen = true;
      socket.on('error', (error) => logLimited('error', { err: error }, 'a server for datagrams failed'));
      try {
        socket.setRecvBufferSize(RECEIVE_BUFFER);
      } catch (error) {
        log.debug({ err: error }, 'the buffer for datagrams stays as it is');
      }
      socket.on('message', (bytes, { address, port }) => {
        // Whoever sends from port 0 does not want an answer (RFC 768), and Node would refuse to send any there.
        if (port === 0) return;
        try {
          receiver.receive(bytes, peerAt(address, port));
        } catch (error) {
          logLimited('error', { err: error }, 'a datagram could not be read');
        }
      });
    },
    // Whether a datagram was sent is known by its answer alone.
    send(bytes, peer) {
      if (!isOpen) return;
      try {
        socket.send(bytes, peer.port, peer.address);
      } catch (error) {
        logLimited('warn', { err: error }, 'a datagram could not be sent');
      }
    },
    port: () => socket.address().port,
    trust: ignore,
    end: ignore,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

const ignore = (): void => undefined;
