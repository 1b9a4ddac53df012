import { randomUUID } from 'node:crypto';
import mqttPacket, {
  type IConnectPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet';
import { steadyNow } from '../../config/steady-clock.ts';
import { isTransient } from '../../config/transient-error.ts';
import type { DeviceContext } from '../../entities/device-directory.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import { retryWhileUnavailable } from '../../storage/retry-while-unavailable.ts';
import { KeyLimitError } from '../../telemetry/key-limits.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import type { ShownCertificates } from '../certificates/certificate-checks.ts';
import type { DeviceSession, SessionEnd, SessionHandler } from '../device-session.ts';
import type { Exchange } from '../exchanges/exchange-log.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { RateLimitError } from '../rate-limits.ts';
import { MAX_PAYLOAD_BYTES } from '../session-limits.ts';
import { Acknowledgements, type AcknowledgingConnection } from './acknowledgements.ts';
import type { ClientSocket } from './client-socket.ts';
import { ClientWriter } from './client-writer.ts';
import { END_REASONS, failureOf } from './close-reasons.ts';
import { acceptingConnack, negotiateKeepAlive } from './connack.ts';
import {
  disconnectPacket,
  findDevice,
  NO_LIMITS,
  readConnect,
  refusalByProfile,
  refusalOfStranger,
  refusalPacket,
} from './connecting-client.ts';
import type { ConnectionParts } from './connection-parts.ts';
import type { DownlinkOptions } from './downlink.ts';
import {
  decodeConnect,
  decodeFrame,
  type FrameBounds,
  FrameError,
  PacketType,
  PINGRESP,
  type ProtocolVersion,
  type PublishFrame,
  readPublish,
  requireFilters,
} from './frames.ts';
import { Gateway } from './gateway/gateway.ts';
import { type FrameTaker, Incoming } from './incoming.ts';
import { mqttProfile } from './mqtt-profile.ts';
import { Outbox } from './outbox.ts';
import { PackageRequests } from './package-requests.ts';
import { PacketLog } from './packet-log.ts';
import { PROVISION_DURATION, PROVISION_LOGIN, ProvisioningClient } from './provisioning-client.ts';
import { gatewayOutcome, noGatewayRefusal, settling } from './publish-outcomes.ts';
import { type PauseReason, Reading } from './reading.ts';
import { Reason } from './reason-codes.ts';
import { resolveTopicAlias } from './topic-alias.ts';
import { publishAction } from './topics.ts';
import { takePublish, type UplinkConnection } from './uplink.ts';

/** A client has this long to connect, however often something of it comes, ms. */
const CONNECT_TIMEOUT = 10_000;
/** Who cannot be looked up is let go this long before the end of that, ms. */
const LETTING_GO_TIME = 2_000;

/** One MQTT client. A class, since a server has many thousands and shares the methods between them. */
export class MqttConnection implements SessionHandler, AcknowledgingConnection, UplinkConnection, FrameTaker {
  readonly socket: ClientSocket;
  readonly #parts: ConnectionParts<MqttConnection>;
  readonly #shown: ShownCertificates | undefined;
  /** Of a client with a certificate, while its session lasts. */
  #stopFollowing: (() => void) | undefined;
  #packages: PackageRequests | undefined;
  #state: 'new' | 'authenticating' | 'open' | 'closed' = 'new';
  version: ProtocolVersion = 4;
  /** On the steady clock. */
  lastPacketAt = steadyNow();
  /** ms without a packet after which the connection is closed; 0: never */
  keepAlive = 0;
  readonly #incoming = new Incoming();
  #session: DeviceSession | undefined;
  #outbox: Outbox | undefined;
  #gateway: Gateway | undefined;
  /** Set instead of a session for a client that has no credentials yet. */
  #provisioning: ProvisioningClient | undefined;
  /** When the connection ends, whatever happens, on the steady clock. */
  endsAt = steadyNow() + CONNECT_TIMEOUT;
  #limits = NO_LIMITS;
  readonly #acknowledgements = new Acknowledgements(this);
  readonly #reading: Reading;
  /** alias → topic */
  #aliases: Map<number, string> | undefined;
  readonly #writer: ClientWriter;
  #packetLog: PacketLog | undefined;

  /** @param shown certificates of the client; absent: it has shown none */
  constructor(socket: ClientSocket, parts: ConnectionParts<MqttConnection>, shown?: ShownCertificates) {
    this.socket = socket;
    this.#parts = parts;
    this.#shown = shown;
    this.#reading = new Reading(socket);
    this.#writer = new ClientWriter(socket);
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

  get #address(): string {
    return this.socket.remoteAddress ?? '';
  }

  get isNew(): boolean {
    return this.#state === 'new';
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
    this.lastPacketAt = steadyNow();
    try {
      this.#incoming.read(chunk, this);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The socket is gone. */
  disconnected(): void {
    if (!this.isClosed) this.#watched?.closed('device', 'the connection is gone');
    this.#end();
  }

  takeFrame(bytes: Buffer, at: number, bounds: FrameBounds): void {
    const type = (bytes[at] as number) >> 4;
    if (this.#state === 'new') {
      const frame = bytes.subarray(at, bounds.end);
      this.#onConnect(decodeConnect(frame, bounds.bodyAt - at));
      return;
    }
    if (this.#state === 'authenticating') {
      if (this.#incoming.keepEarly(bytes.subarray(at, bounds.end))) this.pause('authenticating');
      return;
    }
    switch (type) {
      case PacketType.publish:
        this.#onPublish(readPublish(bytes, at, bounds, this.version));
        return;
      case PacketType.pingreq:
        this.#active();
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
        this.#active();
        this.#watched?.acknowledged(packet.messageId ?? 0, packet.reasonCode ?? 0);
        (this.#outbox ?? this.#provisioning)?.acknowledged(packet.messageId ?? 0, packet.reasonCode ?? 0);
        return;
      case 'pubrel':
        this.#sendPacket(this.#acknowledgements.complete(packet.messageId ?? 0));
        return;
      default:
        throw new FrameError(`A client cannot send ${packet.cmd.toUpperCase()} here`, Reason.protocolError);
    }
  }

  #onConnect(packet: IConnectPacket): void {
    this.version = (packet.protocolVersion ?? 4) as ProtocolVersion;
    this.#state = 'authenticating';
    const { limits, refusal } = readConnect(packet);
    this.#limits = limits;
    if (refusal) {
      this.#refuse(...refusal);
      return;
    }
    if (packet.username === PROVISION_LOGIN || packet.clientId === PROVISION_LOGIN) {
      this.#onProvision(packet);
      return;
    }
    this.#parts.begun(this);
    const authenticate = async (): Promise<void> =>
      this.#onAuthenticated(packet, await findDevice(this.#parts.authenticator, packet, this.#shown, this.#address));
    // Many clients take a refusal for good. Those of devices that were seen before need no database.
    const isOver = (): boolean => this.#state !== 'authenticating' || steadyNow() > this.endsAt - LETTING_GO_TIME;
    retryWhileUnavailable(() => retryUntilCurrent(authenticate), isOver).catch((error) => {
      if (error instanceof RateLimitError) {
        this.#refuse(Reason.connectionRateExceeded, error.message);
        return;
      }
      this.#parts.logLimited('error', { err: error }, 'an MQTT client could not be looked up');
      // Without a word: whoever loses its connection comes again.
      if (isTransient(error)) this.close();
      else this.#refuse(Reason.serverUnavailable, 'The server cannot check credentials now');
    });
  }

  /** A client that wants credentials: it gets no session. */
  #onProvision(packet: IConnectPacket): void {
    const { provisioning } = this.#parts;
    this.#provisioning = new ProvisioningClient(provisioning, this.#address, this.#downlinkOptions());
    this.#accept(packet, randomUUID());
    this.endsAt = steadyNow() + PROVISION_DURATION;
  }

  #onAuthenticated(packet: IConnectPacket, context: DeviceContext | undefined): void {
    if (this.#state !== 'authenticating') return;
    if (!context) {
      this.#refuse(...refusalOfStranger(packet, this.#shown));
      return;
    }
    const refusal = refusalByProfile(context.profile);
    if (refusal) {
      this.#noteConnect(packet, context, refusal);
      this.#refuse(Reason.serverUnavailable, refusal);
      return;
    }
    try {
      this.#session = this.#parts.sessions.open(context, this, { kind: 'connection' });
    } catch (error) {
      if (error instanceof RateLimitError) this.#noteConnect(packet, context, error.message);
      throw error;
    }
    this.#noteConnect(packet, context);
    if (this.#shown) {
      const ended = (reason: string): void => this.close(Reason.notAuthorized, reason);
      this.#stopFollowing = this.#parts.certificates.follow(this.#shown.bodies, ended);
    }
    this.#accept(packet, this.#session.id);
    this.#receiveEarly();
  }

  #noteConnect(packet: IConnectPacket, { device }: DeviceContext, refusal?: string): void {
    const { exchanges } = this.#parts;
    if (!exchanges.watches(device.id)) return;
    new PacketLog(exchanges, device.id).connect(packet, this.version, this.#shown !== undefined, refusal);
  }

  #accept(packet: IConnectPacket, sessionId: string): void {
    const { version } = this;
    const keepAlive = negotiateKeepAlive(packet.keepalive ?? 0, version, this.#parts.sessionInactivityTimeout);
    this.keepAlive = keepAlive * 1500;
    this.#state = 'open';
    this.endsAt = Number.POSITIVE_INFINITY;
    this.#sendPacket(acceptingConnack(packet, { version, sessionId, keepAlive }));
  }

  #receiveEarly(): void {
    const bytes = this.#incoming.takeEarly();
    if (!bytes) return;
    this.resume('authenticating');
    this.receive(bytes);
  }

  #refuse(reason: number, explanation: string): void {
    if (this.#state === 'closed') return;
    this.#sendPacket(refusalPacket(this.#limits, this.version, reason, explanation));
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
    // What it sends for itself is told by its session.
    this.#gateway?.activity();
    const acknowledge = this.#acknowledgements.expect(frame);
    const done = settling(noted, action.kind === 'unknown', acknowledge);
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
    this.#gateway.take(topic, frame.payload, gatewayOutcome(frame, this.version, this.#acknowledgements, noted));
    this.#parts.holdBack(this, session.context.device.tenantId);
  }

  /** The device is there, and where it is a gateway that is set so, its devices are, too. */
  #active(): void {
    if (this.#gateway) this.#gateway.activity();
    else this.#session?.activity();
  }

  #topicOf({ topic, topicAlias }: PublishFrame): string {
    if (topicAlias === undefined) return topic;
    this.#aliases ??= new Map();
    return resolveTopicAlias(topic, topicAlias, this.#aliases);
  }

  #refusePublish(frame: PublishFrame, noted: Exchange | undefined): void {
    this.#active();
    noted?.settle('REFUSED', 'the device is not a gateway');
    const refusal = noGatewayRefusal(frame, this.version);
    if (refusal) this.#sendPacket(refusal);
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
    const messageId = requireFilters(packet, packet.subscriptions);
    const outbox = this.outbox();
    const granted = (outbox ?? this.#provisioning)?.grant(packet.subscriptions);
    if (!granted) return;
    this.#active();
    this.#watched?.subscribed(
      packet.subscriptions.map(({ topic }) => topic),
      granted,
    );
    this.#sendPacket({ cmd: 'suback', messageId, granted });
    outbox?.start(packet.subscriptions);
  }

  #onUnsubscribe(packet: IUnsubscribePacket): void {
    const messageId = requireFilters(packet, packet.unsubscriptions);
    const granted = (this.outbox() ?? this.#provisioning)?.unsubscribe(packet.unsubscriptions);
    if (!granted) return;
    this.#active();
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
    this.#outbox ??= new Outbox(session, this.#downlinkOptions());
    return this.#outbox;
  }

  #downlinkOptions(): DownlinkOptions {
    return { ...this.#limits, version: this.version, write: (bytes) => this.send(bytes) };
  }

  packages(session: DeviceSession): PackageRequests {
    this.#packages ??= new PackageRequests(this.#parts.packages, session.context.device.id);
    return this.#packages;
  }

  drained(): Promise<void> {
    return this.#writer.drained();
  }

  #sendPacket(packet: Packet): void {
    this.send(mqttPacket.generate(packet, { protocolVersion: this.version }));
  }

  send(bytes: Buffer): void {
    if (this.#state === 'closed') return;
    if (this.#writer.isFull) {
      this.socket.destroy();
      this.#end();
      return;
    }
    this.#watched?.sent(bytes, this.version);
    if (this.#writer.add(bytes)) this.#parts.flushSoon(this);
  }

  /** Writes everything collected since the last turn of the event loop in one go. */
  flush(): void {
    this.#writer.flush();
  }

  /** What a client did cannot be dealt with: its connection is closed, in MQTT 5 with the reason. */
  fail(error: unknown): void {
    if (this.isClosed) return;
    const { reason, told } = failureOf(error);
    this.#watched?.failed(told);
    if (reason === Reason.unspecified) this.#parts.logLimited('error', { err: error }, 'a packet of a device failed');
    else this.#parts.log.debug({ reason, told, device: this.#session?.context.device.id }, 'MQTT connection closed');
    if (reason === Reason.unsupportedVersion) this.#refuse(reason, told);
    else this.close(reason, told);
  }

  /** Ends the connection; MQTT 5 clients get the reason, if any. */
  close(reason?: number, explanation?: string): void {
    if (this.isClosed) return;
    if (reason !== undefined) this.#watched?.closed('platform', explanation ?? '');
    if (reason !== undefined && this.version === 5 && this.isOpen) {
      this.#sendPacket(disconnectPacket(this.#limits, reason, explanation));
    }
    this.flush();
    this.#end();
    this.socket.destroySoon();
  }

  #end(): void {
    if (this.isClosed) return;
    this.#state = 'closed';
    this.#incoming.drop();
    this.#outbox?.close();
    this.#gateway?.close();
    this.#provisioning?.close();
    this.#stopFollowing?.();
    const session = this.#session;
    this.#session = undefined;
    session?.close();
  }
}
