import type pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readsOf } from '../../test/node-world.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { defaultRootChain, type RuleChainContent } from '../entities/rule-chain/default-chains.ts';
import type { EventStore, NewEvent } from '../events/event-store.ts';
import { type Message, newMessage } from '../messages/message.ts';
import type { ParkRequest } from '../messages/parked/executor.ts';
import { createAddressGuard } from '../outbound/address-guard.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { TelemetryService, TimeseriesWrite } from '../telemetry/telemetry-service.ts';
import { COUNTER, createUsageMeter } from '../usage/usage-meter.ts';
import type { ChainSource, StoredRules } from './chain-source.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { createRuleEngine, type RuleEngine } from './rule-engine.ts';
import { type ScriptEngine, type ScriptInput, ScriptTooSlow, type ScriptValue } from './scripts/script-engine.ts';
import { createSlowScriptExecutor } from './slow-scripts.ts';

const TENANT = 'tenant';
const DEVICE = { entityType: 'DEVICE', id: 'device' } as const;
const CLASS = 'org.thingsboard.rule.engine.';
const log = pino({ level: 'silent' });

let stored: StoredRules;
let written: TimeseriesWrite[];
let attributes: { scope: string; entries: unknown[]; notifyDevice?: boolean }[];
let events: NewEvent[];
let later: Message[];
let parked: ParkRequest[];
let hasNoRoom: boolean;
let aside: { message: Message; error: string }[];
let loads: number;
let tenantsWithTimers: string[];
let runScript: (body: string, input: ScriptInput, patience: { mayWait: boolean }) => Promise<ScriptValue>;
let liveBus: ReturnType<typeof createEmbeddedLiveBus>;
let engine: RuleEngine;
let meter: ReturnType<typeof createUsageMeter>;

/** Creates a chain whose node ids are `<chain>-<index>`. */
function chain(
  id: string,
  content: Pick<RuleChainContent, 'firstNodeIndex' | 'connections'> & {
    nodes: { type: string; configuration?: unknown; debugMode?: boolean }[];
  },
): void {
  const nodeId = (index: number): string => `${id}-${index}`;
  stored.chains.push({ id, name: id, firstNodeId: nodeId(content.firstNodeIndex) });
  for (const [index, node] of content.nodes.entries()) {
    stored.nodes.push({
      id: nodeId(index),
      ruleChainId: id,
      type: node.type,
      name: `node ${index}`,
      debugMode: node.debugMode ?? false,
      configuration: node.configuration ?? {},
    });
  }
  for (const { fromIndex, toIndex, type } of content.connections) {
    stored.connections.push({ fromNodeId: nodeId(fromIndex), toNodeId: nodeId(toIndex), toChainId: null, type });
  }
}

function telemetry(data: string, more: Partial<Message> = {}): Message {
  return newMessage({ tenantId: TENANT, type: 'POST_TELEMETRY_REQUEST', originator: DEVICE, data, ts: 1000, ...more });
}

/** Runs a batch and the work after its commit. */
async function run(...messages: Message[]): Promise<void> {
  const store = await engine.consume({ partition: 0, batch: 1, messages });
  const after: (() => void)[] = [];
  const unit: UnitOfWork = {
    client: {
      // The engine itself writes only messages that are set aside.
      async query(_sql: string, values: [number, number, string[], number[], string[], string[], string[]]) {
        for (const [at, text] of values[5].entries()) {
          aside.push({ message: JSON.parse(text) as Message, error: values[6][at] as string });
        }
      },
    } as unknown as pg.PoolClient,
    beforeCommit: () => undefined,
    afterCommit: (action) => after.push(action),
    afterRollback: () => undefined,
  };
  await store?.(unit);
  for (const action of after) action();
}

