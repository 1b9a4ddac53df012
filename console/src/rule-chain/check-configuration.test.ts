// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { createAlarm } from '@signalbox/contract/rule-nodes/action/create-alarm';
import { createRelation } from '@signalbox/contract/rule-nodes/action/create-relation';
import { deleteRelation } from '@signalbox/contract/rule-nodes/action/delete-relation';
import { generator } from '@signalbox/contract/rule-nodes/action/generator';
import { gpsGeofencingEvents } from '@signalbox/contract/rule-nodes/action/gps-geofencing-events';
import { saveAttributes } from '@signalbox/contract/rule-nodes/action/save-attributes';
import { originatorTelemetry } from '@signalbox/contract/rule-nodes/enrichment/originator-telemetry';
import { azureIotHub } from '@signalbox/contract/rule-nodes/external/azure-iot-hub';
import { kafka } from '@signalbox/contract/rule-nodes/external/kafka';
import { mqtt } from '@signalbox/contract/rule-nodes/external/mqtt';
import { restApiCall } from '@signalbox/contract/rule-nodes/external/rest-api-call';
import { checkRelation } from '@signalbox/contract/rule-nodes/filter/check-relation';
import { RULE_NODES } from '@signalbox/contract/rule-nodes/registry';
import { toEmail } from '@signalbox/contract/rule-nodes/transformation/to-email';
import { describe, expect, it } from 'vitest';
import { checkConfiguration, choicesNow, isShown, readConfiguration } from './check-configuration.ts';
import { placeholdersOf } from './fields/pattern-input.tsx';
import { kindOf, kindTitle, type NodeKind } from './node-kinds.ts';

interface Described {
  clazz: string;
  defaultConfiguration: Record<string, unknown>;
}

function read({ clazz, defaultConfiguration }: Described, change: object = {}) {
  const kind = kindOf(clazz) as NodeKind;
  const configuration = { ...defaultConfiguration, ...change };
  return { kind, configuration, values: readConfiguration(kind, configuration) };
}

/** Members whose fields are shown. */
function shown(described: Described, change: object = {}): string[] {
  const { kind, values } = read(described, change);
  return Object.keys(kind.fields).filter((name) => {
    const field = kind.fields[name];
    return field !== undefined && isShown(field, values);
  });
}

const problems = (described: Described, change: object = {}) =>
  checkConfiguration({ type: described.clazz, configuration: read(described, change).configuration });

const RELATION = ['direction', 'relationType'];
const OWN_PROXY = ['proxyScheme', 'proxyHost', 'proxyPort', 'proxyUser', 'proxyPassword'];

describe('pairs', () => {
  it.each([
    ['filled', { 'Content-Type': 'application/json' }, undefined],
    ['none', {}, undefined],
    ['without a value', { 'Content-Type': ' ' }, { key: 'pairs' }],
    ['without a key', { '': 'application/json' }, { key: 'pairs' }],
  ])('that are %s', (_, headers, problem) => {
    expect(problems(restApiCall, { restEndpointUrlPattern: 'http://pumps.example', headers }).headers).toEqual(problem);
  });
});

