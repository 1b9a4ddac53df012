import type { ISubscription } from 'mqtt-packet';
import type { Provisioning } from '../../provisioning/provisioning-service.ts';
import { readProvisionPayload } from '../payload/provision-payloads.ts';
import { createDownlink, type Downlink, type DownlinkOptions } from './downlink.ts';
import { FrameError, type PublishFrame } from './frames.ts';
import { Reason, subscriptionRefusalOf } from './reason-codes.ts';

/** User name or client id with which a device says that it has no credentials yet. */
export const PROVISION_LOGIN = 'provision';
/** Its connection ends after this, ms: it comes back with its own credentials. */
export const PROVISION_DURATION = 60_000;

const REQUEST_TOPIC = '/provision/request';
const RESPONSE_TOPIC = '/provision/response';
/** Requests of one connection. */
const MAX_REQUESTS = 10;
/** ms that the acknowledgement of an answer is waited for */
const ACKNOWLEDGEMENT_TIMEOUT = 10_000;

/** A client without credentials: all that it can do is ask for some (device-protocols.md §9). */
export class ProvisioningClient {
  readonly #provisioning: Provisioning;
  readonly #address: string;
  readonly #version: DownlinkOptions['version'];
  readonly #downlink: Downlink;
  #requests = 0;

  constructor(provisioning: Provisioning, address: string, options: DownlinkOptions) {
    this.#provisioning = provisioning;
    this.#address = address;
    this.#version = options.version;
    this.#downlink = createDownlink(options);
  }

  /**
   * Takes a request; its answer follows.
   * @param done acknowledges the request
   * @throws FrameError for any other topic, PayloadError for what is no request
   */
  take(topic: string, { payload }: PublishFrame, done: () => void): void {
    if (topic !== REQUEST_TOPIC) {
      throw new FrameError('A client without credentials can only ask for some', Reason.topicInvalid);
    }
    if (++this.#requests > MAX_REQUESTS) {
      throw new FrameError(`More than ${MAX_REQUESTS} provision requests of one connection`, Reason.rateTooHigh);
    }
    const { request, write } = readProvisionPayload(payload);
    void this.#provisioning.provision(request, this.#address).then((reply) => {
      done();
      this.#downlink.send({ topic: RESPONSE_TOPIC, payload: write(reply), timeout: ACKNOWLEDGEMENT_TIMEOUT });
    });
  }

  /** Notes subscriptions; the answer comes without one, too. @returns what is granted for each */
  grant(requested: readonly Pick<ISubscription, 'topic' | 'qos'>[]): number[] {
    return requested.map(({ topic, qos }) => {
      if (topic !== RESPONSE_TOPIC) return subscriptionRefusalOf(topic, this.#version);
      const granted = qos === 0 ? 0 : 1;
      this.#downlink.subscriptions.set(topic, granted);
      return granted;
    });
  }

  unsubscribe(filters: readonly string[]): number[] {
    return filters.map((filter) =>
      this.#downlink.subscriptions.delete(filter) ? Reason.success : Reason.noSubscriptionExisted,
    );
  }

  /** The client's PUBACK. */
  acknowledged(messageId: number, reasonCode: number): void {
    this.#downlink.acknowledged(messageId, reasonCode);
  }

  close(): void {
    this.#downlink.close();
  }
}
