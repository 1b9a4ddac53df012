import type { ISubscription } from 'mqtt-packet';
import { ProtobufError } from '../../protobuf/message-type.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import type { AttributesReply, DeviceSession } from '../device-session.ts';
import { downlinkFormat } from '../payload/choose-format.ts';
import type { PayloadFormat } from '../payload/payload-format.ts';
import { createDownlink, type Downlink, type DownlinkOptions, type SendOutcome } from './downlink.ts';
import { mqttProfile } from './mqtt-profile.ts';
import type { PackageError } from './package-requests.ts';
import { Reason, subscriptionRefusalOf } from './reason-codes.ts';
import {
  DOWNLINK,
  PACKAGE_ERROR_TOPIC,
  PAYLOADS,
  type SubscriptionEffect,
  subscriptionEffect,
  type TopicFamily,
} from './topics.ts';

/** ms that the acknowledgement of a publish is waited for. */
const ACKNOWLEDGEMENT_TIMEOUT = 10_000;

/**
 * Messages to one client: its subscriptions, and changes of attributes, calls and answers on the topics and in the
 * form that it requested last. A class, since a server has many thousands and shares the methods between them.
 */
export class Outbox {
  readonly #session: DeviceSession;
  readonly #downlink: Downlink;
  readonly #version: DownlinkOptions['version'];
  #attributesFamily: TopicFamily = 'v1';
  #callsFamily: TopicFamily = 'v1';

  constructor(session: DeviceSession, options: DownlinkOptions) {
    this.#session = session;
    this.#version = options.version;
    this.#downlink = createDownlink(options);
  }

  /**
   * Notes subscriptions. What they turn on begins with `start`, so that the client knows of them by then.
   * @returns what is granted for each: a QoS, or why it is refused
   */
  grant(requested: readonly Pick<ISubscription, 'topic' | 'qos'>[]): number[] {
    const { subscriptions } = this.#downlink;
    return requested.map(({ topic, qos }) => {
      if (!subscriptionEffect(topic)) return subscriptionRefusalOf(topic, this.#version);
      const granted = qos === 0 ? 0 : 1;
      // Moved to the end: the last one determines the format for the device.
      subscriptions.delete(topic);
      subscriptions.set(topic, granted);
      return granted;
    });
  }

  /** Starts sending what the client subscribed; pending calls are sent immediately. @throws RateLimitError */
  start(requested: readonly Pick<ISubscription, 'topic'>[]): void {
    this.#chooseFamilies();
    const effects = requested.map(({ topic }) => subscriptionEffect(topic));
    if (effects.some((effect) => effect?.attributes || effect?.calls)) this.#session.begin();
    if (effects.some((effect) => effect?.attributes)) this.#session.subscribeAttributes(true);
    if (effects.some((effect) => effect?.calls)) this.#session.subscribeCalls(true, 'all');
  }

  /** Ends subscriptions. @returns reason codes of MQTT 5 */
  unsubscribe(filters: readonly string[]): number[] {
    const { subscriptions } = this.#downlink;
    const reasons = filters.map((filter) =>
      subscriptions.delete(filter) ? Reason.success : Reason.noSubscriptionExisted,
    );
    const { attributes, calls } = this.#chooseFamilies();
    if (!attributes) this.#session.subscribeAttributes(false);
    if (!calls) this.#session.subscribeCalls(false);
    return reasons;
  }

  /** Takes the topics of the last subscription that is left of each kind. */
  #chooseFamilies(): SubscriptionEffect {
    const left: SubscriptionEffect = {};
    for (const filter of this.#downlink.subscriptions.keys()) Object.assign(left, subscriptionEffect(filter));
    this.#attributesFamily = left.attributes ?? 'v1';
    this.#callsFamily = left.calls ?? 'v1';
    return left;
  }

  sharedAttributes(entries: readonly AttributeEntry[]): void {
    const family = this.#attributesFamily;
    this.send(DOWNLINK[family].attributes, this.#format(family).writeSharedAttributes(entries));
  }

  sharedAttributesDeleted(keys: readonly string[]): void {
    const family = this.#attributesFamily;
    this.send(DOWNLINK[family].attributes, this.#format(family).writeDeletedAttributes(keys));
  }

  answerAttributes(family: TopicFamily, requestId: number, reply: AttributesReply): void {
    // An id below zero asks for no answer.
    if (requestId < 0) return;
    const topic = `${DOWNLINK[family].attributesResponse}${requestId}`;
    this.send(topic, this.#format(family).writeAttributesReply(requestId, reply));
  }

  /** Tells why no part of a firmware or software package comes. */
  refusePackage(error: PackageError): void {
    this.send(PACKAGE_ERROR_TOPIC, error);
  }

  /** @param answer JSON text */
  answerCall(family: TopicFamily, requestId: number, answer: string): void {
    const topic = `${DOWNLINK[family].callResponse}${requestId}`;
    this.send(topic, this.#format(family).writeCallAnswer(requestId, answer));
  }

  call(call: CallToDevice): void {
    const family = this.#callsFamily;
    const topic = `${DOWNLINK[family].call}${call.requestId}`;
    this.sendCall(this.#session, call, topic, () => this.#format(family).writeCall(call));
  }

  /** Sends a call of the platform for a session, and reports how it goes. @param write its payload */
  sendCall(session: DeviceSession, call: CallToDevice, topic: string, write: () => string | Buffer): void {
    const { requestId } = call;
    let payload: string | Buffer;
    try {
      payload = write();
    } catch (error) {
      if (!(error instanceof ProtobufError || error instanceof PayloadError)) throw error;
      session.callFailed(requestId, 'Failed to convert device RPC command to MQTT msg');
      return;
    }
    this.#downlink.send({
      topic,
      payload,
      timeout: Math.max(0, Math.min(ACKNOWLEDGEMENT_TIMEOUT, call.expirationTime - Date.now())),
      onWrite: () => session.callDelivery(requestId, 'SENT'),
      onOutcome: (outcome) => reportCall(session, requestId, outcome),
    });
  }

  /** Sends a message on any topic. */
  send(topic: string, payload: string | Buffer): void {
    this.#downlink.send({ topic, payload, timeout: ACKNOWLEDGEMENT_TIMEOUT });
  }

  /** The client's PUBACK. */
  acknowledged(messageId: number, reasonCode: number): void {
    this.#downlink.acknowledged(messageId, reasonCode);
  }

  /** The connection is gone. */
  close(): void {
    this.#downlink.close();
  }

  #format(family: TopicFamily): PayloadFormat {
    return downlinkFormat(PAYLOADS[family], mqttProfile(this.#session.context.profile));
  }
}

function reportCall(session: DeviceSession, requestId: number, outcome: SendOutcome): void {
  if (outcome === 'acknowledged') session.callDelivery(requestId, 'DELIVERED');
  else if (outcome === 'unacknowledged') session.callDelivery(requestId, 'TIMEOUT');
  else if (outcome === 'refused') session.callFailed(requestId, 'The device refused the message');
  else session.callFailed(requestId, 'The call is longer than the device takes');
}
