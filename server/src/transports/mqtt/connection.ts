import { randomUUID } from 'node:crypto';
import mqttPacket, {
  type IConnectPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet';
import type { Logger } from 'pino';
import type { LimitedLog } from '../../config/line-limit.ts';
import { steadyNow } from '../../config/steady-clock.ts';
import type { DeviceContext } from '../../entities/device-directory.ts';
import type { PackageDelivery } from '../../ota/package-delivery.ts';
import type { Provisioning } from '../../provisioning/provisioning-service.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import { KeyLimitError } from '../../telemetry/key-limits.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSession, SessionEnd, SessionHandler } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import type { Exchange, ExchangeLog } from '../exchanges/exchange-log.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { RateLimitError } from '../rate-limits.ts';
import { MAX_PAYLOAD_BYTES } from '../session-limits.ts';
import { Acknowledgements, type AcknowledgingConnection } from './acknowledgements.ts';
import type { ClientSocket } from './client-socket.ts';
import { END_REASONS, reasonOf } from './close-reasons.ts';
import { acceptingConnack, negotiateKeepAlive, refusingConnack } from './connack.ts';
import {
  CONNECT_HEADER,
  decodeConnect,
  decodeFrame,
  type FrameBounds,
  FrameError,
  findFrame,
  MAX_PACKET_BYTES,
  PacketType,
  PINGRESP,
  type ProtocolVersion,
  type PublishFrame,
  readPublish,
  requireMessageId,
} from './frames.ts';
import { Gateway, type GatewayParts } from './gateway/gateway.ts';
import { mqttProfile } from './mqtt-profile.ts';
import { Outbox } from './outbox.ts';
import { PackageRequests } from './package-requests.ts';
import { PacketLog } from './packet-log.ts';
import { PROVISION_DURATION, PROVISION_LOGIN, ProvisioningClient } from './provisioning-client.ts';
import { type PauseReason, Reading } from './reading.ts';
import { Reason } from './reason-codes.ts';
import { resolveTopicAlias } from './topic-alias.ts';
import { publishAction } from './topics.ts';
import { takePublish, type UplinkConnection } from './uplink.ts';

/** A client has this long to connect, however often something of it comes, ms. */
const CONNECT_TIMEOUT = 10_000;
/** Packets that may come before the CONNACK. */
const MAX_EARLY_PACKETS = 100;
/** From so many of their bytes on nothing more is read until the CONNACK. */
const MAX_EARLY_BYTES = 64 * 1024;
/** A client that does not read is disconnected when this much waits for it. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
const NO_LIMIT = 268_435_455;
/** Longest explanation of why a connection ends, in characters, and room for the packet that carries it, in bytes. */
const EXPLANATION_LENGTH = 200;
const EXPLAINED_PACKET_BYTES = 1024;

/** What a connection needs of its server. */
export interface ConnectionParts extends GatewayParts {
  sessions: DeviceSessions;
  authenticator: DeviceAuthenticator;
  provisioning: Provisioning;
  packages: PackageDelivery;
  exchanges: ExchangeLog;
  log: Logger;
  /** For lines that clients can cause. */
  logLimited: LimitedLog;
  /** ms without activity after which sessions end */
  sessionInactivityTimeout: number;
  /** Stops reading from the socket while the message log has no room for more of the tenant. */
  holdBack: (connection: MqttConnection, tenantId: string) => void;
  /** Writes what connections have gathered, at the end of this turn of the event loop. */
  flushSoon: (connection: MqttConnection) => void;
}

