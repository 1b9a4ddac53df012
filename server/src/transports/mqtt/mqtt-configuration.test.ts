import { describe, expect, it } from 'vitest';
import { completeMqttConfiguration, topicFilterProblem } from './mqtt-configuration.ts';

describe('topic filters', () => {
  it.each(['v1/devices/me/telemetry', '+/telemetry', 'a/+/b', 'a/#', '#', '/a', 'sensors/+/data/#'])(
    'takes %s',
    (filter) => {
      expect(topicFilterProblem(filter)).toBeUndefined();
    },
  );
  it.each(['', 'a/#/b', 'a#', 'a+/b', 'a\u0000b', '<b>x</b>', 'x'.repeat(70_000)])('refuses %j', (filter) => {
    expect(topicFilterProblem(filter)).toBeTypeOf('string');
  });
});

describe('what a profile says about MQTT', () => {
  it('has the default topics and JSON where it says nothing', () => {
    expect(completeMqttConfiguration({ type: 'MQTT' })).toEqual({
      type: 'MQTT',
      deviceTelemetryTopic: 'v1/devices/me/telemetry',
      deviceAttributesTopic: 'v1/devices/me/attributes',
      transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
    });
  });

  it('is refused with a topic that nothing can be published to, and with an unknown payload type', () => {
    expect(() => completeMqttConfiguration({ type: 'MQTT', deviceTelemetryTopic: 'a/#/b' })).toThrow(/telemetry topic/);
    expect(() => completeMqttConfiguration({ type: 'MQTT', deviceAttributesTopic: 5 })).toThrow(/must be a text/);
    const transportPayloadTypeConfiguration = { transportPayloadType: 'XML' };
    expect(() => completeMqttConfiguration({ type: 'MQTT', transportPayloadTypeConfiguration })).toThrow(/XML/);
  });
});
