import { kafka } from '@signalbox/contract/rule-nodes/external/kafka';
import { expect, test } from 'vitest';
import { MAX_DELAY } from '../../../../config/timers.ts';
import { readKafkaSettings } from './kafka-settings.ts';

test('pauses that are longer than timers can wait are as long as can be', () => {
  const otherProperties = { 'linger.ms': '999999999999', 'retry.backoff.ms': '2147483648' };
  const node = kafka.configuration.parse({ ...kafka.defaultConfiguration, otherProperties });
  expect(readKafkaSettings(node)).toMatchObject({ linger: MAX_DELAY, retryBackoff: MAX_DELAY });
});
