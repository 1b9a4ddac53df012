import { steadyNow } from '../../config/steady-clock.ts';
import { ProtobufError } from '../../protobuf/message-type.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import type { KeyValue } from '../../values/value.ts';
import type { DeviceSession, SessionEnd, SessionHandler } from '../device-session.ts';
import { downlinkFormat } from '../payload/choose-format.ts';
import type { PayloadFormat } from '../payload/payload-format.ts';
import { coapProfile } from './coap-profile.ts';
import { Code, ContentFormat } from './codes.ts';
import type { Asker, NotificationReport, Notify } from './message-layer.ts';
import { powerSavingOf } from './power-saving.ts';
import { type CoapRequest, type CoapResponse, uintOption } from './request.ts';

/** What a device can observe. */
export type Observed = 'attributes' | 'calls';

/** Whom a device that observes tells what becomes of it. */
export interface ObserverEvents {
  notify: Notify;
  started: (observer: DeviceObserver, endpoint: string) => void;
  stopped: (observer: DeviceObserver, endpoint: string) => void;
  ended: (observer: DeviceObserver) => void;
}

interface Observation {
  request: CoapRequest;
  asker: Asker;
  /** Value of the Observe option of the next notification. */
  sequence: number;
  /** Ids of the last notifications, which the client may reset. */
  messageIds: number[];
}

/** Notifications that a client can still reset. */
const MAX_MESSAGE_IDS = 8;
const SEQUENCE_END = 2 ** 24;
/** A device that sleeps for longer is gone, ms. */
const MAX_SLEEP = 7 * 86_400_000;
/** What a client is told whose observation ends by itself. */
const END_CODES: Record<SessionEnd, Code> = {
  newerSession: Code.deleted,
  credentialsChanged: Code.unauthorized,
  deviceDeleted: Code.unauthorized,
  inactive: Code.unavailable,
  shutdown: Code.unavailable,
};

/** A device that observes its attributes, its calls, or both: one session, as long as it observes something. */
export class DeviceObserver implements SessionHandler {
  readonly deviceId: string;
  session: DeviceSession | undefined;
  readonly #events: ObserverEvents;
  readonly #observations = new Map<Observed, Observation>();
  /** The device does not receive anything: what there is for it waits until it sends something. */
  #asleep = false;
  /** The time after its last message in which it receives is over; only a last message may follow. */
  #isLate = false;
  /** On the steady clock. */
  #heardAt = steadyNow();
  #timer: NodeJS.Timeout | undefined;
  /** key → newest change of an attribute that waits; undefined: it is deleted */
  readonly #held = new Map<string, AttributeEntry | undefined>();

  constructor(deviceId: string, events: ObserverEvents) {
    this.deviceId = deviceId;
    this.#events = events;
  }