const node = (type: string, configuration: unknown = {}, debugMode = false) => ({
  type: CLASS + type,
  configuration,
  debugMode,
});
const SAVE = node('telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 });
const SWITCH = node('filter.TbMsgTypeSwitchNode');
const PASS = node('profile.TbDeviceProfileNode');

beforeEach(() => {
  stored = {
    rootChainId: 'root',
    chains: [],
    nodes: [],
    connections: [],
    profileChains: new Map(),
    maxNodeExecutions: 0,
  };
  written = [];
  attributes = [];
  events = [];
  later = [];
  parked = [];
  hasNoRoom = false;
  aside = [];
  loads = 0;
  tenantsWithTimers = [];
  runScript = async () => ({ type: 'boolean', json: 'true' });
  liveBus = createEmbeddedLiveBus(log);
  const source: ChainSource = {
    async load() {
      loads++;
      return structuredClone(stored);
    },
    tenantsWith: async () => tenantsWithTimers,
    profilesOf: async () => new Map([['device', 'profile']]),
  };
  const scripts: ScriptEngine = {
    async compile(_tenant, body) {
      if (body === 'broken') throw new Error("Can't compile script: broken");
      return { run: (input, patience) => runScript(body, input, patience), close: () => undefined };
    },
    close: async () => undefined,
  };
  meter = createUsageMeter(() => undefined);
  engine = createRuleEngine({
    source,
    usage: meter,
    telemetry: {
      saveTimeseriesBatch: async (_unit: UnitOfWork, writes: TimeseriesWrite[]) => void written.push(...writes),
      saveAttributes: async (write: (typeof attributes)[number]) => void attributes.push(write),
    } as unknown as TelemetryService,
    deviceRpc: {
      reply: () => undefined,
    },
    reads: readsOf(),
    addressGuard: createAddressGuard([]),
    parked: {
      requireRoom() {
        if (hasNoRoom) throw new Error('10000 messages wait at this node already');
      },
      waitingAt: () => 0,
      park: async (_unit, more) => void parked.push(...more),
    },
    scripts,
    events: {
      append: (more: NewEvent[]) => void events.push(...more),
      store: async (_unit: unknown, more: NewEvent[]) => void events.push(...more),
    } as unknown as EventStore,
    liveBus,
    messageLog: { append: async (messages) => void later.push(...messages) },
    log,
    serviceId: 'server',
    serverName: 'host',
    jsonTypeCast: true,
    maxAhead: 86_400_000,
    keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
    statisticsPeriod: 3_600_000,
  });
});

afterEach(() => engine.close());

const savedTexts = (): unknown[] => written.map(({ points }) => points[0]?.values[0]?.value.value);
const debugEvents = () => events.filter((event) => event.type === 'DEBUG_RULE_NODE').map((event) => event.body);

describe('the default root chain', () => {
  beforeEach(() => chain('root', defaultRootChain()));

  test('stores telemetry at the time in the metadata', async () => {
    await run(telemetry('{"t":21.5,"n":"7","on":true}', { metadata: { ts: '5000' } }));
    expect(written).toMatchObject([
      {
        tenantId: TENANT,
        entityId: DEVICE,
        ttlSeconds: 0,
        points: [
          {
            ts: 5000,
            values: [
              { key: 't', value: { type: 'DOUBLE', value: 21.5 } },
              { key: 'n', value: { type: 'LONG', value: 7 } },
              { key: 'on', value: { type: 'BOOLEAN', value: true } },
            ],
          },
        ],
      },
    ]);
  });

  test('stores client attributes, the newest of each key once per batch', async () => {
    const post = (data: string) =>
      telemetry(data, { type: 'POST_ATTRIBUTES_REQUEST', metadata: { notifyDevice: 'false' } });
    await run(post('{"a":1,"b":2}'), post('{"a":3}'));
    expect(attributes).toMatchObject([
      {
        scope: 'CLIENT_SCOPE',
        notifyDevice: false,
        entries: [
          { key: 'a', value: { value: 3 } },
          { key: 'b', value: { value: 2 } },
        ],
      },
    ]);
  });

  test('passes on calls to the device, with the continuation for the answer', async () => {
    const request = telemetry('{"method":"set","params":{"v":1}}', {
      type: 'RPC_CALL_FROM_SERVER_TO_DEVICE',
      metadata: { oneway: 'false', expirationTime: '99' },
    });
    await run(request);
    expect(parked).toMatchObject([
      {
        request: { deviceId: 'device', method: 'set', params: '{"v":1}', expirationTime: 99 },
        next: { ruleNodeId: 'root-5', ruleChainId: 'root', metadata: { oneway: 'false' } },
      },
    ]);
  });

  test('fails only the bad message', async () => {
    await run(telemetry('not json'), telemetry('{"t":1}'));
    expect(savedTexts()).toEqual([1]);
  });
});

describe('routing', () => {
  test('starts in the chain of the device profile, with the root chain for the rest', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    chain('own', {
      firstNodeIndex: 0,
      nodes: [node('telemetry.TbMsgTimeseriesNode', { defaultTTL: 9 })],
      connections: [],
    });
    stored.profileChains.set('profile', 'own');
    await run(telemetry('{"t":1}'), telemetry('{"t":2}', { originator: { entityType: 'ASSET', id: 'asset' } }));
    expect(written.map((write) => [write.entityId.id, write.ttlSeconds])).toEqual(
      expect.arrayContaining([
        ['device', 9],
        ['asset', 0],
      ]),
    );
  });

  test('continues in a nested chain and along every target of a relation', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [PASS, SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'success' }],
    });
    chain('nested', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    stored.connections.push({ fromNodeId: 'root-0', toNodeId: null, toChainId: 'nested', type: 'Success' });
    await run(telemetry('{"t":1}'));
    expect(savedTexts()).toEqual([1, 1]);
  });

  test('stops chains that call each other', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [PASS], connections: [] });
    stored.connections.push({ fromNodeId: 'root-0', toNodeId: null, toChainId: 'root', type: 'Success' });
    await run(telemetry('{"t":1}'));
    expect(written).toEqual([]);
  });

  test('stops a message at the limit of the tenant', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [PASS, PASS, SAVE],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'Success' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });
    stored.maxNodeExecutions = 2;
    await run(telemetry('{"t":1}'));
    expect(written).toEqual([]);
    stored.maxNodeExecutions = 3;
    liveBus.publish({ kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } });
    await run(telemetry('{"t":1}'));
    expect(savedTexts()).toEqual([1]);
  });

  test('sends failures along Failure, also at a node of an unknown kind', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('no.SuchNode', {}, true), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'Failure' }],
    });
    await run(telemetry('{"t":1}'));
    expect(savedTexts()).toEqual([1]);
    expect(debugEvents()[1]?.error).toMatch(/There is no rule node of type .*no\.SuchNode/);
    expect(events.find((event) => event.type === 'LC_EVENT')?.body).toMatchObject({ event: 'STARTED', success: false });
  });

  test('keeps the order of an originator across slow scripts', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('filter.TbJsFilterNode', { jsScript: 'x' }), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
    });
    let turn = 0;
    runScript = async () => {
      for (let wait = 10 - turn++; wait > 0; wait--) await Promise.resolve();
      return { type: 'boolean', json: 'true' };
    };
    await run(...[1, 2, 3, 4].map((t) => telemetry(`{"t":${t}}`)));
    expect(savedTexts()).toEqual([1, 2, 3, 4]);
  });

  test('creates a message for each one a script returns', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('transform.TbTransformMsgNode', { jsScript: 'x' }), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
    });
    runScript = async () => ({ type: 'array', json: '[{"msg":{"t":1}},{"msg":{"t":2},"metadata":{"ts":5}}]' });
    await run(telemetry('{"t":0}', { values: [{ key: 't', value: { type: 'LONG', value: 0 } }] }));
    expect(savedTexts()).toEqual([1, 2]);
    expect(written[1]?.points[0]?.ts).toBe(5);
  });
});

