import { entityId } from '@signalbox/contract/id';
import { DEFAULT_TEXT_LENGTH, isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import { steadyNow } from '../../../config/steady-clock.ts';
import type { ReportRefusal } from '../../../events/refusal-events.ts';
import type { CallToDevice } from '../../../rpc/device-calls.ts';
import type { AttributeEntry } from '../../../values/attribute.ts';
import { PayloadError } from '../../../values/json-scanner.ts';
import type { DeviceSession, SessionHandler } from '../../device-session.ts';
import type { DeviceSessions } from '../../device-sessions.ts';
import { type Exchange, type ExchangeLog, settleWith } from '../../exchanges/exchange-log.ts';
import type { GatewayDevices } from '../../gateway-devices.ts';
import { retryUntilCurrent } from '../../outdated-device.ts';
import { mqttProfile } from '../mqtt-profile.ts';
import type { Outbox } from '../outbox.ts';
import type { PauseReason } from '../reading.ts';
import { GatewayDevice, isOfOneDevice, type OwnGateway } from './gateway-device.ts';
import { type DevicePart, DevicePartError, type GatewayFormat } from './gateway-format.ts';
import { jsonGateway } from './json-gateway.ts';
import { protobufGateway } from './protobuf-gateway.ts';

/** Devices that one connection speaks for. */
const MAX_DEVICES = 50_000;
/** Parts of messages that wait for their devices: from then on nothing more is read, until half of them are through. */
const MAX_WAITING = 2_000;
/** How often the activity of a gateway counts for its devices, ms: as often as activity is reported. */
const ACTIVITY_PERIOD = 3_000;

const TOPIC = {
  connect: 'v1/gateway/connect',
  disconnect: 'v1/gateway/disconnect',
  telemetry: 'v1/gateway/telemetry',
  attributes: 'v1/gateway/attributes',
  attributesRequest: 'v1/gateway/attributes/request',
  attributesResponse: 'v1/gateway/attributes/response',
  call: 'v1/gateway/rpc',
  claim: 'v1/gateway/claim',
} as const;

export interface GatewayParts {
  sessions: Pick<DeviceSessions, 'open'>;
  gatewayDevices: GatewayDevices;
  reportRefusal: ReportRefusal;
  exchanges: ExchangeLog;
}

/** What a gateway needs of its connection. */
export interface GatewayConnection {
  readonly isClosed: boolean;
  outbox(): Outbox | undefined;
  fail(error: unknown): void;
  pause(reason: PauseReason): void;
  resume(reason: PauseReason): void;
}

/** How a publish ends: it is acknowledged, or what it says of some devices was refused. */
export interface PublishOutcome {
  done(): void;
  /** @param isStored whether something else of it was stored */
  refused(error: Error, isStored: boolean): void;
}

/** A connection that speaks for other devices (device-protocols.md §4). Each of them has a session of its own. */
export class Gateway implements OwnGateway {
  readonly #session: DeviceSession;
  readonly #connection: GatewayConnection;
  readonly #parts: GatewayParts;
  /** name → device */
  readonly #devices = new Map<string, GatewayDevice>();
  #waiting = 0;
  /** On the steady clock. */
  #lastActivity = Number.NEGATIVE_INFINITY;

  constructor(session: DeviceSession, connection: GatewayConnection, parts: GatewayParts) {
    this.#session = session;
    this.#connection = connection;
    this.#parts = parts;
  }

  get #format(): GatewayFormat {
    return mqttProfile(this.#session.context.profile).protobuf ? protobufGateway : jsonGateway;
  }

  /**
   * Takes a publish on one of the topics of gateways.
   * @throws PayloadError when the message cannot be used as a whole; later errors go to the connection
   */
  take(topic: string, payload: Buffer, outcome: PublishOutcome): void {
    this.activity();
    const format = this.#format;
    switch (topic) {
      case TOPIC.connect: {
        const { device, type } = format.readConnect(payload);
        this.#each(topic, [{ device, part: type }], () => undefined, outcome, type);
        return;
      }
      case TOPIC.disconnect: {
        const device = format.readDisconnect(payload);
        this.#devices.get(device)?.close();
        this.#devices.delete(device);
        outcome.done();
        return;
      }
      case TOPIC.telemetry:
        this.#each(topic, format.readTelemetry(payload), (session, part) => session.postTelemetry(part), outcome);
        return;
      case TOPIC.attributes:
        this.#each(topic, format.readAttributes(payload), (session, part) => session.postAttributes(part), outcome);
        return;
      case TOPIC.claim:
        this.#each(topic, format.readClaims(payload), (session, part) => session.claim(part), outcome);
        return;
      case TOPIC.attributesRequest: {
        const { device, id, scope, keys } = format.readAttributesRequest(payload);
        const answer = async (session: DeviceSession): Promise<void> => {
          const reply = await session.getAttributes({ [scope]: keys });
          this.#send(device, TOPIC.attributesResponse, this.#format.writeAttributesReply(device, id, reply));
        };
        this.#each(topic, [{ device, part: id }], answer, outcome);
        return;
      }
      case TOPIC.call: {
        const { device, id, data } = format.readCallAnswer(payload);
        this.#each(topic, [{ device, part: data }], (session, part) => session.answerCall(id, part), outcome);
        return;
      }
      default:
        outcome.done();
    }
  }

  /** The gateway is there; where it is set so, its devices are, too. */
  activity(): void {
    this.#session.activity();
    const now = steadyNow();
    if (!this.#session.context.device.overwriteActivityTime || now - this.#lastActivity < ACTIVITY_PERIOD) return;
    this.#lastActivity = now;
    for (const { session } of this.#devices.values()) session?.activity();
  }

  /** The connection has ended, and with it the sessions of all its devices. */
  close(): void {
    const devices = [...this.#devices.values()];
    this.#devices.clear();
    for (const device of devices) device.close();
  }

  /** Does the work for each device, and tells how the publish ended once it is done for all. */
  #each<T>(
    topic: string,
    parts: readonly DevicePart<T>[],
    given: (session: DeviceSession, part: T) => Promise<void> | void,
    outcome: PublishOutcome,
    type = '',
  ): void {
    const work = this.#noting(topic, given);
    if (parts.length === 0) {
      outcome.done();
      return;
    }
    let left = parts.length;
    let isStored = false;
    let refusal: Error | undefined;
    const settle = (): void => {
      if (--left > 0) return;
      if (refusal) outcome.refused(refusal, isStored);
      else outcome.done();
    };
    const succeed = (): void => {
      isStored = true;
      settle();
    };
    const fail = (error: unknown): void => {
      if (!isOfOneDevice(error)) {
        this.#connection.fail(error);
        return;
      }
      const { device } = this.#session.context;
      this.#parts.reportRefusal(device.tenantId, entityId('DEVICE', device.id), 'GATEWAY', error);
      refusal = error;
      settle();
    };
    for (const { device: name, part } of parts) {
      if (this.#connection.isClosed) return;
      try {
        if (part instanceof DevicePartError) {
          const known = this.#devices.get(name)?.session;
          if (known) this.#note(known, topic, '')?.settle('REFUSED', part.message);
          throw part;
        }
        const result = this.#inSession(name, type, (session) => work(session, part));
        if (result) result.then(succeed, fail);
        else succeed();
      } catch (error) {
        fail(error);
      }
    }
  }

  /** Does the work in the session of a device; under its own name a gateway speaks for itself. */
  #inSession(name: string, type: string, work: (session: DeviceSession) => Promise<void> | void): Promise<void> | void {
    if (name === this.#session.context.device.name) return work(this.#session);
    const device = this.#device(name, type);
    return device.session ? work(device.session) : this.#afterOpening(device, work);
  }

  /** Does the work once the device has a session. While many wait for theirs, nothing more is read. */
  async #afterOpening(device: GatewayDevice, work: (session: DeviceSession) => Promise<void> | void): Promise<void> {
    if (++this.#waiting === MAX_WAITING) this.#connection.pause('devicesOpening');
    try {
      await work(await device.opened());
    } finally {
      if (--this.#waiting === MAX_WAITING / 2) this.#connection.resume('devicesOpening');
    }
  }

  /** @throws DevicePartError when it cannot speak for a device of that name */
  #device(name: string, type: string): GatewayDevice {
    const known = this.#devices.get(name);
    if (known) return known;
    if (name.length > DEFAULT_TEXT_LENGTH) {
      throw new DevicePartError(`The name of a device has at most ${DEFAULT_TEXT_LENGTH} characters`);
    }
    if (!isStorableText(name)) throw new DevicePartError(`The name of the device ${UNSTORABLE_TEXT}`);
    if (this.#devices.size >= MAX_DEVICES) {
      throw new DevicePartError(`A gateway speaks for ${MAX_DEVICES} devices at most`);
    }
    const device = new GatewayDevice(name, type, this);
    this.#devices.set(name, device);
    return device;
  }

  // OwnGateway

  open(name: string, type: string, handler: SessionHandler): Promise<DeviceSession> {
    const { sessions, gatewayDevices } = this.#parts;
    return retryUntilCurrent(async () => {
      const context = await gatewayDevices.ensure(this.#session.context.device, name, type);
      if (this.#connection.isClosed) throw new PayloadError('The connection of the gateway has ended');
      return sessions.open(context, handler, { kind: 'connection' });
    });
  }

  forget(device: GatewayDevice): void {
    if (this.#devices.get(device.name) === device) this.#devices.delete(device.name);
  }

  sharedAttributes(device: string, entries: readonly AttributeEntry[]): void {
    this.#send(device, TOPIC.attributes, this.#format.writeSharedAttributes(device, entries));
  }

  sharedAttributesDeleted(device: string, keys: readonly string[]): void {
    this.#send(device, TOPIC.attributes, this.#format.writeDeletedAttributes(device, keys));
  }

  call(device: string, session: DeviceSession, call: CallToDevice): void {
    this.#connection.outbox()?.sendCall(session, call, TOPIC.call, () => {
      const payload = this.#format.writeCall(device, call);
      this.#noteSent(device, TOPIC.call, payload);
      return payload;
    });
  }

  #send(device: string, topic: string, payload: string | Buffer): void {
    this.#noteSent(device, topic, payload);
    this.#connection.outbox()?.send(topic, payload);
  }

  // The logs of the devices. What travels as such is in that of the gateway.

  #note(session: DeviceSession, topic: string, part: unknown): Exchange | undefined {
    const { exchanges } = this.#parts;
    const { context } = session;
    if (session === this.#session || !exchanges.isWatching || !exchanges.watches(context.device.id)) return undefined;
    return exchanges.begin(context.device.id, {
      direction: 'IN',
      protocol: 'GATEWAY',
      kind: topic === TOPIC.connect ? 'CONNECT' : 'PUBLISH',
      address: topic,
      detail: `through ${this.#session.context.device.name}`,
      payload: typeof part === 'string' ? part : JSON.stringify(part, plainNumbers),
      isSecret: topic === TOPIC.claim,
    });
  }

  #noting<T>(topic: string, work: (session: DeviceSession, part: T) => Promise<void> | void): typeof work {
    if (!this.#parts.exchanges.isWatching) return work;
    return (session, part) => {
      const noted = this.#note(session, topic, part);
      return noted ? settleWith(noted, () => work(session, part)) : work(session, part);
    };
  }

  #noteSent(device: string, topic: string, payload: string | Buffer): void {
    const { exchanges } = this.#parts;
    if (!exchanges.isWatching) return;
    const session = this.#devices.get(device)?.session;
    if (!session) return;
    exchanges.begin(session.context.device.id, {
      direction: 'OUT',
      protocol: 'GATEWAY',
      kind: 'PUBLISH',
      address: topic,
      detail: `through ${this.#session.context.device.name}`,
      payload,
      outcome: 'SENT',
    });
  }
}

/** Whole numbers of 64 bits are written as they are read. */
const plainNumbers = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
