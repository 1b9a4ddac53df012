// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { generateKeyPairSync } from 'node:crypto';
import { MAX_TRACE_SENT, MAX_TRACE_STEPS, MAX_TRACE_TEXT } from '@signalbox/contract/recorder';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { entitiesOf, noAlarmRules, noAlarms, readsOf } from '../../../test/node-world.ts';
import { type Message, newMessage } from '../../messages/message.ts';
import { createAddressGuard } from '../../outbound/address-guard.ts';
import { createBackgroundTurns } from '../../storage/background-turns.ts';
import type { AlarmRules } from '../alarm-rules/alarm-rules.ts';
import type { StoredRules } from '../chain-source.ts';
import type { OutsideMessage } from '../nodes/define-rule-node.ts';
import { CLOUD_ADDRESSES } from '../nodes/external/cloud-addresses.ts';
import { RULE_NODES } from '../nodes/registry.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';
import { assumedAnswer, createDryRun, type DryRunParts } from './dry-run.ts';
import { createTracer, type Traced } from './tracer.ts';

const CLASS = 'org.thingsboard.rule.engine.';
const PRIVATE_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const DEVICE = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';

/** A script engine whose scripts return what they are given. */
const scripts: ScriptEngine = {
  compile: async () => ({
    run: async ({ msg, metadata, msgType }) => ({
      json: JSON.stringify({ msg: JSON.parse(msg), metadata, msgType }),
      type: 'object',
    }),
    close: () => undefined,
  }),
  close: async () => undefined,
};

const parts: DryRunParts = {
  begin: createBackgroundTurns(),
  scripts,
  reads: readsOf({}),
  entities: entitiesOf({}),
  addressGuard: createAddressGuard([]),
  cloud: CLOUD_ADDRESSES,
  log: pino({ level: 'silent' }),
  serverName: 'test',
  jsonTypeCast: true,
  maxAhead: 0,
  alarms: noAlarms,
  alarmRules: () => ({ ...noAlarmRules, close: () => undefined }) as unknown as AlarmRules,
  profileOf: async () => undefined,
};

/** Rules of one chain; links are from, to, label. */
function rulesOf(
  nodes: { type: string; configuration?: unknown }[],
  links: [from: number, to: number, label: string][],
): StoredRules {
  return {
    rootChainId: 'chain',
    chains: [{ id: 'chain', name: 'Chain', firstNodeId: 'node-0' }],
    nodes: nodes.map(({ type, configuration = {} }, index) => ({
      id: `node-${index}`,
      ruleChainId: 'chain',
      type: `${CLASS}${type}`,
      name: `Node ${index}`,
      debugMode: false,
      configuration,
    })),
    connections: links.map(([from, to, type]) => ({
      fromNodeId: `node-${from}`,
      toNodeId: `node-${to}`,
      toChainId: null,
      type,
    })),
    profileChains: new Map(),
    maxNodeExecutions: 0,
  };
}

const message = (data: string, more: Partial<Message> = {}): Message =>
  newMessage({
    tenantId: TENANT,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: DEVICE },
    data,
    ...more,
  });

async function traceOf(rules: StoredRules, one: Message): Promise<Traced> {
  const run = createDryRun(parts, TENANT, rules);
  const tracer = createTracer((id) => rules.nodes.find((node) => node.id === id)?.type ?? '');
  try {
    await run.run(one, tracer);
  } finally {
    run.close();
  }
  return tracer.result();
}

const SAVE = { type: 'telemetry.TbMsgTimeseriesNode', configuration: { defaultTTL: 0 } };
const SWITCH = { type: 'filter.TbMsgTypeSwitchNode' };
const RELATION = 'Post telemetry';