describe('the usage of a tenant', () => {
  const NO_LIMIT = Number.POSITIVE_INFINITY;
  const allow = (counter: number, left: number): void =>
    meter.allow(
      TENANT,
      [...meter.of(TENANT).counts].map((_, at) => (at === counter ? left : NO_LIMIT)),
    );
  beforeEach(() => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [SWITCH, SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'Post telemetry' }],
    });
  });

  test('grows with every node that runs', async () => {
    await run(telemetry('{"t":1}'), telemetry('{"t":2}'));
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBe(4);
  });

  test('ends messages before their chain when the executions are used up, until there are more', async () => {
    allow(COUNTER.ruleExecutions, 2);
    await run(telemetry('{"t":1}'), telemetry('{"t":2}'));
    expect(savedTexts()).toEqual([1]);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBe(2);
    allow(COUNTER.ruleExecutions, NO_LIMIT);
    await run(telemetry('{"t":3}'));
    expect(savedTexts()).toEqual([1, 3]);
  });

  test('fails what saves points when the storage is used up', async () => {
    allow(COUNTER.storedDataPointDays, 0);
    await run(telemetry('{"t":1}'));
    expect(written).toEqual([]);
    expect(events.filter(({ type }) => type === 'ERROR')[0]?.body.error).toContain(
      'DB storage writes are disabled due to API limits!',
    );
  });

  test('stops the nodes when it is used up, and starts them with the next message that may run', async () => {
    await run(telemetry('{"t":1}'));
    allow(COUNTER.ruleExecutions, 0);
    const state = { entityType: 'API_USAGE_STATE', id: 'state' } as const;
    liveBus.publish({ kind: 'apiUsage', tenantId: TENANT, entityId: state });
    await run(telemetry('{"t":2}'));
    allow(COUNTER.ruleExecutions, NO_LIMIT);
    await run(telemetry('{"t":3}'));
    expect(savedTexts()).toEqual([1, 3]);
    expect(loads).toBe(2);
  });
});

