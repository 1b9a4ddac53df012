import type { Socket } from 'node:net';
import mqttPacket, {
  type IConnectPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet';
import type { Logger } from 'pino';
import type { DeviceContext } from '../../entities/device-directory.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import { PayloadError } from '../../telemetry/json-scanner.ts';
import type { KeyValue } from '../../telemetry/value.ts';
import { valuesToJsonText } from '../../telemetry/wire-values.ts';
import { readAttributesRequest, writeAttributesReply, writeDeletedAttributes } from '../attribute-payload.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSession, DeviceSessions, SessionEnd, SessionHandler } from '../device-session.ts';
import { RateLimitError } from '../rate-limits.ts';
import { MAX_PAYLOAD_BYTES } from '../session-limits.ts';
import { Acknowledgements, type AcknowledgingConnection } from './acknowledgements.ts';
import { END_REASONS, reasonOf } from './close-reasons.ts';
import { acceptingConnack, agreeKeepAlive, refusingConnack } from './connack.ts';
import { createDownlink, type Downlink, type SendOutcome } from './downlink.ts';
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
  payloadText,
  readPublish,
  requireMessageId,
} from './frames.ts';
import { Reason, subscriptionRefusalOf } from './reason-codes.ts';
import { resolveTopicAlias } from './topic-alias.ts';
import { DOWNLINK, publishAction, subscriptionEffect, type TopicFamily } from './topics.ts';

/** Packets that may come before the CONNACK. */
const MAX_EARLY_PACKETS = 100;
/** Longest wait for the acknowledgement of a call, in ms. */
const CALL_PATIENCE = 10_000;
/** A client that does not read is given up when this much waits for it. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
const NO_LIMIT = 268_435_455;

/** What a connection needs of its server. */
export interface ConnectionParts {
  sessions: DeviceSessions;
  authenticator: DeviceAuthenticator;
  log: Logger;
  /** ms without activity after which sessions end */
  sessionInactivityTimeout: number;
  /** Stops reading from the socket while the message log is full. */
  holdBack: (connection: MqttConnection) => void;
  /** Writes what connections have gathered, at the end of this turn of the event loop. */
  flushSoon: (connection: MqttConnection) => void;
}