/** One MQTT client. A class, since a server has many thousands and shares the methods between them. */
export class MqttConnection implements SessionHandler, AcknowledgingConnection, UplinkConnection {
  readonly socket: ClientSocket;
  readonly #parts: ConnectionParts;
  readonly #certificates: readonly string[] | undefined;
  #packages: PackageRequests | undefined;
  #state: 'new' | 'authenticating' | 'open' | 'closed' = 'new';
  version: ProtocolVersion = 4;
  /** On the steady clock. */
  lastPacketAt = steadyNow();
  /** ms without a packet after which the connection is closed; 0: never */
  keepAlive = 0;
  /** Beginning of a packet that has not come whole. */
  #rest: Buffer | undefined;
  /** Packets that came before the CONNACK. */
  #early: Buffer[] | undefined;
  #earlyBytes = 0;
  #session: DeviceSession | undefined;
  #outbox: Outbox | undefined;
  #gateway: Gateway | undefined;
  /** Set instead of a session for a client that has no credentials yet. */
  #provisioning: ProvisioningClient | undefined;
  /** When the connection ends, whatever happens, on the steady clock. */
  endsAt = steadyNow() + CONNECT_TIMEOUT;
  #receiveMaximum = 65_535;
  #maximumPacketSize = NO_LIMIT;
  readonly #acknowledgements = new Acknowledgements(this);
  readonly #reading: Reading;
  /** alias → topic */
  #aliases: Map<number, string> | undefined;
  #out: Buffer[] = [];
  #explains = true;
  #packetLog: PacketLog | undefined;

  /** @param certificates that the client has shown and proven, base64 of DER; absent: it has shown none */
  constructor(socket: ClientSocket, parts: ConnectionParts, certificates?: readonly string[]) {
    this.socket = socket;
    this.#parts = parts;
    this.#certificates = certificates;
    this.#reading = new Reading(socket);
  }

