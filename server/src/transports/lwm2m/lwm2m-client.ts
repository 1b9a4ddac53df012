import { steadyNow } from '../../config/steady-clock.ts';
import { createTokenBuckets, takeTokens } from '../../config/token-buckets.ts';
import type { DeviceContext } from '../../entities/device-directory.ts';
import type { MessageLog } from '../../messages/message-log.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import { createTurns } from '../../storage/turns.ts';
import { KeyLimitError } from '../../telemetry/key-limits.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import type { KeyValue, TimedValues } from '../../values/value.ts';
import { CoapError, Code } from '../coap/codes.ts';
import type { Endpoint } from '../coap/endpoints.ts';
import { createAskedNotes } from '../coap/exchange-notes.ts';
import { type AskedRequest, type GivenAnswer, NoAnswerError, type Requester } from '../coap/requester.ts';
import type { DeviceSession, SessionHandler } from '../device-session.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import { RateLimitError } from '../rate-limits.ts';
import { ContentError, type Entry } from './codecs/content.ts';
import { createConfiguration } from './configuration.ts';
import { lwm2mProfile } from './lwm2m-profile.ts';
import type { ObjectModels } from './objects/object-models.ts';
import { byTime, resourcesOf, storedValue } from './objects/published-values.ts';
import { ClientObjects } from './objects/registered-objects.ts';
import { versionedText } from './objects/versioned-path.ts';
import { answerCall } from './operations/calls.ts';
import { createObservations } from './operations/observations.ts';
import { Operations } from './operations/operations.ts';
import { readSentValues } from './operations/sent-values.ts';
import { createSharedAttributes } from './operations/shared-attributes.ts';
import { createReachability } from './reachability.ts';
import type { Registration } from './registration.ts';
import { ClientUpdates, type ClientUpdatesParts, type UpdatedClient } from './updates/client-updates.ts';

export interface Lwm2mClientParts extends ClientUpdatesParts {
  exchanges: ExchangeLog;
  requester: Requester;
  models: ObjectModels;
  messageLog: Pick<MessageLog, 'pressure'>;
  settings: {
    /** ms */
    lwm2mRequestTimeout: number;
    lwm2mLog: boolean;
  };
  /** The registration has ended, with the session or by itself. */
  onEnded: (client: Lwm2mClient) => void;
}

/** Requests to one client that wait for their turn: one at a time is under way. */
const MAX_WAITING = 200;
const MAX_LOG_TEXT = 1024;
/** Shared attributes that say what the device is to install. */
const TARGET_KEYS = /^(fw|sw)_(title|version)$/;
/** ms until what was left out of a configuration may be done again, twice as long each time */
const CONFIGURE_PAUSE = 1_000;
const MAX_CONFIGURE_PAUSE = 5 * 60_000;
/** What comes of ending an observation that nobody knows. */
const FORGOTTEN: GivenAnswer = {
  code: Code.notFound,
  contentFormat: undefined,
  observe: undefined,
  payload: Buffer.alloc(0),
};
/** Entries of the log: count:seconds. */
const LOG_RATE = '200:60';