/** One MQTT client. A class, since a server has many thousands and shares the methods between them. */
export class MqttConnection implements SessionHandler, AcknowledgingConnection {
  readonly socket: Socket;
  readonly #parts: ConnectionParts;
  #state: 'new' | 'authenticating' | 'open' | 'closed' = 'new';
  version: ProtocolVersion = 4;
  /** epoch ms */
  lastPacketAt = Date.now();
  /** ms without a packet after which the connection is closed; 0: never */
  keepAlive = 0;
  /** Beginning of a packet that has not come whole. */
  #rest: Buffer | undefined;
  /** Packets that came before the CONNACK. */
  #early: Buffer[] | undefined;
  #session: DeviceSession | undefined;
  #downlink: Downlink | undefined;
  #receiveMaximum = 65_535;
  #maximumPacketSize = NO_LIMIT;
  readonly #acknowledgements = new Acknowledgements(this);
  /** alias → topic */
  #aliases: Map<number, string> | undefined;
  #attributesFamily: TopicFamily = 'v1';
  #callsFamily: TopicFamily = 'v1';
  #out: Buffer[] = [];
  #explains = true;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.socket = socket;
    this.#parts = parts;
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
    this.lastPacketAt = Date.now();
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
      this.#fail(error);
    }
  }

  /** The socket is gone. */
  disconnected(): void {
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
      return;
    }
    switch (type) {
      case PacketType.publish:
        this.#onPublish(readPublish(bytes, at, bounds, this.version));
        return;
      case PacketType.pingreq:
        this.#session?.activity();
        this.send(PINGRESP);
        return;
      case PacketType.disconnect:
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
        this.#downlink?.acknowledged(packet.messageId ?? 0, packet.reasonCode ?? 0);
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
    this.#explains = packet.properties?.requestProblemInformation !== false;
    if (packet.properties?.authenticationMethod !== undefined) {
      this.#refuse(Reason.badAuthenticationMethod, 'No authentication method is supported');
      return;
    }
    this.#parts.authenticator
      .byMqttLogin({
        clientId: packet.clientId ?? '',
        username: packet.username || undefined,
        password: packet.password?.toString('utf8'),
      })
      .then((context) => this.#onAuthenticated(packet, context))
      .catch((error) => {
        this.#parts.log.error({ err: error }, 'an MQTT client could not be looked up');
        this.#refuse(Reason.serverUnavailable, 'The server cannot check credentials now');
      });
  }

  #onAuthenticated(packet: IConnectPacket, context: DeviceContext | undefined): void {
    if (this.#state !== 'authenticating') return;
    if (!context) {
      const shown = packet.username !== undefined || (packet.clientId ?? '') !== '';
      this.#refuse(shown ? Reason.badCredentials : Reason.notAuthorized, 'No device has these credentials');
      return;
    }
    const { transportType } = context.profile;
    if (transportType !== 'DEFAULT' && transportType !== 'MQTT') {
      this.#refuse(Reason.serverUnavailable, `The profile of the device is for ${transportType}, not for MQTT`);
      return;
    }
    try {
      this.#session = this.#parts.sessions.open(context, this, { kind: 'connection' });
    } catch (error) {
      if (error instanceof RateLimitError) {
        this.#refuse(Reason.serverUnavailable, error.message);
        return;
      }
      throw error;
    }
    const asked = packet.properties;
    this.#receiveMaximum = asked?.receiveMaximum || this.#receiveMaximum;
    this.#maximumPacketSize = asked?.maximumPacketSize || this.#maximumPacketSize;
    const { version } = this;
    const keepAlive = agreeKeepAlive(packet.keepalive ?? 0, version, this.#parts.sessionInactivityTimeout);
    this.keepAlive = keepAlive * 1500;
    this.#state = 'open';
    this.#sendPacket(acceptingConnack(packet, { version, sessionId: this.#session.id, keepAlive }));
    this.#receiveEarly();
  }

  /** What came before the CONNACK, and behind it the beginning of a packet that has not come whole. */
  #receiveEarly(): void {
    const early = this.#early;
    if (!early) return;
    if (this.#rest) early.push(this.#rest);
    this.#early = undefined;
    this.#rest = undefined;
    this.receive(Buffer.concat(early));
  }

  #refuse(reason: number, explanation: string): void {
    if (this.#state === 'closed') return;
    this.#sendPacket(refusingConnack(this.version, reason, this.#explains ? explanation : undefined));
    this.close();
  }

  // From the device

  #onPublish(frame: PublishFrame): void {
    const session = this.#session;
    if (!session) return;
    const topic = this.#topicOf(frame);
    if (frame.payload.length > MAX_PAYLOAD_BYTES) {
      throw new FrameError(`A payload has more than ${MAX_PAYLOAD_BYTES} bytes`, Reason.packetTooLarge);
    }
    if (this.#acknowledgements.isRepeated(frame)) return;
    const action = publishAction(topic, session.context.profile);
    if (action.kind === 'gateway') {
      this.#refusePublish(frame);
      return;
    }
    const done = this.#acknowledgements.expect(frame);
    switch (action.kind) {
      case 'telemetry':
        session.postTelemetry(payloadText(frame.payload)).then(done, this.#fail);
        break;
      case 'attributes':
        session.postAttributes(payloadText(frame.payload)).then(done, this.#fail);
        break;
      case 'attributesRequest': {
        const { requestId, family } = action;
        session.getAttributes(readAttributesRequest(payloadText(frame.payload))).then((reply) => {
          done();
          if (requestId < 0) return;
          this.#publish(`${DOWNLINK[family].attributesResponse}${requestId}`, writeAttributesReply(reply));
        }, this.#fail);
        break;
      }
      case 'callAnswer':
        session.answerCall(action.requestId, payloadText(frame.payload));
        done();
        break;
      case 'call': {
        const { requestId, family } = action;
        session.callPlatform(requestId, payloadText(frame.payload), done).then((answer) => {
          this.#publish(`${DOWNLINK[family].callResponse}${requestId}`, answer);
        }, this.#fail);
        break;
      }
      case 'badRequestId':
        throw new FrameError(`The request id in the topic ${topic} is not a number`, Reason.topicInvalid);
      case 'protobuf':
        throw new PayloadError(`The topic ${topic} is for protobuf payloads, which this device does not use`);
      case 'unknown':
        session.activity();
        done();
    }
    this.#parts.holdBack(this);
  }

  #topicOf({ topic, topicAlias }: PublishFrame): string {
    if (topicAlias === undefined) return topic;
    this.#aliases ??= new Map();
    return resolveTopicAlias(topic, topicAlias, this.#aliases);
  }

  /** Publishes of gateways by a device that is none get no acknowledgement; MQTT 5 can say why. */
  #refusePublish({ qos, messageId }: PublishFrame): void {
    this.#session?.activity();
    if (this.version !== 5 || qos === 0) return;
    this.#sendPacket({ cmd: qos === 1 ? 'puback' : 'pubrec', messageId, reasonCode: Reason.notAuthorized });
  }

  stopReading(): void {
    this.socket.pause();
  }

  readOn(): void {
    this.socket.resume();
    this.#parts.holdBack(this);
  }

  #onSubscribe(packet: ISubscribePacket): void {
    const messageId = requireMessageId(packet.messageId);
    if (packet.subscriptions.length === 0) throw new FrameError('A SUBSCRIBE names no filter', Reason.protocolError);
    const session = this.#session;
    if (!session) return;
    const { subscriptions } = this.#sender();
    session.activity();
    const effects = packet.subscriptions.map(({ topic, qos }) => {
      const effect = subscriptionEffect(topic);
      if (effect) subscriptions.set(topic, qos === 0 ? 0 : 1);
      return { topic, effect };
    });
    this.#sendPacket({
      cmd: 'suback',
      messageId,
      granted: effects.map(({ topic, effect }) =>
        effect ? (subscriptions.get(topic) ?? 0) : subscriptionRefusalOf(topic, this.version),
      ),
    });
    for (const { effect } of effects) {
      if (effect?.attributes) {
        this.#attributesFamily = effect.attributes;
        session.subscribeAttributes(true);
      }
      if (effect?.calls) {
        this.#callsFamily = effect.calls;
        session.subscribeCalls(true, 'all');
      }
    }
  }

  #onUnsubscribe(packet: IUnsubscribePacket): void {
    const messageId = requireMessageId(packet.messageId);
    if (packet.unsubscriptions.length === 0)
      throw new FrameError('An UNSUBSCRIBE names no filter', Reason.protocolError);
    const session = this.#session;
    if (!session) return;
    const { subscriptions } = this.#sender();
    session.activity();
    const granted = packet.unsubscriptions.map((filter) =>
      subscriptions.delete(filter) ? Reason.success : Reason.noSubscriptionExisted,
    );
    const left = [...subscriptions.keys()].map(subscriptionEffect);
    if (!left.some((effect) => effect?.attributes)) session.subscribeAttributes(false);
    if (!left.some((effect) => effect?.calls)) session.subscribeCalls(false);
    this.#sendPacket({ cmd: 'unsuback', messageId, granted: this.version === 5 ? granted : [] });
  }

  // To the device

  sharedAttributes(entries: readonly KeyValue[]): void {
    this.#publish(DOWNLINK[this.#attributesFamily].attributes, valuesToJsonText(entries));
  }

  sharedAttributesDeleted(keys: readonly string[]): void {
    this.#publish(DOWNLINK[this.#attributesFamily].attributes, writeDeletedAttributes(keys));
  }

  call(call: CallToDevice): void {
    const { requestId } = call;
    const session = this.#session;
    if (!session) return;
    this.#sender().send({
      topic: `${DOWNLINK[this.#callsFamily].call}${requestId}`,
      payload: `{"method":${JSON.stringify(call.method)},"params":${call.params}}`,
      patience: Math.max(0, Math.min(CALL_PATIENCE, call.expirationTime - Date.now())),
      onWrite: () => session.callDelivery(requestId, 'SENT'),
      onOutcome: (outcome) => reportCall(session, requestId, outcome),
    });
  }

  ended(reason: SessionEnd): void {
    this.#session = undefined;
    this.close(...END_REASONS[reason]);
  }

  /** Made when first needed: most devices only send. */
  #sender(): Downlink {
    this.#downlink ??= createDownlink({
      version: this.version,
      receiveMaximum: this.#receiveMaximum,
      maximumPacketSize: this.#maximumPacketSize,
      write: (bytes) => this.send(bytes),
    });
    return this.#downlink;
  }

  #publish(topic: string, payload: string): void {
    if (this.#state === 'open') this.#sender().send({ topic, payload, patience: CALL_PATIENCE });
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
    this.#out.push(bytes);
    if (this.#out.length === 1) this.#parts.flushSoon(this);
  }

  /** Writes what was gathered since the last turn of the event loop, at once. */
  flush(): void {
    const out = this.#out;
    if (out.length === 0) return;
    this.#out = [];
    if (!this.socket.destroyed) this.socket.write(out.length === 1 ? (out[0] as Buffer) : Buffer.concat(out));
  }

  // Closing

  /** What a client did cannot be dealt with: its connection is closed, in MQTT 5 with the reason. */
  readonly #fail = (error: unknown): void => {
    if (this.isClosed) return;
    const reason = reasonOf(error);
    const message = error instanceof Error ? error.message : String(error);
    if (reason === Reason.unspecified) this.#parts.log.error({ err: error }, 'a packet of a device failed');
    else this.#parts.log.debug({ reason, message, device: this.#session?.context.device.id }, 'MQTT connection closed');
    if (reason === Reason.unsupportedVersion) {
      this.#refuse(reason, message);
      return;
    }
    this.close(reason, reason === Reason.unspecified ? 'The message could not be processed' : message);
  };

  /** Ends the connection; MQTT 5 clients are told the reason when there is one. */
  close(reason?: number, explanation?: string): void {
    if (this.isClosed) return;
    if (reason !== undefined && this.version === 5 && this.isOpen) {
      this.#sendPacket({
        cmd: 'disconnect',
        reasonCode: reason,
        ...(explanation && this.#explains ? { properties: { reasonString: explanation.slice(0, 200) } } : {}),
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
    this.#downlink?.close();
    const session = this.#session;
    this.#session = undefined;
    session?.close();
  }
}

function reportCall(session: DeviceSession, requestId: number, outcome: SendOutcome): void {
  if (outcome === 'acknowledged') session.callDelivery(requestId, 'DELIVERED');
  else if (outcome === 'unacknowledged') session.callDelivery(requestId, 'TIMEOUT');
  else if (outcome === 'refused') session.callFailed(requestId, 'The device refused the message');
  else session.callFailed(requestId, 'The call is longer than the device takes');
}
