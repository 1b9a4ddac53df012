import { beforeEach, describe, expect, test } from 'vitest';
import {
  answerScripts,
  aside,
  attributes,
  chain,
  DEVICE,
  debugEvents,
  events,
  haveOriginators,
  liveBus,
  loads,
  meter,
  node,
  PASS,
  parked,
  queueCounters,
  run,
  SAVE,
  SWITCH,
  savedTexts,
  setUpRuleEngine,
  stored,
  TENANT,
  telemetry,
  written,
} from '../../test/rule-engine-world.ts';
import { defaultRootChain } from '../entities/rule-chain/default-chains.ts';
import { COUNTER } from '../usage/usage-meter.ts';

setUpRuleEngine();

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
    await run(
      telemetry('{"t":1}'),
      telemetry('{"t":2}', { originator: { entityType: 'ASSET', id: 'asset' } }),
      telemetry('{"t":3}', { originator: { entityType: 'ALARM', id: 'alarm' }, startsAs: DEVICE }),
    );
    expect(written.map((write) => [write.entityId.id, write.ttlSeconds])).toEqual(
      expect.arrayContaining([
        ['device', 9],
        ['asset', 0],
        ['alarm', 9],
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
    answerScripts(async () => {
      for (let wait = 10 - turn++; wait > 0; wait--) await Promise.resolve();
      return { type: 'boolean', json: 'true' };
    });
    await run(...[1, 2, 3, 4].map((t) => telemetry(`{"t":${t}}`)));
    expect(savedTexts()).toEqual([1, 2, 3, 4]);
  });

  test('creates a message for each one a script returns', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('transform.TbTransformMsgNode', { jsScript: 'x' }), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
    });
    answerScripts(async () => ({ type: 'array', json: '[{"msg":{"t":1}},{"msg":{"t":2},"metadata":{"ts":5}}]' }));
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

describe('rule chains that lead to each other', () => {
  const lead = (from: string, to: string): void =>
    void stored.connections.push({ fromNodeId: `${from}-0`, toNodeId: null, toChainId: to, type: 'Success' });
  const oneNode = { firstNodeIndex: 0, nodes: [PASS], connections: [] };
  const errors = (): unknown[] =>
    events
      .filter(({ type, entityId }) => type === 'ERROR' && entityId.entityType === 'RULE_NODE')
      .map(({ body }) => body.error);

  test.each([
    ['another one', ['root', 'other'], 'root → other → root'],
    ['itself', ['root'], 'root → root'],
  ])('end a message at a node, naming the circle through %s, and no other one', async (_what, ids, circle) => {
    for (const id of ids) chain(id, oneNode);
    for (const [at, id] of ids.entries()) lead(id, ids[(at + 1) % ids.length] as string);
    chain('good', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    stored.profileChains.set('profile', 'good');
    const asset = { entityType: 'ASSET', id: 'asset' } as const;
    await run(telemetry('{"t":1}'), telemetry('{"t":2}', { originator: asset }), telemetry('{"t":3}'));
    expect(savedTexts()).toEqual([1, 3]);
    expect(errors()).toEqual([
      expect.stringContaining(
        `Message is processed by more then 1000 rule nodes! It went in a circle through rule chains: ${circle}`,
      ),
    ]);
    expect(aside.map(({ message }) => message.originator)).toEqual([asset]);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBe(1_002);
  });

  test('end where two links multiply a message', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [PASS], connections: [] });
    lead('root', 'root');
    lead('root', 'root');
    await run(telemetry('{"t":1}'));
    expect(errors()).toHaveLength(1);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBeLessThanOrEqual(10_000);
  });

  test('end where links multiply a message at nodes that have to wait', async () => {
    // Two nodes in each of 15 rows, and each leads to both of the next row: 32,767 ways.
    const script = node('filter.TbJsFilterNode', { jsScript: 'x' });
    chain('root', {
      firstNodeIndex: 0,
      nodes: Array.from({ length: 30 }, () => script),
      connections: Array.from({ length: 28 }, (_, fromIndex) =>
        [2, 3].map((next) => ({ fromIndex, toIndex: fromIndex - (fromIndex % 2) + next, type: 'True' })),
      ).flat(),
    });
    await run(telemetry('{"t":1}'));
    expect(errors()).toEqual([expect.stringContaining('The message became more than 10000 branches')]);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBeLessThanOrEqual(10_000);
  });

  test('end sooner with a long message', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [PASS], connections: [] });
    lead('root', 'root');
    await run(telemetry(`{"t":"${'x'.repeat(1_048_576)}"}`));
    expect(errors()).toEqual([expect.stringContaining('or too long for so many')]);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBe(77);
  });

  test('let a message go on that a condition leads out of the circle', async () => {
    stored.maxNodeExecutions = 20;
    let rounds = 0;
    answerScripts(async () => ({ type: 'boolean', json: ++rounds < 5 ? 'true' : 'false' }));
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('filter.TbJsFilterNode', { jsScript: 'more' }), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'False' }],
    });
    stored.connections.push({ fromNodeId: 'root-0', toNodeId: null, toChainId: 'root', type: 'True' });
    await run(telemetry('{"t":1}'));
    expect(savedTexts()).toEqual([1]);
    expect(errors()).toEqual([]);
  });
});

describe('nodes that answer what nodes have created', () => {
  const circle = (): void =>
    chain('root', {
      firstNodeIndex: 0,
      nodes: [
        node('filter.TbOriginatorTypeSwitchNode'),
        node('transform.TbChangeOriginatorNode', { originatorSource: 'ALARM_ORIGINATOR' }),
        node('action.TbCreateAlarmNode', { alarmType: 'Hot', severity: 'MAJOR', alarmDetailsBuildJs: 'return {};' }),
      ],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'Alarm' },
        { fromIndex: 0, toIndex: 2, type: 'Device' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });

  test('end after a hundred times, with an error at the node, and hold up nobody else', async () => {
    haveOriginators(DEVICE, { entityType: 'DEVICE', id: 'other' });
    circle();
    await run(telemetry('{"t":1}'), telemetry('{"t":2}', { originator: { entityType: 'DEVICE', id: 'other' } }));
    const failed = events.filter(({ type, entityId }) => type === 'ERROR' && entityId.entityType === 'RULE_NODE');
    expect(failed).toMatchObject([
      { entityId: { id: 'root-2' }, body: { error: expect.stringContaining('they may go in a circle') } },
    ]);
    expect(aside).toHaveLength(2);
    expect(aside[0]).toMatchObject({ message: { type: 'ENTITY_UPDATED', originator: { entityType: 'ALARM' } } });
    expect(queueCounters[0]).toMatchObject({ failedMsgs: 2 });
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
  answerScripts(async (_body, { metadata }) => {
    seen.push(metadata);
    return { type: 'object', json: '{}' };
  });
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