describe('a dry run', () => {
  test('ends when nobody waits for it any more', async () => {
    const leaving = new AbortController();
    const rules = rulesOf(
      [{ type: 'filter.TbJsFilterNode', configuration: { jsScript: 'return true;' } }, SAVE],
      [[0, 1, 'True']],
    );
    const leavingScripts: ScriptEngine = {
      ...scripts,
      compile: async () => ({
        async run() {
          leaving.abort(new Error('The caller has left'));
          return { json: 'true', type: 'boolean' };
        },
        close: () => undefined,
      }),
    };
    const run = createDryRun({ ...parts, scripts: leavingScripts, signal: leaving.signal }, TENANT, rules);
    const tracer = createTracer(() => '');
    await expect(run.run(message('{"a":1}'), tracer)).rejects.toThrow('The caller has left');
    expect(tracer.result().steps.flatMap(({ effects }) => effects)).toEqual([]);
    await expect(run.run(message('{"a":2}'), tracer)).rejects.toThrow('The caller has left');
    run.close();
  });

  test('follows every branch, and knows what came from where', async () => {
    const rules = rulesOf(
      [SWITCH, SAVE, SAVE],
      [
        [0, 1, RELATION],
        [0, 2, RELATION],
      ],
    );
    const { steps } = await traceOf(rules, message('{"a":1}'));
    expect(steps.map(({ nodeName, from, relation }) => [nodeName, from, relation])).toEqual([
      ['Node 0', null, ''],
      ['Node 1', 0, RELATION],
      ['Node 2', 0, RELATION],
    ]);
    expect(steps.slice(1).map(({ effects }) => effects[0]?.kind)).toEqual(['TELEMETRY', 'TELEMETRY']);
  });

  test('shows saved values as they would be stored', async () => {
    const { steps } = await traceOf(rulesOf([SAVE], []), message('{"a":5.0,"b":5,"c":"x","d":{"e":1.0}}'));
    expect(steps[0]?.effects).toMatchObject([
      { kind: 'TELEMETRY', points: [{ values: { a: '5.0', b: '5', c: '"x"', d: '{"e":1.0}' } }] },
    ]);
  });

  test('ends messages that go round in a circle, as the engine does', async () => {
    const rules = rulesOf(
      [SWITCH, SWITCH],
      [
        [0, 1, RELATION],
        [1, 0, RELATION],
      ],
    );
    const { steps } = await traceOf(rules, message('{}'));
    expect(steps.length).toBeLessThanOrEqual(MAX_TRACE_STEPS);
    expect(steps.some(({ failure }) => failure?.includes('rule nodes'))).toBe(true);
  });

  test('keeps a part of what is too long, and says so', async () => {
    const nodes = Array.from({ length: 60 }, () => SAVE);
    const links = nodes.slice(1).map((_, index): [number, number, string] => [index, index + 1, 'Success']);
    const data = JSON.stringify({ text: 'x'.repeat(1_000_000) });
    const traced = await traceOf(rulesOf(nodes, links), message(data));
    expect(traced.steps).toHaveLength(60);
    expect(traced.isCut).toBe(true);
    expect(JSON.stringify(traced).length).toBeLessThan(2 * MAX_TRACE_TEXT);
    expect(traced.contents[0]).toMatchObject({ size: data.length });
  });

  test('names a node that is unknown or cannot start as the one that fails', async () => {
    const { steps } = await traceOf(rulesOf([{ type: 'nobody.Knows' }], []), message('{}'));
    expect(steps[0]?.failure).toMatch(/no rule node of type/);
    expect(steps[0]?.outputs).toMatchObject([{ relation: 'Failure' }]);
  });

  test('says that there is no chain to begin in', async () => {
    const rules = { ...rulesOf([SAVE], []), rootChainId: undefined };
    const { steps, failure } = await traceOf(rules, message('{}'));
    expect([steps, failure]).toEqual([[], 'No Root Rule Chain available!']);
  });

  const reading = { data: '{"room":"cellar","t":41}', metadata: { deviceName: 'Boiler' } };
  const key = { serviceAccountKey: JSON.stringify({ client_email: 'a@b.c', private_key: PRIVATE_KEY }) };
  test.each<[type: string, configuration: object, sent: OutsideMessage, more?: Partial<Message>]>([
    [
      'rest.TbRestApiCallNode',
      {
        restEndpointUrlPattern: 'https://me:secret@api.example/${deviceName}',
        requestMethod: 'POST',
        headers: { 'X-Room': '$[room]' },
        credentials: { type: 'basic', username: 'me', password: 'secret' },
      },
      { to: 'POST https://me@api.example/Boiler', details: { 'X-Room': 'cellar' }, text: reading.data },
    ],
    [
      'mqtt.TbMqttNode',
      { topicPattern: 'rooms/$[room]', host: 'broker.example', port: 1883 },
      { to: 'broker.example:1883 rooms/cellar', text: reading.data },
    ],
    [
      'mqtt.azure.TbAzureIotHubNode',
      {
        topicPattern: 'devices/${deviceName}/messages',
        host: 'hub.example',
        clientId: 'one',
        credentials: { type: 'sas', sasKey: 'AAAA' },
      },
      { to: 'hub.example devices/Boiler/messages', text: reading.data },
    ],
    [
      'kafka.TbKafkaNode',
      { topicPattern: '${deviceName}', bootstrapServers: 'kafka.example:9092' },
      { to: 'kafka.example:9092 Boiler', text: reading.data },
    ],
    [
      'rabbitmq.TbRabbitMqNode',
      { exchangeNamePattern: 'rooms', routingKeyPattern: '$[room]', host: 'rabbit.example', port: 5672 },
      { to: 'rabbit.example:5672 rooms', details: { routingKey: 'cellar' }, text: reading.data },
    ],
    [
      'aws.sns.TbSnsNode',
      { topicArnPattern: 'arn:aws:sns:us-east-1:1:${deviceName}', accessKeyId: 'a', secretAccessKey: 'b' },
      { to: 'arn:aws:sns:us-east-1:1:Boiler', text: reading.data },
    ],
    [
      'aws.sqs.TbSqsNode',
      {
        queueUrlPattern: 'https://sqs.example/1/${deviceName}',
        messageAttributes: { room: '$[room]' },
        accessKeyId: 'a',
        secretAccessKey: 'b',
      },
      { to: 'https://sqs.example/1/Boiler', details: { room: 'cellar' }, text: reading.data },
    ],
    [
      'gcp.pubsub.TbPubSubNode',
      { projectId: 'house', topicName: 'rooms', messageAttributes: { room: '$[room]' }, ...key },
      { to: 'projects/house/topics/rooms', details: { room: 'cellar' }, text: reading.data },
    ],
    [
      'sms.TbSendSmsNode',
      { numbersToTemplate: '+15005550006', smsMessageTemplate: '${deviceName}: $[t]', useSystemSmsSettings: true },
      { to: '+15005550006', text: 'Boiler: 41' },
    ],
    [
      'mail.TbSendEmailNode',
      { useSystemSmtpSettings: true },
      {
        to: 'ann@example.com, bob@example.com',
        details: { subject: 'Hot', from: 'house@example.com' },
        text: 'It burns',
      },
      {
        type: 'SEND_EMAIL',
        data: JSON.stringify({
          ...{ from: 'house@example.com', to: 'ann@example.com,bob@example.com', subject: 'Hot', body: 'It burns' },
        }),
      },
    ],
    [
      'rpc.TbSendRPCRequestNode',
      { timeoutInSeconds: 60 },
      { to: 'setValve', text: '{"open":true}' },
      { data: '{"method":"setValve","params":{"open":true}}' },
    ],
  ])('of %s says whom it would send what to', async (type, configuration, { to, details = {}, text }, more = {}) => {
    const { steps } = await traceOf(
      rulesOf([{ type, configuration }], []),
      message(reading.data, { ...reading, ...more }),
    );
    expect(steps[0]?.effects).toEqual([
      { kind: 'WAIT', for: expect.any(String), until: null, sent: { to, details, text, size: text.length } },
    ]);
  });

  test('keeps the beginning of what would be sent', async () => {
    const data = JSON.stringify({ text: 'x'.repeat(2 * MAX_TRACE_SENT) });
    const { steps } = await traceOf(
      rulesOf([{ type: 'mqtt.TbMqttNode', configuration: { topicPattern: 'a', host: 'b', port: 1 } }], []),
      message(data),
    );
    const sent = { text: data.slice(0, MAX_TRACE_SENT), size: data.length };
    expect(steps[0]?.effects).toMatchObject([{ kind: 'WAIT', sent }]);
  });

  test('fails where a call cannot be made, instead of taking it to succeed', async () => {
    const configuration = { restEndpointUrlPattern: '$[nothing]', requestMethod: 'GET' };
    const rules = rulesOf([{ type: 'rest.TbRestApiCallNode', configuration }, SAVE], [[0, 1, 'Success']]);
    const run = createDryRun(parts, TENANT, rules);
    const tracer = createTracer(() => '');
    const [wait] = await run.run(message('{}'), tracer);
    if (!wait) throw new Error('It does not wait');
    await run.resume(assumedAnswer(wait), wait.step, tracer);
    run.close();
    const { steps } = tracer.result();
    expect(steps).toHaveLength(1);
    expect(steps[0]?.failure).toMatch(/URL/i);
  });

  test.each(RULE_NODES.map(({ clazz, name }) => [name, clazz] as const))(
    'of %s comes to an end',
    async (_name, clazz) => {
      const rules = rulesOf([{ type: clazz.slice(CLASS.length) }], []);
      const { steps, failure } = await traceOf(rules, message('{"temperature":1}'));
      expect(steps).toHaveLength(1);
      expect(failure).toBeNull();
    },
  );
});