  /** Begins to observe, or goes on with it; who observed the same before is told that he does not any more. */
  async register(observed: Observed, request: CoapRequest, asker: Asker): Promise<CoapResponse> {
    const older = this.#observations.get(observed);
    const isSame = older?.asker.endpoint.key === asker.endpoint.key && older.asker.token.equals(asker.token);
    const observation: Observation = older && isSame ? older : { request, asker, sequence: 0, messageIds: [] };
    if (!isSame) {
      if (older) this.#finish(observed, older, Code.deleted);
      this.#observations.set(observed, observation);
      this.#events.started(this, asker.endpoint.key);
    }
    this.wake();
    const { session } = this;
    if (observed === 'calls') {
      const sent = (): void => {
        if (!this.#asleep && this.#observations.has(observed)) session?.subscribeCalls(true, 'all');
      };
      return { code: Code.valid, options: [this.#observeOption(observation)], sent };
    }
    session?.subscribeAttributes(true);
    let shared: AttributeEntry[];
    try {
      shared = (await session?.getAttributes({}))?.shared ?? [];
    } catch (error) {
      if (this.#observations.get(observed) === observation) this.#drop(observed, observation);
      throw error;
    }
    return this.#content(observation, this.#format().writeSharedAttributes(shared));
  }

  deregister(observed: Observed): void {
    const observation = this.#observations.get(observed);
    if (observation) this.#drop(observed, observation);
  }

  /** The client has reset a message. */
  reset(endpoint: string, messageId: number): void {
    for (const [observed, observation] of this.#observations) {
      if (observation.asker.endpoint.key !== endpoint || !observation.messageIds.includes(messageId)) continue;
      this.#drop(observed, observation);
      return;
    }
  }

  /** Nothing reaches a client any more. */
  gone(endpoint: string): void {
    for (const [observed, observation] of [...this.#observations]) {
      if (observation.asker.endpoint.key === endpoint) this.#drop(observed, observation);
    }
  }

  /** The device has sent something: it receives for a while, if it does not always. */
  wake(): void {
    const { session } = this;
    if (!session) return;
    session.activity();
    this.#heardAt = steadyNow();
    this.#isLate = false;
    clearTimeout(this.#timer);
    const power = powerSavingOf(session.context);
    if (power) {
      this.#timer = setTimeout(() => {
        this.#isLate = true;
        if (power.mode === 'PSM') this.#sleep();
      }, power.window);
      this.#timer.unref();
    }
    if (!this.#asleep) return;
    this.#asleep = false;
    this.#log('Info: Client is awake!');
    this.#sendHeld();
    if (this.#observations.has('calls')) session.subscribeCalls(true, 'all');
  }

  sleeps(): boolean {
    return this.#asleep && steadyNow() - this.#heardAt < MAX_SLEEP;
  }

  #sleep(): void {
    if (this.#asleep || !this.session) return;
    this.#asleep = true;
    // Calls wait where they are.
    this.session.subscribeCalls(false);
    this.#log('Info: Client is sleeping!');
  }

  #sendHeld(): void {
    const held = [...this.#held];
    this.#held.clear();
    const changed = held.flatMap(([, entry]) => (entry ? [entry] : []));
    const deleted = held.flatMap(([key, entry]) => (entry ? [] : [key]));
    if (changed.length > 0) this.sharedAttributes(changed);
    if (deleted.length > 0) this.sharedAttributesDeleted(deleted);
  }

  /** Writes a line for the people who look after the device, among its telemetry. */
  #log(line: string): void {
    const values: KeyValue[] = [{ key: 'transportLog', value: { type: 'STRING', value: line } }];
    // Where its tenant has used up its messages the line is missing.
    const post = async () => this.session?.postTelemetry([{ ts: Date.now(), values }]);
    post().catch(() => undefined);
  }

  sharedAttributes(entries: readonly AttributeEntry[]): void {
    if (this.#asleep) for (const entry of entries) this.#held.set(entry.key, entry);
    else this.#send('attributes', (format) => format.writeSharedAttributes(entries));
  }

  sharedAttributesDeleted(keys: readonly string[]): void {
    if (this.#asleep) for (const key of keys) this.#held.set(key, undefined);
    else this.#send('attributes', (format) => format.writeDeletedAttributes(keys));
  }

  call(call: CallToDevice): void {
    const { requestId, method, params } = call;
    const { session } = this;
    const write = (format: PayloadFormat): string | Buffer =>
      coapProfile(session?.context.profile).protobuf
        ? format.writeCall(call)
        : `{"id":${requestId},"method":${JSON.stringify(method)},"params":${params}}`;
    try {
      this.#send('calls', write, {
        sent: () => session?.callDelivery(requestId, 'SENT'),
        outcome: (outcome) => session?.callDelivery(requestId, outcome === 'acknowledged' ? 'DELIVERED' : 'TIMEOUT'),
      });
    } catch (error) {
      if (!(error instanceof ProtobufError || error instanceof PayloadError)) throw error;
      session?.callFailed(requestId, 'Failed to convert device RPC command to CoAP msg');
    }
  }

  ended(reason: SessionEnd): void {
    this.session = undefined;
    clearTimeout(this.#timer);
    for (const [observed, observation] of this.#observations) this.#finish(observed, observation, END_CODES[reason]);
    this.#events.ended(this);
  }

  #send(observed: Observed, write: (format: PayloadFormat) => string | Buffer, report: NotificationReport = {}): void {
    const observation = this.#observations.get(observed);
    if (!observation) return;
    const response = this.#content(observation, write(this.#format()));
    this.#events.notify(observation.asker, observation.request, response, {
      sent: (messageId) => {
        observation.messageIds.push(messageId);
        if (observation.messageIds.length > MAX_MESSAGE_IDS) observation.messageIds.shift();
        report.sent?.(messageId);
      },
      outcome: (outcome) => {
        report.outcome?.(outcome);
        if (outcome === 'acknowledged') this.session?.activity();
        // Whoever does not acknowledge or want it is not there any more (RFC 7641 §4.5).
        else if (this.#observations.get(observed) === observation && !this.#asleep) this.#drop(observed, observation);
      },
    });
    if (this.#isLate) this.#sleep();
  }

  #content(observation: Observation, payload: string | Buffer): CoapResponse {
    const isProtobuf = coapProfile(this.session?.context.profile).protobuf !== undefined;
    const { contentFormat } = observation.request;
    const format = isProtobuf ? ContentFormat.octets : (contentFormat ?? ContentFormat.json);
    return {
      code: Code.content,
      options: [this.#observeOption(observation), uintOption('Content-Format', format)],
      payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
    };
  }

  #observeOption(observation: Observation) {
    const option = uintOption('Observe', observation.sequence);
    observation.sequence = (observation.sequence + 1) % SEQUENCE_END;
    return option;
  }

  #format(): PayloadFormat {
    return downlinkFormat('profile', coapProfile(this.session?.context.profile));
  }

  /** Ends an observation; with the last one the session. */
  #drop(observed: Observed, observation: Observation): void {
    this.#forget(observed, observation);
    const { session } = this;
    if (observed === 'attributes') session?.subscribeAttributes(false);
    else session?.subscribeCalls(false);
    if (this.#observations.size > 0) return;
    this.session = undefined;
    clearTimeout(this.#timer);
    session?.close();
    this.#events.ended(this);
  }

  /** Ends an observation and tells the client, by a message without the Observe option (RFC 7641 §4.2). */
  #finish(observed: Observed, observation: Observation, code: Code): void {
    this.#forget(observed, observation);
    this.#events.notify(observation.asker, observation.request, { code }, {});
  }

  #forget(observed: Observed, { asker }: Observation): void {
    this.#observations.delete(observed);
    const isLeft = [...this.#observations.values()].some((other) => other.asker.endpoint.key === asker.endpoint.key);
    if (!isLeft) this.#events.stopped(this, asker.endpoint.key);
  }
}
