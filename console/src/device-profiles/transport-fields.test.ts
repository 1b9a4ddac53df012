import { describe, expect, it } from 'vitest';
import { checkForm, type ProblemWords } from '../entity-page/form.ts';
import {
  type TransportConfiguration,
  transportConfiguration,
  transportFields,
  transportValues,
} from './transport-fields.ts';

const t = ((key: string) => key) as unknown as Parameters<typeof transportFields>[0];
const words: ProblemWords = {
  required: 'required',
  tooLong: () => 'tooLong',
  malformed: 'malformed',
  invalid: 'invalid',
};

/** What is saved when some fields of a stored configuration were changed. */
function saved(stored: TransportConfiguration, changes: object = {}) {
  const type = stored.type ?? 'DEFAULT';
  return transportConfiguration({ ...transportValues(type, stored), ...changes }, stored);
}

describe('the form of a transport', () => {
  it.each([
    { type: 'LWM2M', observeAttr: { observe: ['/3_1.0/0/9'] }, bootstrap: { servers: { shortId: 123 } } },
    { type: 'SNMP', timeoutMs: 500, retries: 0, communicationConfigs: [{ spec: 'TELEMETRY_QUERYING' }] },
    { type: 'COAP', coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' }, clientSettings: null },
    { type: 'DEFAULT', ofAnotherClient: 1 },
    {
      type: 'MQTT',
      deviceTelemetryTopic: 'a/+',
      deviceAttributesTopic: 'b/#',
      transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
      ofAnotherClient: [1],
    },
  ] as TransportConfiguration[])('saves $type as it is stored when nothing was changed', (stored) => {
    expect(saved(stored)).toEqual(stored);
  });

  it('begins with the usual topics, JSON in both directions, and devices that stay reachable', () => {
    const { telemetryTopic, attributesTopic, ...rest } = transportValues('MQTT');
    expect([telemetryTopic, attributesTopic]).toEqual(['v1/devices/me/telemetry', 'v1/devices/me/attributes']);
    expect(rest).toMatchObject({ payloadType: 'JSON', takesJson: false, getsJson: false });
    expect(transportConfiguration(transportValues('COAP'))).toMatchObject({
      coapDeviceTypeConfiguration: {
        coapDeviceType: 'DEFAULT',
        transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
      },
      clientSettings: { powerMode: 'DRX' },
    });
  });

  it('leaves nothing of the transport that was there before another one', () => {
    expect(saved({ type: 'LWM2M', bootstrap: {} }, { transportType: 'DEFAULT' })).toEqual({ type: 'DEFAULT' });
  });

  it('leaves out what was taken out of the JSON of LwM2M', () => {
    const stored = { type: 'LWM2M', bootstrap: {}, ofAnotherClient: 1 } as TransportConfiguration;
    expect(saved(stored, { lwm2mRest: '{}' })).not.toHaveProperty('ofAnotherClient');
  });

  it('sends JSON to the default topics only where JSON is accepted', () => {
    const payload = { payloadType: 'PROTOBUF', takesJson: false, getsJson: true };
    expect(saved({ type: 'MQTT' }, payload).transportPayloadTypeConfiguration).toMatchObject({
      transportPayloadType: 'PROTOBUF',
      deviceRpcRequestProtoSchema: expect.stringContaining('RpcRequestMsg'),
      useJsonPayloadFormatForDefaultDownlinkTopics: false,
    });
  });

  it('takes topic filters that differ', () => {
    const problems = (telemetryTopic: string, attributesTopic: string) =>
      checkForm(transportFields(t), { ...transportValues('MQTT'), telemetryTopic, attributesTopic }, words);
    expect(problems('a/+/b', 'a/#')).toEqual({});
    expect(problems('a/#/b', 'a+')).toEqual({
      telemetryTopic: 'deviceProfile.topicProblem.hash',
      attributesTopic: 'deviceProfile.topicProblem.plus',
    });
    expect(problems('a', 'a')).toEqual({ attributesTopic: 'deviceProfile.sameTopic' });
  });

  it('has for CoAP what its devices send, and how they sleep', () => {
    const stored = {
      type: 'COAP',
      ofAnotherClient: 1,
      clientSettings: { ofAnotherClient: 2 },
    } as TransportConfiguration;
    const changes = { payloadType: 'JSON', profilePowerMode: 'PSM', profilePsmActivityTimer: '2000' };
    expect(saved(stored, changes)).toEqual({
      type: 'COAP',
      ofAnotherClient: 1,
      coapDeviceTypeConfiguration: {
        coapDeviceType: 'DEFAULT',
        transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
      },
      clientSettings: {
        ofAnotherClient: 2,
        powerMode: 'PSM',
        psmActivityTimer: 2000,
        edrxCycle: null,
        pagingTransmissionWindow: null,
      },
    });
    expect(saved(stored, { coapDeviceType: 'EFENTO', payloadType: 'PROTOBUF' })).toMatchObject({
      coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' },
    });
  });

  it.each([
    [{ profilePowerMode: 'PSM', profilePsmActivityTimer: '1279' }, ['profilePsmActivityTimer']],
    [
      { profilePowerMode: 'E_DRX', profileEdrxCycle: '5119', profilePagingTransmissionWindow: '2,5' },
      ['profileEdrxCycle', 'profilePagingTransmissionWindow'],
    ],
    [{ profilePowerMode: 'DRX', profileEdrxCycle: '' }, []],
    [{ coapDeviceType: 'EFENTO', payloadType: 'PROTOBUF', telemetrySchema: '' }, []],
    [{ payloadType: 'PROTOBUF', telemetrySchema: '' }, ['telemetrySchema']],
  ])('checks of CoAP only what is shown: %o', (changes, names) => {
    const found = checkForm(transportFields(t), { ...transportValues('COAP'), ...changes }, words);
    expect(Object.keys(found)).toEqual(names);
  });
});
