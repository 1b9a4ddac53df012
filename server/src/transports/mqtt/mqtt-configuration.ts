import { DEFAULT_ATTRIBUTES_TOPIC, DEFAULT_TELEMETRY_TOPIC } from '@signalbox/contract/device-profile';
import { MAX_TOPIC_BYTES, type TopicFilterProblem, topicFilterProblem } from '@signalbox/contract/mqtt-topic';
import type { TransportConfiguration } from '../../entities/device-profile/transport-configuration.ts';
import { badRequest } from '../../http/errors.ts';
import { completePayloadConfiguration } from '../payload/payload-configuration.ts';

/** What is wrong with a topic filter, in words. */
const WORDS: Readonly<Record<TopicFilterProblem, string>> = {
  empty: 'must not be empty',
  null: 'must not contain the null character',
  markup: 'must not contain markup',
  long: `must not be longer than ${MAX_TOPIC_BYTES} bytes`,
  hash: "may have '#' only as its last level",
  plus: "may have '+' only as a whole level",
};

function completeTopic(given: unknown, name: string, fallback: string): string {
  if (given === undefined || given === null || given === '') return fallback;
  if (typeof given !== 'string') throw badRequest(`MQTT ${name} topic must be a text!`);
  const problem = topicFilterProblem(given);
  if (problem) throw badRequest(`MQTT ${name} topic ${WORDS[problem]}!`);
  return given;
}

/**
 * What a profile says about MQTT, with default topics and JSON payloads where it says nothing.
 * @throws ApiError 400 / 31 for topics and payloads that cannot be used
 */
export function completeMqttConfiguration(given: TransportConfiguration): TransportConfiguration {
  return {
    ...given,
    deviceTelemetryTopic: completeTopic(given.deviceTelemetryTopic, 'telemetry', DEFAULT_TELEMETRY_TOPIC),
    deviceAttributesTopic: completeTopic(given.deviceAttributesTopic, 'attributes', DEFAULT_ATTRIBUTES_TOPIC),
    transportPayloadTypeConfiguration: completePayloadConfiguration(given.transportPayloadTypeConfiguration),
  };
}