describe('saving a chain', () => {
  test('takes effect for the next message and restarts only what changed', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [SWITCH, SAVE], connections: [] });
    await run(telemetry('{"t":1}'));
    expect(written).toEqual([]);
    stored.connections.push({ fromNodeId: 'root-0', toNodeId: 'root-1', toChainId: null, type: 'Post telemetry' });
    (stored.nodes[1] as { configuration: unknown }).configuration = { defaultTTL: 5 };
    liveBus.publish({ kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } });
    await run(telemetry('{"t":2}'));
    expect(written).toMatchObject([{ ttlSeconds: 5 }]);
    expect(loads).toBe(2);
    const lifecycle = events.filter((event) => event.type === 'LC_EVENT' && event.entityId.entityType === 'RULE_NODE');
    expect(lifecycle.map((event) => [event.entityId.id, event.body.event])).toEqual([
      ['root-0', 'STARTED'],
      ['root-1', 'STARTED'],
      ['root-1', 'UPDATED'],
    ]);
  });
});

describe('an unhandled failure', () => {
  const errors = () =>
    events.filter((event) => event.type === 'ERROR').map(({ entityId, body }) => [entityId.id, body]);

  test('is reported by ERROR events of the node and its chain at a limited rate, with the message set aside', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    await run(telemetry('[1]'), telemetry('[2]'), telemetry('{"t":1}'));
    expect(errors()).toMatchObject([
      [
        'root-0',
        {
          server: 'server',
          method: 'onRuleMsg',
          error: expect.stringMatching(/\nMessage [0-9a-f-]+ \(POST_TELEMETRY_REQUEST\) of DEVICE device: \[1\]$/),
        },
      ],
      ['root', { method: 'onRuleMsg', error: expect.stringContaining('node 0: ') }],
    ]);
    expect(aside).toMatchObject([
      { message: { data: '[1]' }, error: expect.stringContaining("in rule node 'node 0' of rule chain 'root'") },
    ]);
    expect(savedTexts()).toEqual([1]);
  });

  test('is retried a few times in a queue with retries, then set aside while the queue continues', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('filter.TbJsFilterNode', { jsScript: 'x' }), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
    });
    const attempts: unknown[] = [];
    runScript = async (_body, { msg }) => {
      attempts.push(msg);
      if (attempts.length < 3 || msg.includes('"bad"')) throw new Error('no');
      return { type: 'boolean', json: 'true' };
    };
    await run(
      telemetry('{"t":1}', { queueName: 'HighPriority' }),
      telemetry('{"t":"bad"}', { queueName: 'SequentialByOriginator' }),
      telemetry('{"t":2}', { queueName: 'HighPriority' }),
    );
    expect(savedTexts()).toEqual([1, 2]);
    expect(attempts).toHaveLength(3 + 4 + 1);
    expect(aside).toMatchObject([{ message: { data: '{"t":"bad"}' }, error: expect.stringContaining('no') }]);
  });
});

test('counts what nodes and chains have processed', async () => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [PASS, SAVE],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
  });
  await run(telemetry('{"t":1}'), telemetry('[1]'));
  engine.close();
  const statistics = events.filter((event) => event.type === 'STATS').map(({ entityId, body }) => [entityId.id, body]);
  expect(new Map(statistics as [string, unknown][])).toEqual(
    new Map([
      ['root', { server: 'server', messagesProcessed: 2, errorsOccurred: 0 }],
      ['root-0', { server: 'server', messagesProcessed: 2, errorsOccurred: 0 }],
      ['root-1', { server: 'server', messagesProcessed: 2, errorsOccurred: 1 }],
    ]),
  );
});

test('debug events of a retried batch are written once', async () => {
  chain('root', { firstNodeIndex: 0, nodes: [{ ...PASS, debugMode: true }], connections: [] });
  // The first attempt is processed, but never stored.
  await engine.consume({ partition: 0, batch: 1, messages: [telemetry('{"t":1}')] });
  expect(debugEvents()).toEqual([]);
  await run(telemetry('{"t":1}'));
  expect(debugEvents()).toHaveLength(2);
});

