import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createReceiver, type Varbind } from 'net-snmp';
import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import { peekCommunity } from './message-id.ts';
import { userOf } from './snmp-client.ts';
import type { SnmpTarget } from './snmp-target.ts';
import { extendUserSecurity } from './usm-keys.ts';

/** Users of version 3 at one address that a message is tried with. */
const MAX_TRIES = 20;

/** What net-snmp makes of notifications that are for one community or user. */
interface Receiver {
  getAuthorizer(): { addCommunity(community: string): void; addUser(user: ReturnType<typeof userOf>): void };
  onMsg(socket: { send(message: Buffer): void }, message: Buffer, from: RemoteInfo): void;
}

interface Sender {
  /** At which the device is asked: some notify from there. */
  port: number;
  access: SnmpTarget['access'];
  /** Made with its first message. */
  receiver: Receiver | undefined;
  take(varbinds: readonly Varbind[]): void;
}

/** What a message is for a sender: its objects, if it is a notification of it, and what is to be answered. */
interface Outcome {
  varbinds: readonly Varbind[] | undefined;
  replies: Buffer[];
}

/** The socket that net-snmp believes to have. */
const NO_SOCKET = { on: () => undefined, bind: () => undefined, close: () => undefined };

const plainAddress = (address: string): string => ipaddr.process(address).toString();

/** Receives the traps and informs of devices, from the addresses at which they are asked, with their own community or user. */
export function createTraps({ settings, log }: { settings: { bind: string; snmpTrapPort: number }; log: Logger }) {
  /** address → devices there, in the order in which they came */
  const senders = new Map<string, Set<Sender>>();
  const logLimited = limitLines(log);
  let socket: Socket | undefined;
  /** Of the last message that a receiver was given: receivers answer at once. */
  let outcome: Outcome = { varbinds: undefined, replies: [] };

  function createReceiverOf(access: SnmpTarget['access']): Receiver {
    extendUserSecurity();
    const options = { dgramModule: { createSocket: () => NO_SOCKET } };
    const receiver = createReceiver(options, (_: Error | null, data?: { pdu?: { varbinds?: Varbind[] } }) => {
      if (data?.pdu) outcome.varbinds = data.pdu.varbinds ?? [];
    }) as Receiver;
    if (access.version === 'V3') receiver.getAuthorizer().addUser(userOf(access.user));
    else receiver.getAuthorizer().addCommunity(access.community);
    return receiver;
  }

  function attempt(sender: Sender, message: Buffer, from: RemoteInfo): Outcome {
    outcome = { varbinds: undefined, replies: [] };
    const own = outcome;
    sender.receiver ??= createReceiverOf(sender.access);
    sender.receiver.onMsg({ send: (reply) => own.replies.push(Buffer.from(reply)) }, message, from);
    return own;
  }

  function onMessage(message: Buffer, from: RemoteInfo): void {
    const there = senders.get(plainAddress(from.address));
    if (!there) return;
    const community = peekCommunity(message);
    const fitting = [...there].filter(({ access }) =>
      access.version === 'V3' ? community === undefined : access.community === community,
    );
    // Of several with one name, the one that is asked where the message comes from; else nothing tells them apart.
    const own = fitting.findIndex(({ port }) => port === from.port);
    if (own > 0) fitting.unshift(...fitting.splice(own, 1));
    let first: Outcome | undefined;
    for (const sender of fitting.slice(0, community === undefined ? MAX_TRIES : 1)) {
      const made = attempt(sender, message, from);
      first ??= made;
      if (!made.varbinds) continue;
      first = made;
      sender.take(made.varbinds);
      break;
    }
    // Whoever sends from port 0 does not want an answer (RFC 768), and Node would refuse to send any there.
    if (from.port === 0) return;
    // An inform is acknowledged; who asks for the engine, or is not known to it, is told.
    for (const reply of first?.replies ?? []) socket?.send(reply, from.port, from.address, () => undefined);
  }

  return {
    /** Listens, if there is a port for it. */
    async listen(): Promise<void> {
      if (settings.snmpTrapPort === 0) return;
      socket = createSocket(isIPv6(settings.bind) ? 'udp6' : 'udp4');
      socket.on('message', (message, from) => {
        try {
          onMessage(message, from);
        } catch (error) {
          logLimited('warn', { err: error }, 'a notification by SNMP could not be read');
        }
      });
      socket.bind(settings.snmpTrapPort, settings.bind);
      await once(socket, 'listening');
      socket.on('error', (error) => log.error({ err: error }, 'the socket for SNMP notifications failed'));
    },
    port: (): number | undefined => socket?.address().port,
    /** Expects notifications of a device, which is asked at an address and a port. @returns the way to stop */
    expect(address: string, { port, access }: Pick<SnmpTarget, 'port' | 'access'>, take: Sender['take']): () => void {
      const place = plainAddress(address);
      const sender: Sender = { port, access, receiver: undefined, take };
      const there = senders.get(place) ?? new Set();
      senders.set(place, there.add(sender));
      return () => {
        there.delete(sender);
        if (there.size === 0 && senders.get(place) === there) senders.delete(place);
      };
    },
    close(): void {
      socket?.close();
      socket = undefined;
      senders.clear();
    },
  };
}

export type Traps = ReturnType<typeof createTraps>;