describe('fields of forms', () => {
  it.each([
    ['a new relation', createRelation, {}, ['createEntityIfNotExists', 'entityTypePattern', 'entityNamePattern'], []],
    [
      'a relation with a device',
      createRelation,
      { entityType: 'DEVICE' },
      ['entityTypePattern'],
      ['entityNamePattern'],
    ],
    [
      'a relation with a new asset',
      createRelation,
      { entityType: 'ASSET', createEntityIfNotExists: true },
      [],
      ['entityNamePattern', 'entityTypePattern'],
    ],
    [
      'a relation with a new customer',
      createRelation,
      { entityType: 'CUSTOMER', createEntityIfNotExists: true },
      ['entityTypePattern'],
      ['createEntityIfNotExists'],
    ],
    ['a relation with the tenant', createRelation, { entityType: 'TENANT' }, ['entityNamePattern'], RELATION],
    [
      'all relations to delete',
      deleteRelation,
      { deleteForSingleEntity: false, entityType: 'DEVICE' },
      ['entityType', 'entityNamePattern', 'entityTypePattern', 'entityCacheExpiration'],
      RELATION,
    ],
    ['any relation', checkRelation, { checkForSingleEntity: false, entityType: 'DEVICE' }, ['entityId'], RELATION],
    ['the relation with one', checkRelation, { entityType: 'DEVICE' }, [], ['entityId', 'entityType']],
    [
      'an alarm in the message',
      createAlarm,
      { useMessageAlarmData: true, propagate: true },
      ['severity', 'alarmType', 'relationTypes'],
      ['alarmDetailsBuildJs'],
    ],
    ['an alarm that stays', createAlarm, {}, ['relationTypes'], ['severity']],
    ['an alarm that propagates', createAlarm, { propagate: true }, [], ['relationTypes']],
    ['no proxy', restApiCall, {}, [...OWN_PROXY, 'useSystemProxyProperties', 'useSimpleClientHttpFactory'], []],
    ['the proxy of the server', restApiCall, { enableProxy: true, useSystemProxyProperties: true }, OWN_PROXY, []],
    ['another proxy', restApiCall, { enableProxy: true }, [], OWN_PROXY],
    [
      'an average',
      originatorTelemetry,
      { fetchMode: 'ALL', aggregation: 'AVG' },
      ['limit', 'orderBy'],
      ['aggregation'],
    ],
    ['a fixed kind of text', toEmail, {}, ['isHtmlTemplate'], []],
    ['a kind of text by message', toEmail, { mailBodyType: 'dynamic' }, [], ['isHtmlTemplate']],
    ['the node as originator', generator, {}, ['originatorId'], ['originatorType']],
    ['a device as originator', generator, { originatorType: 'DEVICE' }, [], ['originatorId']],
    ['attributes of the server', saveAttributes, {}, ['notifyDevice'], []],
    ['headers', kafka, { addMetadataKeyValuesAsKafkaHeaders: true }, [], ['kafkaHeadersCharset']],
  ])('that count with %s', (_what, described, change, hidden, visible) => {
    const members = shown(described, change);
    expect(members).toEqual(expect.arrayContaining(visible));
    expect(members.filter((member) => (hidden as string[]).includes(member))).toEqual([]);
  });

  it('name members of their own kind in conditions, units, kinds of entities and files', () => {
    for (const kind of Object.values(RULE_NODES) as unknown as NodeKind[]) {
      for (const [name, field] of Object.entries(kind.fields)) {
        const named = [
          ...Object.keys(field.when ?? {}),
          ...(field.control === 'number' ? [field.unitMember] : []),
          ...(field.control === 'entity' ? [field.kindMember] : []),
          ...(field.control === 'text' ? [field.file?.nameMember, ...Object.keys(field.choices?.when ?? {})] : []),
        ].filter((member) => member !== undefined);
        for (const member of named) expect(kind.fields, `${kind.name}: ${name}`).toHaveProperty([member]);
        if (field.control === 'texts' && field.labels)
          expect(Object.keys(field.labels), `${kind.name}: ${name}`).toEqual(
            expect.arrayContaining([...(field.options ?? [])]),
          );
      }
    }
  });

  it('offer the severities until the severity comes from the message', () => {
    const { kind, values } = read(createAlarm);
    const field = kind.fields.severity;
    if (field?.control !== 'text') throw new Error('The severity is no text');
    expect(Object.keys(choicesNow(field, values) ?? {})).toContain('INDETERMINATE');
    expect(choicesNow(field, { ...values, dynamicSeverity: true })).toBeUndefined();
  });

  it('notify devices where nothing is set', () => {
    expect(read(saveAttributes, { notifyDevice: null }).values.notifyDevice).toBe(true);
    expect(read(saveAttributes).values.notifyDevice).toBe(false);
  });
});

describe('problems of configurations', () => {
  it('are none of new nodes but what is to be filled in', () => {
    const incomplete = (Object.values(RULE_NODES) as unknown as NodeKind[])
      .map((kind) => [kind.name, Object.values(problems(kind)).map(({ key }) => key)] as const)
      .filter(([, keys]) => keys.some((key) => key !== 'required' && key !== 'pairs'));
    expect(incomplete).toEqual([]);
    expect(problems(mqtt)).toEqual({ host: { key: 'required' } });
    expect(problems(kafka)).toEqual({});
  });

  it('say what a number may be', () => {
    expect(problems(kafka, { retries: -1 })).toMatchObject({ retries: { key: 'between', min: 0 } });
    expect(problems(kafka, { bufferMemory: -1 })).toEqual({ bufferMemory: { key: 'atLeast', min: 0 } });
    expect(problems(kafka, { bufferMemory: 1.5 })).toEqual({ bufferMemory: { key: 'whole' } });
    expect(problems(gpsGeofencingEvents, { minInsideDuration: 0 })).toMatchObject({
      minInsideDuration: { key: 'between', min: 1 },
    });
  });

  it('keep a number that was emptied empty', () => {
    expect(read(kafka, { batchSize: null }).values.batchSize).toBeNull();
    expect(problems(kafka, { batchSize: null })).toEqual({ batchSize: { key: 'number' } });
  });

  it('leave out what does not count', () => {
    expect(problems(deleteRelation)).toMatchObject({ entityType: { key: 'required' } });
    expect(problems(deleteRelation, { deleteForSingleEntity: false })).toEqual({});
    expect(problems(restApiCall, { enableProxy: true, useSystemProxyProperties: true })).toEqual({});
    expect(problems(restApiCall, { enableProxy: true })).toEqual({
      proxyHost: { key: 'required' },
      proxyPort: { key: 'between', min: 1, max: 65_535 },
    });
  });

  it('tell that credentials are missing', () => {
    expect(problems(azureIotHub)).toMatchObject({ credentials: { key: 'required' }, clientId: { key: 'required' } });
    const credentials = { type: 'sas', sasKey: 'a2V5' };
    expect(problems(azureIotHub, { clientId: 'meter', credentials })).toEqual({});
  });
});

it('writes proper names of kinds as their owners do', () => {
  expect(['azure iot hub', 'rabbitmq', 'gcp pubsub', 'rest api call', 'script'].map(kindTitle)).toEqual([
    'Azure IoT Hub',
    'RabbitMQ',
    'GCP Pub/Sub',
    'REST API call',
    'Script',
  ]);
});

it('offers placeholders for what a message has', () => {
  const msg = { temperature: 1, position: { latitude: 2 }, list: [1] };
  expect(placeholdersOf({ msgType: 'POST_TELEMETRY_REQUEST', msg, metadata: { deviceName: 'Boiler' } })).toEqual({
    metadata: ['${deviceName}'],
    payload: ['$[temperature]', '$[position.latitude]'],
  });
});
