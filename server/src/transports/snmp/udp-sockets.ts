import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import { peekMessageId } from './message-id.ts';

/** Bytes that answers may wait in, where the system allows it. */
const RECEIVE_BUFFER = 4 * 1024 * 1024;

/** Who waits for answers from one place. */
export interface AnswerReceiver {
  /** Whether a request of this id is under way. */
  awaits(messageId: number): boolean;
  receive(message: Buffer): void;
}

/** A way to one place, on the sockets that all share. */
export interface UdpPath {
  send(message: Buffer): void;
  close(): void;
}

const placeOf = (address: string, port: number): string =>
  `${isIPv6(address) ? ipaddr.parse(address).toString() : address} ${port}`;

/** Two sockets for all devices, one of each family, open from their first use. */
export function createUdpSockets(log: Logger) {
  const sockets = new Map<'udp4' | 'udp6', Socket>();
  /** address and port → those who speak to it: several devices can be behind one agent */
  const receivers = new Map<string, Set<AnswerReceiver>>();
  const logLimited = limitLines(log);

  function onMessage(message: Buffer, from: RemoteInfo): void {
    const waiting = receivers.get(placeOf(from.address, from.port));
    const id = waiting && peekMessageId(message);
    if (id === undefined) return;
    for (const receiver of waiting ?? []) {
      if (!receiver.awaits(id)) continue;
      try {
        receiver.receive(message);
      } catch (error) {
        logLimited('warn', { err: error }, 'an answer by SNMP could not be read');
      }
      return;
    }
  }

  function socketOf(family: 'udp4' | 'udp6'): Socket {
    const open = sockets.get(family);
    if (open) return open;
    const socket = createSocket({ type: family, recvBufferSize: RECEIVE_BUFFER });
    sockets.set(family, socket);
    socket.on('message', onMessage);
    socket.on('error', (error) => {
      logLimited('warn', { err: error }, 'a socket of SNMP failed');
      if (sockets.get(family) === socket) sockets.delete(family);
      socket.close();
    });
    return socket;
  }

  return {
    /** @param address an IP address */
    open(address: string, port: number, receiver: AnswerReceiver): UdpPath {
      const family = isIPv6(address) ? 'udp6' : 'udp4';
      const place = placeOf(address, port);
      const all = receivers.get(place) ?? new Set();
      receivers.set(place, all.add(receiver));
      return {
        // What cannot be sent is as good as lost: the request times out.
        send: (message) => socketOf(family).send(message, port, address, () => undefined),
        close() {
          all.delete(receiver);
          if (all.size === 0 && receivers.get(place) === all) receivers.delete(place);
        },
      };
    },
    close(): void {
      for (const socket of sockets.values()) socket.close();
      sockets.clear();
      receivers.clear();
    },
  };
}

export type UdpSockets = ReturnType<typeof createUdpSockets>;
