import type { Packet } from 'mqtt-packet';
import { MAX_IN_FLIGHT_MESSAGES } from '../session-limits.ts';
import { FrameError, type ProtocolVersion, type PublishFrame } from './frames.ts';
import type { PauseReason } from './reading.ts';
import { Reason } from './reason-codes.ts';

/** What acknowledging needs of a connection. */
export interface AcknowledgingConnection {
  readonly version: ProtocolVersion;
  readonly isClosed: boolean;
  send(packet: Buffer): void;
  pause(reason: PauseReason): void;
  resume(reason: PauseReason): void;
}

/** Publishes with QoS 2 that clients of older protocols, which know no limit, may leave without a release. */
const MAX_UNRELEASED = 10_000;

/** A publish whose acknowledgement is due. */
interface Pending {
  messageId: number;
  qos: 1 | 2;
  ready: boolean;
  /** Reason code of MQTT 5 when it is refused, else 0. */
  reason: number;
}

/** Publishes of one client with QoS 1 and 2: they are acknowledged in the order in which they came. */
export class Acknowledgements {
  readonly #connection: AcknowledgingConnection;
  readonly #pending: Pending[] = [];
  /** Packet identifiers of publishes with QoS 2 that are received and not yet released. */
  #unreleased: Set<number> | undefined;

  constructor(connection: AcknowledgingConnection) {
    this.#connection = connection;
  }

  /** Whether it repeats a publish with QoS 2, which is stored, or about to be and then acknowledged in its turn. */
  isRepeated({ qos, messageId }: PublishFrame): boolean {
    if (qos !== 2 || !this.#unreleased?.has(messageId)) return false;
    if (!this.#pending.some((one) => one.messageId === messageId)) this.#acknowledge(messageId, 2);
    return true;
  }

  /** Notes that a publish is to be acknowledged, in its turn, when the returned function is called. */
  expect({ qos, messageId }: PublishFrame): () => void {
    if (qos === 0) return () => undefined;
    if (this.#connection.version === 5 && this.#pending.length >= MAX_IN_FLIGHT_MESSAGES) {
      throw new FrameError(
        `More than ${MAX_IN_FLIGHT_MESSAGES} messages wait for their acknowledgement`,
        Reason.receiveMaximumExceeded,
      );
    }
    if (qos === 2) {
      this.#unreleased ??= new Set();
      const max = this.#connection.version === 5 ? MAX_IN_FLIGHT_MESSAGES : MAX_UNRELEASED;
      if (this.#unreleased.size >= max) {
        throw new FrameError(`More than ${max} messages wait for their release`, Reason.receiveMaximumExceeded);
      }
      this.#unreleased.add(messageId);
    }
    const entry: Pending = { messageId, qos, ready: false, reason: 0 };
    if (this.#pending.push(entry) >= MAX_IN_FLIGHT_MESSAGES) this.#connection.pause('unacknowledged');
    return () => {
      entry.ready = true;
      this.#acknowledgeReady();
    };
  }

  /** Acknowledges a publish of MQTT 5, in its turn, as one that is refused. */
  refuse({ messageId }: PublishFrame, reason: number): void {
    const entry = this.#pending.findLast((one) => one.messageId === messageId && !one.ready);
    if (!entry) return;
    entry.ready = true;
    entry.reason = reason;
    this.#unreleased?.delete(messageId);
    this.#acknowledgeReady();
  }

  /** Leaves a publish without an answer, as far as older protocols know none but success. */
  withhold({ messageId }: PublishFrame): void {
    const at = this.#pending.findLastIndex((one) => one.messageId === messageId && !one.ready);
    if (at === -1) return;
    this.#pending.splice(at, 1);
    this.#unreleased?.delete(messageId);
    this.#acknowledgeReady();
    this.#resume();
  }

  /** The client's PUBREL: whether it names a publish that was received. */
  release(messageId: number): boolean {
    return this.#unreleased?.delete(messageId) === true;
  }

  /** The PUBCOMP that answers a PUBREL. */
  complete(messageId: number): Packet {
    const isKnown = this.release(messageId);
    const isTold = this.#connection.version === 5 && !isKnown;
    return { cmd: 'pubcomp', messageId, ...(isTold ? { reasonCode: Reason.packetIdentifierNotFound } : {}) };
  }

  #acknowledgeReady(): void {
    if (this.#connection.isClosed) return;
    let count = 0;
    for (const entry of this.#pending) {
      if (!entry.ready) break;
      this.#acknowledge(entry.messageId, entry.qos, entry.reason);
      count++;
    }
    if (count === 0) return;
    this.#pending.splice(0, count);
    this.#resume();
  }

  #resume(): void {
    if (this.#pending.length <= MAX_IN_FLIGHT_MESSAGES / 2) this.#connection.resume('unacknowledged');
  }

  /** PUBACK or PUBREC. */
  #acknowledge(messageId: number, qos: 1 | 2, reason = 0): void {
    const packet = Buffer.allocUnsafe(reason === 0 ? 4 : 5);
    packet[0] = qos === 1 ? 0x40 : 0x50;
    packet[1] = packet.length - 2;
    packet.writeUInt16BE(messageId, 2);
    if (reason !== 0) packet[4] = reason;
    this.#connection.send(packet);
  }
}