test('debug mode records a call, and its answer when it arrives', async () => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [node('rpc.TbSendRPCRequestNode', { timeoutInSeconds: 60 }, true), SAVE],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
  });
  await run(telemetry('{"method":"m","params":{}}'));
  await run({ ...(parked[0] as ParkRequest).next, data: '{"t":1}', relation: 'Success' });
  expect(debugEvents().map(({ type, relationType }) => [type, relationType])).toEqual([
    ['IN', ''],
    ['OUT', 'ACK'],
    ['OUT', 'Success'],
  ]);
  expect(savedTexts()).toEqual([1]);
});

describe('a script that takes too long for a batch', () => {
  const SCRIPT = node('filter.TbJsFilterNode', { jsScript: 'slow' }, true);

  beforeEach(() => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [SCRIPT, SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
    });
    runScript = async (_body, _input, { mayWait }) => {
      if (!mayWait) throw new ScriptTooSlow('The script takes long');
      return { type: 'boolean', json: 'true' };
    };
  });

  /** Runs parked messages, as the executor does. */
  async function runParked(): Promise<void> {
    const executor = createSlowScriptExecutor(
      (tenantId, nodeId) => engine.nodeOf(tenantId, nodeId),
      () => ({}) as EffectStores,
    );
    for (const { next } of parked.splice(0)) {
      const outcome = await executor.run(null, {
        id: 'id',
        next,
        attempt: 1,
        progress: undefined,
        note: () => undefined,
        signal: new AbortController().signal,
      });
      if ('continueWith' in outcome) await run(...outcome.continueWith.map((change) => ({ ...next, ...change })));
    }
  }

  test('leaves it, and its message continues when the script has run separately', async () => {
    await run(telemetry('{"t":1}'), telemetry('{"t":2}', { type: 'OTHER' }));
    expect(savedTexts()).toEqual([]);
    expect(parked).toHaveLength(2);
    expect(parked[0]).toMatchObject({ kind: { name: 'slow script' }, next: { ruleNodeId: 'root-0', data: '{"t":1}' } });
    parked.pop();
    await runParked();
    expect(savedTexts()).toEqual([1]);
    expect(debugEvents().filter(({ type }) => type === 'OUT')).toMatchObject([{ relationType: 'True' }]);
  });

  test('fails its message with the text of its error when it fails separately', async () => {
    runScript = async (_body, _input, { mayWait }) => {
      if (!mayWait) throw new ScriptTooSlow('The script takes long');
      throw new Error('timed out');
    };
    await run(telemetry('{"t":1}'));
    await expect(runParked()).rejects.toThrow('timed out');
    await run(telemetry('{"t":1}', { ruleNodeId: 'root-0', relation: 'Failure', failure: 'timed out' }));
    expect(aside).toMatchObject([{ error: "timed out in rule node 'node 0' of rule chain 'root'" }]);
  });

  test('fails its message immediately when too many wait at its node', async () => {
    hasNoRoom = true;
    await run(telemetry('{"t":1}'));
    expect(aside).toMatchObject([
      { error: expect.stringContaining('The script takes long: 10000 messages wait at this node already') },
    ]);
  });

  test('of a deleted node ends its message', async () => {
    await run(telemetry('{"t":1}'));
    stored.nodes = [];
    stored.chains = [];
    liveBus.publish({ kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } });
    await runParked();
    expect(savedTexts()).toEqual([]);
  });
});

test('debug mode records incoming and outgoing messages', async () => {
  chain('root', { firstNodeIndex: 0, nodes: [{ ...SWITCH, debugMode: true }], connections: [] });
  await run(telemetry('{"t":1}', { metadata: { deviceName: 'a' } }));
  expect(debugEvents()).toMatchObject([
    { type: 'IN', relationType: '', entityName: 'DEVICE', entityId: 'device', data: '{"t":1}', dataType: 'JSON' },
    { type: 'OUT', relationType: 'Post telemetry', metadata: '{"deviceName":"a"}', msgType: 'POST_TELEMETRY_REQUEST' },
  ]);
});