/** A registered client: one session, as long as it is registered. */
export class Lwm2mClient implements SessionHandler, UpdatedClient {
  readonly id: string;
  readonly deviceId: string;
  readonly tenantId: string;
  registration: Registration;
  endpoint: Endpoint;
  /** Of the registration or its last update, on the steady clock. */
  registeredAt = steadyNow();
  session: DeviceSession | undefined;
  objects: ClientObjects;
  readonly operations;
  readonly observations;
  readonly #updates;
  readonly #parts: Lwm2mClientParts;
  /** As of the last change that concerns the configuration. */
  #context: DeviceContext;
  /** It has not answered the last request. */
  #isSilent = false;
  readonly #inTurn = createTurns(1, {
    maxWaiting: MAX_WAITING,
    refusal: () => new NoAnswerError('Too many requests wait for the device'),
  });
  readonly #reachability;
  readonly #logBuckets = createTokenBuckets(LOG_RATE, steadyNow());
  readonly #shared;
  readonly #configuration;
  /** Number of the configuration that is under way or done; older ones stop. */
  #configurations = 0;
  #isConfigured = false;
  /** From then on what was left out of the configuration is done again, on the steady clock. */
  #configureAt = Infinity;
  /** Configurations in a row from which something was left out. */
  #attempts = 0;
  #settingsText = '';
  /** When the last text was stored, epoch ms. */
  #postedAt = 0;
  closed = false;

  constructor(
    id: string,
    context: DeviceContext,
    registration: Registration,
    endpoint: Endpoint,
    parts: Lwm2mClientParts,
  ) {
    this.id = id;
    this.deviceId = context.device.id;
    this.tenantId = context.device.tenantId;
    this.#context = context;
    this.registration = registration;
    this.endpoint = endpoint;
    this.#parts = parts;
    this.objects = new ClientObjects(registration.objects, new Map());
    const notes = createAskedNotes(parts.exchanges, this.deviceId);
    this.operations = new Operations({
      ask: (request) =>
        this.#ask((timeout) =>
          notes.requested(
            request,
            () => parts.requester.ask(this.endpoint, request, timeout),
            (answer) => answer,
          ),
        ),
      observe: (request: AskedRequest, notified) =>
        this.#ask((timeout) =>
          notes.requested(
            { ...request, observe: 0 },
            () =>
              parts.requester.observe(this.endpoint, request, timeout, async (answer) => {
                this.heard();
                await notes.notified(request, answer, () => this.#notified(request, () => notified(answer)));
              }),
            ({ answer }) => answer,
          ),
        ),
      stop: (request, observation) =>
        this.#ask((timeout) =>
          notes.requested(
            request,
            async () => (await parts.requester.cancel(this.endpoint, observation, timeout)) ?? FORGOTTEN,
            (answer) => answer,
          ),
        ),
      objects: () => this.objects,
      version: () => this.registration.version,
    });
    this.observations = createObservations({
      operations: this.operations,
      onValues: (entries) => this.publish(entries),
      forget: parts.requester.forget,
    });
    this.#shared = createSharedAttributes({
      operations: this.operations,
      objects: () => this.objects,
      keyNames: () => this.profile.keyNames,
      known: (texts) => this.#configuration.known(texts),
      read: async (keys) => (await this.session?.getAttributes({ shared: keys }))?.shared ?? [],
      step: (name, path, work) => this.#configuration.step(name, path, work),
      isAsleep: () => this.#reachability.isAsleep(),
      log: (text) => this.log(text),
    });
    this.#configuration = createConfiguration({
      objects: () => this.objects,
      profile: () => this.profile,
      operations: this.operations,
      observations: this.observations,
      publish: (entries) => this.publish(entries),
      share: () => this.#shared.compare(),
      log: (text) => this.log(text),
    });
    this.#updates = new ClientUpdates(this, parts);
    this.#reachability = createReachability({
      onSleep: () => {
        this.log('Info: Client is sleeping!');
        this.session?.subscribeCalls(false);
      },
      onWake: () => {
        this.log('Info: Client is awake!');
        this.#awake();
      },
    });
  }

  get profile() {
    return lwm2mProfile(this.#context.profile);
  }

  /** The client has sent something. */
  heard(): void {
    const { session } = this;
    if (!session || this.closed) return;
    this.#isSilent = false;
    session.activity();
    this.#reachability.heard(session.context, this.registration.queueMode);
    if (steadyNow() >= this.#configureAt) void this.configure();
  }

  /** Begins to manage the client, or does so again: its registration, its profile or its models have changed. */
  async configure(): Promise<void> {
    const number = ++this.#configurations;
    const goesOn = (): boolean => number === this.#configurations && !this.closed;
    this.#isConfigured = false;
    this.#configureAt = Infinity;
    this.#settingsText = this.#settings();
    try {
      const isWhole = await this.#configure(goesOn);
      if (!goesOn()) return;
      this.#isConfigured = true;
      this.#configureAgain(isWhole);
      // Those that came meanwhile.
      await this.#shared.write();
      this.#updates.check();
    } catch (error) {
      this.log(`Error: ${(error as Error).message}`);
      if (goesOn()) this.#configureAgain(false);
    }
  }

  /** What was left out is done when the client is heard next, but not at once: it may have been what silenced it. */
  #configureAgain(isWhole: boolean): void {
    this.#attempts = isWhole ? 0 : this.#attempts + 1;
    const pause = Math.min(MAX_CONFIGURE_PAUSE, CONFIGURE_PAUSE * 2 ** this.#attempts);
    this.#configureAt = isWhole ? Infinity : steadyNow() + pause;
  }

  async #configure(goesOn: () => boolean): Promise<boolean> {
    const objects = await this.#readObjects();
    const { session } = this;
    if (!session || !objects || !goesOn()) return false;
    this.objects = objects;
    session.subscribeAttributes(true);
    // Calls that wait already come at once, between the steps below.
    if (!this.#reachability.isAsleep()) session.subscribeCalls(true, 'all');
    return this.#configuration.run(goesOn);
  }

  /** Configures the client again when its profile says something else than before. */
  refresh(context: DeviceContext): void {
    this.#context = context;
    if (this.session && this.#settings() !== this.#settingsText) void this.configure();
  }

  /** The client has registered, or renewed that, and knows it. */
  updated(hasMoved: boolean, hasNewObjects: boolean): void {
    this.registeredAt = steadyNow();
    this.heard();
    // What it observed, it did from the address that it had before.
    if (hasMoved) this.observations.forgetAll();
    if (hasMoved || hasNewObjects) void this.configure();
  }

  /** Its registration counts, and it receives. */
  stillThere(): void {
    if (!this.#reachability.isAsleep() && !this.#isSilent) this.session?.activity();
  }

  /**
   * Stores values as the profile says; resolves when they are committed. Values that cannot be stored are dropped.
   * @throws Error when they may be stored later
   */
  async publish(entries: readonly Entry[]): Promise<void> {
    try {
      await this.#store(entries);
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.log(`Error: ${(error as Error).message}`);
    }
  }

  /** Takes a notification. What cannot be read will not be readable when it comes again, so it is acknowledged. */
  async #notified({ path }: AskedRequest, take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.log(`Error: Notification /${path.join('/')}: ${error.message}`);
    }
  }

  /**
   * Takes values that the client sends without being asked (OMA LwM2M Core 1.1 §6.4.7); resolves when they are committed.
   * @throws CoapError, RateLimitError
   */
  async sent(format: number | undefined, body: Buffer): Promise<void> {
    this.heard();
    // It may send before its models have been read.
    const objects = this.#isConfigured ? this.objects : ((await this.#readObjects()) ?? this.objects);
    const entries = readSentValues(format, body, objects);
    try {
      await this.#store(entries, objects);
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.log(`Error: Send: ${(error as Error).message}`);
      if (error instanceof RateLimitError) throw error;
      throw new CoapError(Code.badRequest, (error as Error).message);
    }
  }

  /** @throws Error when the values cannot be stored, or not now */
  async #store(entries: readonly Entry[], objects: ClientObjects = this.objects): Promise<void> {
    const { session } = this;
    // It comes again, and is refused or taken by who is there then.
    if (!session || this.closed) throw new CoapError(Code.unavailable, 'The registration has ended');
    if (this.#parts.messageLog.pressure(session.context.device.tenantId).full) {
      throw new CoapError(Code.unavailable, 'There is no room now');
    }
    const timed: TimedValues[] = [];
    /** key → the newest value */
    const attributes = new Map<string, KeyValue>();
    const { keyNames, ...mapping } = this.profile;
    const groups = byTime(entries, Date.now());
    const newest = groups.at(-1);
    for (const group of groups) {
      const values: KeyValue[] = [];
      for (const resource of resourcesOf(group.entries)) {
        const value = storedValue(resource, objects.typeOf);
        if (!value) continue;
        const path = versionedText(resource.path, objects.versionOf(resource.path[0] as number) ?? '1.0');
        const key = keyNames.get(path);
        if (key === undefined) continue;
        if (group === newest) this.#shared.isNow(resource.path, String(value.value));
        if (mapping.attributes.has(path)) attributes.set(key, { key, value });
        if (mapping.telemetry.has(path)) values.push({ key, value });
      }
      if (values.length > 0) timed.push({ ts: group.ts, values });
    }
    if (newest) this.#updates.onValues(newest.entries);
    // Either may be refused at once: the other one is waited for all the same.
    const stores = [
      async () => attributes.size > 0 && session.postAttributes([...attributes.values()]),
      async () => timed.length > 0 && session.postTelemetry(timed),
    ];
    await Promise.all(stores.map((store) => store()));
  }

  /** Writes a line into the telemetry of the device. */
  log(text: string): void {
    const { session } = this;
    if (!this.#parts.settings.lwm2mLog || !session || this.closed) return;
    if (!takeTokens(this.#logBuckets, 1, steadyNow())) return;
    this.post('transportLog', text.slice(0, MAX_LOG_TEXT).replaceAll('\0', '').toWellFormed());
  }

  /** Stores a text in the telemetry of the device. Nobody waits for it. */
  post(key: string, value: string): void {
    try {
      const values: KeyValue[] = [{ key, value: { type: 'STRING', value } }];
      // At a time of its own: of two texts of one millisecond the later one would replace the other.
      this.#postedAt = Math.max(Date.now(), this.#postedAt + 1);
      this.session?.postTelemetry([{ ts: this.#postedAt, values }]).catch(ignore);
    } catch {
      // The device has sent too much already.
    }
  }

  sharedAttributes(entries: readonly AttributeEntry[]): void {
    this.#shared.hold(entries);
    if (this.#reachability.isAsleep() || !this.#isConfigured) return;
    void this.#shared.write().catch(ignore);
    if (entries.some(({ key }) => TARGET_KEYS.test(key))) this.#updates.check();
  }

  /** They stay on the client: no resource has a value that means that there is none. */
  sharedAttributesDeleted(): void {}

  call(call: CallToDevice): void {
    void this.#answer(call);
  }

  ended(): void {
    if (this.closed) return;
    this.session = undefined;
    this.close();
    this.#parts.onEnded(this);
  }

  /** Ends its registration. */
  end(): void {
    this.#parts.onEnded(this);
    this.close();
  }

  sleeps(): boolean {
    // The lifetime of the registration says when it is gone.
    return true;
  }

  /** Gives everything up, and ends the session. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#configurations++;
    this.#reachability.close();
    this.observations.forgetAll();
    this.session?.close();
    this.session = undefined;
  }

  #settings(): string {
    const { device, profile } = this.#context;
    return `${device.profileId} ${lwm2mProfile(profile).fingerprint}`;
  }

  /** Asks the client when its turn comes. @throws NoAnswerError */
  #ask<T>(work: (timeout: number) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.closed || !this.session) throw new NoAnswerError('Registration is empty');
      if (this.#reachability.isAsleep()) throw new NoAnswerError('The client is sleeping');
      this.#reachability.sent();
      try {
        const answer = await work(this.profile.edrxCycle ?? this.#parts.settings.lwm2mRequestTimeout);
        this.heard();
        return answer;
      } catch (error) {
        this.#isSilent = error instanceof NoAnswerError;
        throw error;
      }
    });
  }

  /** What the client has registered, with the models of that. */
  async #readObjects(): Promise<ClientObjects | undefined> {
    const { session } = this;
    if (!session) return undefined;
    const registered = this.registration.objects;
    const keys = [...registered.versions].map(([object, version]) => `${object}_${version}`);
    return new ClientObjects(registered, await this.#parts.models.find(session.context.device.tenantId, keys));
  }

  async #answer(call: CallToDevice): Promise<void> {
    const { requestId, oneway, expirationTime } = call;
    const { session } = this;
    if (!session) return;
    if (this.#reachability.isAsleep() || expirationTime <= Date.now()) return;
    session.callDelivery(requestId, 'SENT');
    try {
      const reply = await answerCall(
        {
          registration: this.registration,
          profile: this.profile,
          objects: this.objects,
          operations: this.operations,
          observations: this.observations,
          onValues: (entries) => void this.publish(entries).catch(ignore),
        },
        call,
      );
      session.callDelivery(requestId, 'DELIVERED');
      if (!oneway) session.answerCall(requestId, JSON.stringify(reply));
    } catch (error) {
      this.log(`Error: ${call.method.slice(0, 50)}: ${(error as Error).message}`);
      session.callDelivery(requestId, 'TIMEOUT');
    }
  }

  /** The client receives again: what has waited for that is done. */
  #awake(): void {
    if (!this.#isConfigured) {
      void this.configure();
      return;
    }
    this.session?.subscribeCalls(true, 'all');
    void this.#shared.write().catch(ignore);
    this.#updates.check();
  }
}

const ignore = (): void => undefined;

/** Whether the same values would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof PayloadError || error instanceof KeyLimitError || error instanceof RateLimitError;
}