  /** Where packets are noted; undefined while nobody looks at the device. */
  get #watched(): PacketLog | undefined {
    const { exchanges } = this.#parts;
    if (!exchanges.isWatching) return undefined;
    const session = this.#session;
    if (!session || !exchanges.watches(session.context.device.id)) return undefined;
    this.#packetLog ??= new PacketLog(exchanges, session.context.device.id);
    return this.#packetLog;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Takes bytes as they come from the socket. */
  receive(chunk: Buffer): void {
    if (this.#state === 'closed') return;
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    this.lastPacketAt = steadyNow();
    const bounds: FrameBounds = { bodyAt: 0, end: 0 };
    let at = 0;
    try {
      if (this.#state === 'new' && bytes[0] !== CONNECT_HEADER) {
        throw new FrameError('A connection begins with CONNECT', Reason.protocolError);
      }
      while (at < bytes.length && !this.isClosed) {
        if (!findFrame(bytes, at, MAX_PACKET_BYTES, bounds)) {
          // A copy, so that a few bytes do not keep the whole chunk.
          this.#rest = Buffer.from(bytes.subarray(at));
          break;
        }
        const { end } = bounds;
        this.#onFrame(bytes, at, bounds);
        at = end;
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** The socket is gone. */
  disconnected(): void {
    if (!this.isClosed) this.#watched?.closed('device', 'the connection is gone');
    this.#end();
  }

  #onFrame(bytes: Buffer, at: number, bounds: FrameBounds): void {
    const type = (bytes[at] as number) >> 4;
    if (this.#state === 'new') {
      const frame = bytes.subarray(at, bounds.end);
      this.#onConnect(decodeConnect(frame, bounds.bodyAt - at));
      return;
    }
    if (this.#state === 'authenticating') {
      this.#early ??= [];
      if (this.#early.length >= MAX_EARLY_PACKETS) {
        throw new FrameError(
          `More than ${MAX_EARLY_PACKETS} packets before the CONNACK`,
          Reason.receiveMaximumExceeded,
        );
      }
      this.#early.push(Buffer.from(bytes.subarray(at, bounds.end)));
      this.#earlyBytes += bounds.end - at;
      if (this.#earlyBytes > MAX_EARLY_BYTES) this.pause('authenticating');
      return;
    }
    switch (type) {
      case PacketType.publish:
        this.#onPublish(readPublish(bytes, at, bounds, this.version));
        return;
      case PacketType.pingreq:
        if (this.#gateway) this.#gateway.activity();
        else this.#session?.activity();
        this.#watched?.received('PINGREQ');
        this.send(PINGRESP);
        return;
      case PacketType.disconnect:
        this.#watched?.closed('device', 'the device disconnects');
        this.close();
        return;
      default:
        this.#onPacket(decodeFrame(bytes.subarray(at, bounds.end), this.version));
        return;
    }
  }

  #onPacket(packet: Packet): void {
    switch (packet.cmd) {
      case 'subscribe':
        this.#onSubscribe(packet);
        return;
      case 'unsubscribe':
        this.#onUnsubscribe(packet);
        return;
      case 'puback':
        this.#session?.activity();
        this.#watched?.acknowledged(packet.messageId ?? 0, packet.reasonCode ?? 0);
        (this.#outbox ?? this.#provisioning)?.acknowledged(packet.messageId ?? 0, packet.reasonCode ?? 0);
        return;
      case 'pubrel': {
        const known = this.#acknowledgements.release(packet.messageId ?? 0);
        this.#sendPacket({
          cmd: 'pubcomp',
          messageId: packet.messageId ?? 0,
          ...(this.version === 5 && !known ? { reasonCode: 0x92 } : {}),
        });
        return;
      }
      default:
        throw new FrameError(`A client cannot send ${packet.cmd.toUpperCase()} here`, Reason.protocolError);
    }
  }

  // Connecting

  #onConnect(packet: IConnectPacket): void {
    this.version = (packet.protocolVersion ?? 4) as ProtocolVersion;
    this.#state = 'authenticating';
    const { properties } = packet;
    this.#receiveMaximum = properties?.receiveMaximum ?? this.#receiveMaximum;
    this.#maximumPacketSize = properties?.maximumPacketSize ?? this.#maximumPacketSize;
    // An explanation must not make a packet longer than the client accepts.
    this.#explains =
      properties?.requestProblemInformation !== false && this.#maximumPacketSize >= EXPLAINED_PACKET_BYTES;
    if (this.#receiveMaximum === 0 || this.#maximumPacketSize === 0) {
      this.#refuse(Reason.protocolError, 'The receive maximum and the maximum packet size cannot be 0');
      return;
    }
    if (properties?.authenticationMethod !== undefined) {
      this.#refuse(Reason.badAuthenticationMethod, 'No authentication method is supported');
      return;
    }
    if (packet.username === PROVISION_LOGIN || packet.clientId === PROVISION_LOGIN) {
      this.#onProvision(packet);
      return;
    }
    const login = {
      clientId: packet.clientId ?? '',
      username: packet.username || undefined,
      password: packet.password?.toString('utf8'),
    };
    const { authenticator } = this.#parts;
    const certificates = this.#certificates;
    const address = this.socket.remoteAddress ?? '';
    retryUntilCurrent(async () => {
      const found = certificates
        ? authenticator.byCertificates(certificates, 'MQTT', address)
        : authenticator.byMqttLogin(login, address);
      this.#onAuthenticated(packet, await found);
    }).catch((error) => {
      if (error instanceof RateLimitError) {
        this.#refuse(Reason.connectionRateExceeded, error.message);
        return;
      }
      this.#parts.logLimited('error', { err: error }, 'an MQTT client could not be looked up');
      this.#refuse(Reason.serverUnavailable, 'The server cannot check credentials now');
    });
  }

  /** A client that wants credentials: it gets no session. */
  #onProvision(packet: IConnectPacket): void {
    this.#provisioning = new ProvisioningClient(this.#parts.provisioning, this.socket.remoteAddress ?? '', {
      version: this.version,
      receiveMaximum: this.#receiveMaximum,
      maximumPacketSize: this.#maximumPacketSize,
      write: (bytes) => this.send(bytes),
    });
    this.#accept(packet, randomUUID());
    this.endsAt = steadyNow() + PROVISION_DURATION;
  }

  #onAuthenticated(packet: IConnectPacket, context: DeviceContext | undefined): void {
    if (this.#state !== 'authenticating') return;
    if (!context) {
      const shown = this.#certificates || packet.username !== undefined || (packet.clientId ?? '') !== '';
      this.#refuse(shown ? Reason.badCredentials : Reason.notAuthorized, 'No device has these credentials');
      return;
    }
    const { transportType } = context.profile;
    if (transportType !== 'DEFAULT' && transportType !== 'MQTT') {
      const refusal = `The profile of the device is for ${transportType}, not for MQTT`;
      this.#noteConnect(packet, context, refusal);
      this.#refuse(Reason.serverUnavailable, refusal);
      return;
    }
    try {
      this.#session = this.#parts.sessions.open(context, this, { kind: 'connection' });
    } catch (error) {
      if (error instanceof RateLimitError) {
        this.#noteConnect(packet, context, error.message);
        this.#refuse(Reason.connectionRateExceeded, error.message);
        return;
      }
      throw error;
    }
    this.#noteConnect(packet, context);
    this.#accept(packet, this.#session.id);
    this.#receiveEarly();
  }

  #noteConnect(packet: IConnectPacket, { device }: DeviceContext, refusal?: string): void {
    const { exchanges } = this.#parts;
    if (!exchanges.watches(device.id)) return;
    new PacketLog(exchanges, device.id).connect(packet, this.version, this.#certificates !== undefined, refusal);
  }

  #accept(packet: IConnectPacket, sessionId: string): void {
    const { version } = this;
    const keepAlive = negotiateKeepAlive(packet.keepalive ?? 0, version, this.#parts.sessionInactivityTimeout);
    this.keepAlive = keepAlive * 1500;
    this.#state = 'open';
    this.endsAt = Number.POSITIVE_INFINITY;
    this.#sendPacket(acceptingConnack(packet, { version, sessionId, keepAlive }));
  }

  /** What came before the CONNACK, and behind it the beginning of a packet that has not come whole. */
  #receiveEarly(): void {
    const early = this.#early;
    if (!early) return;
    this.resume('authenticating');
    if (this.#rest) early.push(this.#rest);
    this.#early = undefined;
    this.#rest = undefined;
    this.receive(Buffer.concat(early));
  }

  #refuse(reason: number, explanation: string): void {
    if (this.#state === 'closed') return;
    const shown = this.#explains ? explanation.slice(0, EXPLANATION_LENGTH) : undefined;
    this.#sendPacket(refusingConnack(this.version, reason, shown));
    this.close();
  }

  // From the device

  #onPublish(frame: PublishFrame): void {
    const session = this.#session;
    const topic = this.#topicOf(frame);
    const noted = this.#watched?.published(topic, frame);
    if (frame.payload.length > MAX_PAYLOAD_BYTES) {
      throw new FrameError(`A payload has more than ${MAX_PAYLOAD_BYTES} bytes`, Reason.packetTooLarge);
    }
    if (this.#acknowledgements.isRepeated(frame)) {
      noted?.settle('IGNORED', 'it repeats a message that has come before');
      return;
    }
    if (!session) {
      this.#provisioning?.take(topic, frame, this.#acknowledgements.expect(frame));
      return;
    }
    const action = publishAction(topic, mqttProfile(session.context.profile));
    if (action.kind === 'gateway') {
      if (session.context.device.gateway) this.#onGatewayPublish(session, topic, frame, noted);
      else this.#refusePublish(frame, noted);
      return;
    }
    const acknowledge = this.#acknowledgements.expect(frame);
    const done = noted ? settling(noted, action.kind === 'unknown', acknowledge) : acknowledge;
    try {
      takePublish(session, action, frame.payload, this, done);
    } catch (error) {
      // MQTT 5 can refuse one message; clients of older protocols would take any answer as success.
      if (!(error instanceof KeyLimitError) || this.version !== 5 || frame.qos === 0) throw error;
      noted?.settle('REFUSED', error.message);
      this.#acknowledgements.refuse(frame, Reason.quotaExceeded);
    }
    this.#parts.holdBack(this, session.context.device.tenantId);
  }

  #onGatewayPublish(session: DeviceSession, topic: string, frame: PublishFrame, noted: Exchange | undefined): void {
    this.#gateway ??= new Gateway(session, this, this.#parts);
    const done = this.#acknowledgements.expect(frame);
    this.#gateway.take(topic, frame.payload, {
      done: noted ? settling(noted, false, done) : done,
      refused: (error, isStored) => {
        noted?.settle('REFUSED', isStored ? `a part of it: ${error.message}` : error.message);
        // MQTT 5 can say so; for older protocols it is acknowledged for the sake of what was stored, and else not at all.
        if (this.version === 5) this.#acknowledgements.refuse(frame, reasonOf(error));
        else if (isStored) done();
        else this.#acknowledgements.withhold(frame);
      },
    });
    this.#parts.holdBack(this, session.context.device.tenantId);
  }

  #topicOf({ topic, topicAlias }: PublishFrame): string {
    if (topicAlias === undefined) return topic;
    this.#aliases ??= new Map();
    return resolveTopicAlias(topic, topicAlias, this.#aliases);
  }

  /** Publishes of gateways by a device that is not one get no acknowledgement; MQTT 5 can say why. */
  #refusePublish({ qos, messageId }: PublishFrame, noted: Exchange | undefined): void {
    this.#session?.activity();
    noted?.settle('REFUSED', 'the device is not a gateway');
    if (this.version !== 5 || qos === 0) return;
    this.#sendPacket({ cmd: qos === 1 ? 'puback' : 'pubrec', messageId, reasonCode: Reason.notAuthorized });
  }

  /** Whose device it is, once it is known. */
  get tenantId(): string | undefined {
    return this.#session?.context.device.tenantId;
  }

  get isPaused(): boolean {
    return this.#reading.isPaused;
  }

  pause(reason: PauseReason): void {
    this.#reading.pause(reason);
  }

  resume(reason: PauseReason): void {
    if (!this.#reading.resume(reason)) return;
    // What the client sent meanwhile has not been read yet: it was not silent.
    this.lastPacketAt = steadyNow();
    const { tenantId } = this;
    if (reason !== 'logFull' && tenantId !== undefined) this.#parts.holdBack(this, tenantId);
  }

  #onSubscribe(packet: ISubscribePacket): void {
    const messageId = requireMessageId(packet.messageId);
    if (packet.subscriptions.length === 0) throw new FrameError('A SUBSCRIBE names no filter', Reason.protocolError);
    const outbox = this.outbox();
    const granted = (outbox ?? this.#provisioning)?.grant(packet.subscriptions);
    if (!granted) return;
    this.#session?.activity();
    this.#watched?.subscribed(
      packet.subscriptions.map(({ topic }) => topic),
      granted,
    );
    this.#sendPacket({ cmd: 'suback', messageId, granted });
    outbox?.start(packet.subscriptions);
  }

  #onUnsubscribe(packet: IUnsubscribePacket): void {
    const messageId = requireMessageId(packet.messageId);
    if (packet.unsubscriptions.length === 0)
      throw new FrameError('An UNSUBSCRIBE names no filter', Reason.protocolError);
    const granted = (this.outbox() ?? this.#provisioning)?.unsubscribe(packet.unsubscriptions);
    if (!granted) return;
    this.#session?.activity();
    this.#watched?.received('UNSUBSCRIBE', { address: packet.unsubscriptions.join(', ') });
    this.#sendPacket({ cmd: 'unsuback', messageId, granted: this.version === 5 ? granted : [] });
  }

  // To the device

  sharedAttributes(entries: readonly AttributeEntry[]): void {
    this.outbox()?.sharedAttributes(entries);
  }

  sharedAttributesDeleted(keys: readonly string[]): void {
    this.outbox()?.sharedAttributesDeleted(keys);
  }

  call(call: CallToDevice): void {
    this.outbox()?.call(call);
  }

  ended(reason: SessionEnd): void {
    this.#watched?.closed('platform', END_REASONS[reason][1]);
    this.#session = undefined;
    this.close(...END_REASONS[reason]);
  }

  /** Made when first needed, since most devices only send; undefined without a session. */
  outbox(): Outbox | undefined {
    const session = this.#session;
    if (!session || this.#state !== 'open') return undefined;
    this.#outbox ??= new Outbox(session, {
      version: this.version,
      receiveMaximum: this.#receiveMaximum,
      maximumPacketSize: this.#maximumPacketSize,
      write: (bytes) => this.send(bytes),
    });
    return this.#outbox;
  }

  packages(session: DeviceSession): PackageRequests {
    this.#packages ??= new PackageRequests(this.#parts.packages, session.context.device.id);
    return this.#packages;
  }

  async drained(): Promise<void> {
    this.flush();
    if (!this.isClosed && this.socket.writableNeedDrain) {
      await new Promise<void>((resolve) => {
        this.socket.once('drain', resolve).once('close', resolve);
      });
    }
  }

  #sendPacket(packet: Packet): void {
    this.send(mqttPacket.generate(packet, { protocolVersion: this.version }));
  }

  send(bytes: Buffer): void {
    if (this.#state === 'closed') return;
    if (this.socket.writableLength > MAX_UNSENT_BYTES) {
      this.socket.destroy();
      this.#end();
      return;
    }
    this.#watched?.sent(bytes, this.version);
    this.#out.push(bytes);
    if (this.#out.length === 1) this.#parts.flushSoon(this);
  }

  /** Writes everything collected since the last turn of the event loop in one go. */
  flush(): void {
    const out = this.#out;
    if (out.length === 0) return;
    this.#out = [];
    if (!this.socket.destroyed) this.socket.write(out.length === 1 ? (out[0] as Buffer) : Buffer.concat(out));
  }

  // Closing

  /** What a client did cannot be dealt with: its connection is closed, in MQTT 5 with the reason. */
  fail(error: unknown): void {
    if (this.isClosed) return;
    const reason = reasonOf(error);
    const message = error instanceof Error ? error.message : String(error);
    this.#watched?.failed(reason === Reason.unspecified ? 'The message could not be processed' : message);
    if (reason === Reason.unspecified) this.#parts.logLimited('error', { err: error }, 'a packet of a device failed');
    else this.#parts.log.debug({ reason, message, device: this.#session?.context.device.id }, 'MQTT connection closed');
    if (reason === Reason.unsupportedVersion) {
      this.#refuse(reason, message);
      return;
    }
    this.close(reason, reason === Reason.unspecified ? 'The message could not be processed' : message);
  }

  /** Ends the connection; MQTT 5 clients get the reason, if any. */
  close(reason?: number, explanation?: string): void {
    if (this.isClosed) return;
    if (reason !== undefined) this.#watched?.closed('platform', explanation ?? '');
    if (reason !== undefined && this.version === 5 && this.isOpen) {
      this.#sendPacket({
        cmd: 'disconnect',
        reasonCode: reason,
        ...(explanation && this.#explains
          ? { properties: { reasonString: explanation.slice(0, EXPLANATION_LENGTH) } }
          : {}),
      });
    }
    this.flush();
    this.#end();
    this.socket.destroySoon();
  }

  #end(): void {
    if (this.isClosed) return;
    this.#state = 'closed';
    this.#rest = undefined;
    this.#early = undefined;
    this.#outbox?.close();
    this.#gateway?.close();
    this.#provisioning?.close();
    const session = this.#session;
    this.#session = undefined;
    session?.close();
  }
}

/** Acknowledges a publish, and notes what became of it. */
function settling(noted: Exchange, isUnknown: boolean, acknowledge: () => void): () => void {
  return () => {
    if (isUnknown) noted.settle('IGNORED', 'nothing listens to this topic');
    else noted.settle('ACCEPTED');
    acknowledge();
  };
}
