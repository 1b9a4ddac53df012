import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  chain,
  engine,
  events,
  liveBus,
  meter,
  PASS,
  run,
  SAVE,
  setUpRuleEngine,
  stored,
  TENANT,
  telemetry,
} from '../../../test/rule-engine-world.ts';
import { COUNTER } from '../../usage/usage-meter.ts';
import { type ChainFlows, createChainFlows, MAX_WATCHED, MAX_WATCHED_OF_TENANT } from './chain-flows.ts';

setUpRuleEngine();

let flows: ChainFlows;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  flows = createChainFlows((tenantId) => engine.runningRules(tenantId));
});
afterEach(() => {
  flows.close();
  vi.useRealTimers();
});

/** What is counted at nodes and links of the chain `root`, as short texts. */
const flow = () => {
  const { messages, nodes, links } = flows.read(TENANT, 'root');
  return [
    `in ${messages}`,
    ...nodes.map((one) => `${one.nodeId.id} ${one.messages} ${one.failures}`),
    ...links.map((one) => `${one.from.id} ${one.relation} ${one.to.id} ${one.messages} ${one.failures}`),
  ];
};
/** A chain that passes messages to a node that stores them, and failures of it to the chain `other`. */
const makeChains = () => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [PASS, SAVE],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
  });
  chain('other', { firstNodeIndex: 0, nodes: [PASS], connections: [] });
  stored.connections.push({ fromNodeId: 'root-1', toNodeId: null, toChainId: 'other', type: 'Failure' });
};
const good = () => telemetry('{"t":1}');
const bad = () => telemetry('[1]');
const changed = () =>
  liveBus.publish({ kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } });

test('counts messages and failures at nodes and links of a chain from when it is watched', async () => {
  makeChains();
  await run(good(), bad());
  expect(flows.read(TENANT, 'root')).toEqual({ since: 1_000_000, until: 1_000_000, messages: 0, nodes: [], links: [] });
  await run(good(), good(), bad());
  expect(flow()).toEqual(['in 3', 'root-0 3 0', 'root-1 3 1', 'root-0 Success root-1 3 0', 'root-1 Failure other 1 1']);
  expect(flows.read(TENANT, 'other')).toMatchObject({ messages: 0, nodes: [] });
});

test('counts the last minute', async () => {
  makeChains();
  await run(good());
  flow();
  for (let second = 0; second < 90; second += 3) {
    await run(good());
    vi.advanceTimersByTime(3_000);
    flow();
  }
  const { since, until, messages } = flows.read(TENANT, 'root');
  expect(until - since).toBe(60_000);
  expect(messages).toBe(20);
});

test('counts what comes first to rules that are not loaded', async () => {
  makeChains();
  expect(flow()).toEqual(['in 0']);
  await run(good());
  expect(flow()).toEqual(['in 1', 'root-0 1 0', 'root-1 1 0', 'root-0 Success root-1 1 0']);
});

test('goes on counting after the chain was changed, and forgets what was removed', async () => {
  makeChains();
  await run(good());
  flow();
  await run(bad());
  stored.connections.pop();
  stored.nodes = [...stored.nodes, { ...(stored.nodes[1] as (typeof stored.nodes)[number]), id: 'root-2' }];
  stored.connections.push({ fromNodeId: 'root-0', toNodeId: 'root-2', toChainId: null, type: 'success' });
  changed();
  await run(good());
  expect(flow()).toEqual([
    'in 2',
    'root-0 2 0',
    'root-1 2 1',
    'root-2 1 0',
    'root-0 Success root-1 2 0',
    'root-0 Success root-2 2 0',
  ]);
});

test('counts from 0 when rules were stopped meanwhile, and STATS events tell everything', async () => {
  makeChains();
  await run(good(), good());
  const exhaust = (left: number): void => {
    meter.of(TENANT).left[COUNTER.ruleExecutions] = left;
    liveBus.publish({ kind: 'apiUsage', tenantId: TENANT, entityId: { entityType: 'API_USAGE_STATE', id: 'state' } });
  };
  exhaust(0);
  expect(flow()).toEqual(['in 0']);
  exhaust(Number.POSITIVE_INFINITY);
  await run(good());
  expect(flow()[0]).toBe('in 1');
  engine.close();
  const told = events.filter(({ type, entityId }) => type === 'STATS' && entityId.id === 'root-0');
  expect(told.map(({ body }) => body.messagesProcessed)).toEqual([3]);
});

test('watches no longer than somebody asks', async () => {
  makeChains();
  await run(good());
  flow();
  await run(good());
  vi.advanceTimersByTime(57_000);
  expect(flow()[0]).toBe('in 1');
  vi.advanceTimersByTime(66_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(flows.read(TENANT, 'root').since).toBe(Date.now());
});

test('watches so many chains, of a tenant and of all', () => {
  for (let at = 0; at < MAX_WATCHED_OF_TENANT; at++) flows.read(TENANT, `chain ${at}`);
  expect(() => flows.read(TENANT, 'one more')).toThrow('Too many rule chains are being watched');
  expect(flows.read(TENANT, 'chain 0').messages).toBe(0);
  for (let at = MAX_WATCHED_OF_TENANT; at < MAX_WATCHED; at++) flows.read(`tenant ${at}`, `chain ${at}`);
  expect(() => flows.read('other', 'one more')).toThrow('Too many rule chains are being watched');
});
