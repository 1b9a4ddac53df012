import mqttPacket from 'mqtt-packet';
import type { ProtocolVersion } from './frames.ts';
import { matchesFilter } from './topics.ts';

/** What became of a publish to a device. */
export type SendOutcome = 'acknowledged' | 'unacknowledged' | 'refused' | 'tooLarge';

export interface DownlinkOptions {
  version: ProtocolVersion;
  /** Maximum number of unacknowledged publishes with QoS 1. */
  receiveMaximum: number;
  /** Longest packet the client accepts, in bytes. */
  maximumPacketSize: number;
  write: (packet: Buffer) => void;
}

interface Send {
  topic: string;
  payload: string | Buffer;
  /** ms to wait for the acknowledgement */
  timeout: number;
  onWrite?: (() => void) | undefined;
  onOutcome?: ((outcome: SendOutcome) => void) | undefined;
}

/** Publishes that wait for room in the client's window; further ones are dropped. */
const MAX_WAITING = 1000;

/** Everything that is sent to one client: its subscriptions, and publishes with their acknowledgements. */
export function createDownlink({ version, receiveMaximum, maximumPacketSize, write }: DownlinkOptions) {
  /** filter → granted QoS */
  const subscriptions = new Map<string, 0 | 1>();
  /** packet identifier → publish that waits for its acknowledgement */
  const unacknowledged = new Map<number, { send: Send; timer: NodeJS.Timeout }>();
  const waiting: Send[] = [];
  let lastMessageId = 0;

  function qosOf(topic: string): 0 | 1 {
    for (const [filter, qos] of subscriptions) if (matchesFilter(filter, topic)) return qos;
    return 1;
  }

  function nextMessageId(): number {
    do lastMessageId = (lastMessageId % 65_535) + 1;
    while (unacknowledged.has(lastMessageId));
    return lastMessageId;
  }

  function encode(send: Send, qos: 0 | 1, messageId: number): Buffer {
    return mqttPacket.generate(
      {
        cmd: 'publish',
        topic: send.topic,
        payload: send.payload,
        qos,
        dup: false,
        retain: false,
        ...(qos === 1 ? { messageId } : {}),
      },
      { protocolVersion: version },
    );
  }

  function start(send: Send): void {
    const qos = qosOf(send.topic);
    if (qos === 1 && unacknowledged.size >= receiveMaximum) {
      if (waiting.length >= MAX_WAITING) send.onOutcome?.('unacknowledged');
      else waiting.push(send);
      return;
    }
    const messageId = qos === 1 ? nextMessageId() : 0;
    const packet = encode(send, qos, messageId);
    if (packet.length > maximumPacketSize) {
      send.onOutcome?.('tooLarge');
      return;
    }
    if (qos === 1) {
      const timer = setTimeout(() => settle(messageId, 'unacknowledged'), send.timeout);
      unacknowledged.set(messageId, { send, timer });
    }
    write(packet);
    if (qos === 1) send.onWrite?.();
    else send.onOutcome?.('acknowledged');
  }

  function settle(messageId: number, outcome: SendOutcome): void {
    const entry = unacknowledged.get(messageId);
    if (!entry) return;
    unacknowledged.delete(messageId);
    clearTimeout(entry.timer);
    entry.send.onOutcome?.(outcome);
    while (waiting.length > 0 && unacknowledged.size < receiveMaximum) start(waiting.shift() as Send);
  }

  return {
    subscriptions,
    /** Publishes with the QoS of the matching subscription; QoS 0 counts as acknowledged when it is written. */
    send: start,
    /** The client's PUBACK. */
    acknowledged(messageId: number, reasonCode: number): void {
      settle(messageId, reasonCode >= 0x80 ? 'refused' : 'acknowledged');
    },
    /** The connection is gone: nothing that waits was acknowledged. */
    close(): void {
      const open = [...unacknowledged.values()];
      unacknowledged.clear();
      for (const { send, timer } of open) {
        clearTimeout(timer);
        send.onOutcome?.('unacknowledged');
      }
      for (const send of waiting.splice(0)) send.onOutcome?.('unacknowledged');
    },
  };
}

export type Downlink = ReturnType<typeof createDownlink>;
