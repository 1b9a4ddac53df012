import { DEFAULT_ATTRIBUTES_TOPIC, DEFAULT_TELEMETRY_TOPIC } from '@signalbox/contract/device-profile';
import { containsMarkup } from '@signalbox/contract/text';
import type { TransportConfiguration } from '../../entities/device-profile/transport-configuration.ts';
import { badRequest } from '../../http/errors.ts';
import { completePayloadConfiguration } from '../payload/payload-configuration.ts';

const MAX_TOPIC_BYTES = 65_535;

/**
 * Returns the error in an MQTT topic filter, or undefined: `+` matches one whole level, `#` all further ones
 * (MQTT 3.1.1 §4.7).
 */
export function topicFilterProblem(filter: string): string | undefined {
  if (filter === '') return 'must not be empty';
  if (filter.includes('\u0000')) return 'must not contain the null character';
  if (containsMarkup(filter)) return 'must not contain markup';
  if (Buffer.byteLength(filter) > MAX_TOPIC_BYTES) return `must not be longer than ${MAX_TOPIC_BYTES} bytes`;
  const levels = filter.split('/');
  for (const [at, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || at !== levels.length - 1)) {
      return "may have '#' only as its last level";
    }
    if (level.includes('+') && level !== '+') return "may have '+' only as a whole level";
  }
  return undefined;
}

function completeTopic(given: unknown, name: string, fallback: string): string {
  if (given === undefined || given === null || given === '') return fallback;
  const problem = typeof given === 'string' ? topicFilterProblem(given) : 'must be a text';
  if (problem) throw badRequest(`MQTT ${name} topic ${problem}!`);
  return given as string;
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
