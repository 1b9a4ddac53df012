import { deviceProfileInputSchema } from '@signalbox/contract/device-profile';
import { expect, it } from 'vitest';
import { newProfileBody, newProfileValues } from './new-profile.ts';

const profile = (values: object) => newProfileBody({ ...newProfileValues(), newProfileName: ' Meters ', ...values });

it('begins as a profile that only has a name', () => {
  expect(profile({})).toMatchObject({
    name: 'Meters',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    provisionDeviceKey: null,
    defaultRuleChainId: null,
    defaultQueueName: null,
    profileData: {
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
    },
  });
  expect(deviceProfileInputSchema.safeParse(profile({})).success).toBe(true);
});

it('has topics and schemas only where its transport has them', () => {
  const mqtt = profile({ transportType: 'MQTT', telemetryTopic: ' site/+ ' }).profileData?.transportConfiguration;
  expect(mqtt).toMatchObject({ type: 'MQTT', deviceTelemetryTopic: 'site/+' });
  expect(mqtt?.transportPayloadTypeConfiguration).toEqual({ transportPayloadType: 'JSON' });
  const protobuf = profile({ transportType: 'MQTT', payloadType: 'PROTOBUF', takesJson: true });
  expect(protobuf.profileData?.transportConfiguration?.transportPayloadTypeConfiguration).toMatchObject({
    transportPayloadType: 'PROTOBUF',
    deviceTelemetryProtoSchema: expect.stringContaining('message Telemetry'),
    enableCompatibilityWithJsonPayloadFormat: true,
  });
});

it('has key and secret when devices may register, other ones for each profile', () => {
  const [one, other] = [0, 1].map(() => profile({ provisionType: 'CHECK_PRE_PROVISIONED_DEVICES' }));
  expect(one?.provisionDeviceKey).toMatch(/^[A-Za-z\d]{20}$/);
  expect(one?.profileData?.provisionConfiguration?.provisionDeviceSecret).toMatch(/^[A-Za-z\d]{20}$/);
  expect(one?.provisionDeviceKey).not.toBe(other?.provisionDeviceKey);
});