test.each([0, 3])('nodes read what earlier ones of the batch have saved, with %i retries', async (retries) => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [
      SWITCH,
      node('telemetry.TbMsgAttributesNode', { scope: 'SERVER_SCOPE' }),
      SAVE,
      node('metadata.TbGetAttributesNode', { serverAttributeNames: ['mode'], latestTsKeyNames: ['t'] }),
      node('transform.TbTransformMsgNode', { jsScript: 'see' }),
    ],
    connections: [
      { fromIndex: 0, toIndex: 1, type: 'Post attributes' },
      { fromIndex: 0, toIndex: 2, type: 'Post telemetry' },
      { fromIndex: 2, toIndex: 3, type: 'Success' },
      { fromIndex: 3, toIndex: 4, type: 'Success' },
    ],
  });
  const seen: unknown[] = [];
  runScript = async (_body, { metadata }) => {
    seen.push(metadata);
    return { type: 'object', json: '{}' };
  };
  const queueName = retries > 0 ? 'HighPriority' : 'Main';
  await run(
    telemetry('{"mode":"eco"}', { type: 'POST_ATTRIBUTES_REQUEST', queueName }),
    telemetry('{"t":1}', { queueName }),
    telemetry('{"t":2}', { queueName }),
  );
  expect(seen).toEqual([
    { ss_mode: 'eco', t: '1' },
    { ss_mode: 'eco', t: '2' },
  ]);
});

describe('queues', () => {
  const script = (jsScript: string) => node('filter.TbJsFilterNode', { jsScript });
  let attempts: string[];

  beforeEach(() => {
    attempts = [];
    runScript = async (body) => {
      attempts.push(body);
      if (body === 'fail') throw new Error('no');
      return { type: 'boolean', json: 'true' };
    };
  });

  test('what fails after a message was acknowledged is not tried again', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [script('pass'), node('flow.TbAckNode', {}, true), script('fail')],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'True' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });
    await run(telemetry('{}', { queueName: 'HighPriority' }));
    expect(attempts).toEqual(['pass', 'fail']);
    expect(aside).toMatchObject([{ error: expect.stringContaining('no') }]);
    expect(debugEvents()).toMatchObject([{ type: 'IN' }, { relationType: 'ACK' }, { relationType: 'Success' }]);
  });

  test('after a checkpoint a message is tried again from there, by the rules of its queue', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [script('pass'), node('flow.TbCheckpointNode', { queueName: 'HighPriority' }), script('fail')],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'True' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });
    await run(telemetry('{}'));
    expect(attempts).toEqual(['pass', 'fail', 'fail', 'fail', 'fail']);
    expect(aside).toMatchObject([{ message: { queueName: 'HighPriority' } }]);
  });
});

describe('nodes that work by themselves', () => {
  const generator = node('debug.TbMsgGeneratorNode', { periodInSeconds: 1, msgCount: 1, jsScript: 'make' });

  beforeEach(() => {
    tenantsWithTimers = [TENANT];
    runScript = async () => ({
      type: 'object',
      json: '{"msg":{"t":1},"metadata":{},"msgType":"POST_TELEMETRY_REQUEST"}',
    });
  });

  test('start with the server, without a message', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [generator], connections: [] });
    await engine.open();
    await vi.waitFor(() => expect(later).toMatchObject([{ data: '{"t":1}', relation: 'Success' }]), 5_000);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBe(1);
    expect(loads).toBe(1);
  });

  test('start with their chain when nothing of the tenant runs yet, and only then', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [PASS], connections: [] });
    tenantsWithTimers = [];
    const saved = { kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } } as const;
    liveBus.publish(saved);
    await engine.open();
    expect(loads).toBe(0);
    tenantsWithTimers = [TENANT];
    liveBus.publish(saved);
    await vi.waitFor(() => expect(loads).toBe(1));
  });

  test('do not start when the tenant has used up its executions', async () => {
    meter.of(TENANT).left[COUNTER.ruleExecutions] = 0;
    await engine.open();
    expect(loads).toBe(0);
  });

  test('send nothing more once they are used up, and end with the engine', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [node('action.TbMsgCountNode', { interval: 1 })], connections: [] });
    await engine.open();
    meter.of(TENANT).left[COUNTER.ruleExecutions] = 1;
    await vi.waitFor(() => expect(later).toHaveLength(1), 5_000);
    const exhausted = vi.spyOn(meter.of(TENANT), 'mayUse');
    await vi.waitFor(() => expect(exhausted).toHaveBeenCalled(), 5_000);
    expect(later).toHaveLength(1);
    engine.close();
  });
});
