import { describe, expect, it } from 'vitest';
import { completeMqttConfiguration } from './mqtt-configuration.ts';

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
