import { entityId } from '@signalbox/contract/id';
import type { RuleChainFlow } from '@signalbox/contract/rule-chain-flow';
import { expect, it, vi } from 'vitest';
import { CHAIN_NODE, type Chain, type ChainNode, INPUT } from '../model/chain.ts';
import { countsOf, createTraffic } from './traffic.ts';

const node = (key: string, more: Partial<ChainNode> = {}): ChainNode => ({
  ...{ key, id: key, type: 'kind', name: key, debugMode: false, configuration: {}, description: '' },
  ...{ x: 0, y: 0, target: null, info: {} },
  ...more,
});
const LIVE: Chain = {
  nodes: [node('a'), node('b'), node('c', { id: null, type: CHAIN_NODE, target: 'other' })],
  links: [
    { from: 'a', to: 'b', labels: ['True', 'False'] },
    { from: 'b', to: 'c', labels: ['Failure'] },
  ],
  first: 'a',
  notes: [],
};
const FLOW: RuleChainFlow = {
  since: 0,
  until: 60_000,
  messages: 9,
  nodes: [{ nodeId: entityId('RULE_NODE', 'a'), messages: 9, failures: 2 }],
  links: [
    { from: entityId('RULE_NODE', 'a'), relation: 'true', to: entityId('RULE_NODE', 'b'), messages: 4, failures: 0 },
    { from: entityId('RULE_NODE', 'a'), relation: 'False', to: entityId('RULE_NODE', 'b'), messages: 3, failures: 0 },
    {
      ...{ from: entityId('RULE_NODE', 'b'), relation: 'Failure', to: entityId('RULE_CHAIN', 'other') },
      ...{ messages: 2, failures: 2 },
    },
  ],
};

it('finds the counts of nodes, of links with several labels, and of nodes that lead to chains', () => {
  expect(Object.fromEntries(countsOf(FLOW, LIVE, LIVE))).toEqual({
    [INPUT]: { messages: 9, failures: 0 },
    a: { messages: 9, failures: 2 },
    b: { messages: 0, failures: 0 },
    c: { messages: 2, failures: 0 },
    'a b': { messages: 7, failures: 0 },
    'b c': { messages: 2, failures: 2 },
  });
});

it('counts nothing of what is not live', () => {
  const draft: Chain = {
    ...LIVE,
    nodes: [
      node('a'),
      node('b'),
      node('c', { id: null, type: CHAIN_NODE, target: 'third' }),
      node('new', { id: null }),
    ],
    links: [
      { from: 'a', to: 'b', labels: ['True', 'Other'] },
      { from: 'a', to: 'new', labels: ['True'] },
      { from: 'b', to: 'c', labels: ['Failure'] },
    ],
  };
  expect(Object.fromEntries(countsOf(FLOW, LIVE, draft))).toMatchObject({
    a: { messages: 9 },
    c: null,
    new: null,
    'a b': { messages: 4 },
    'a new': null,
    'b c': null,
  });
});

it('tells who draws a count when it has changed, and gives the same object as long as it has not', () => {
  const traffic = createTraffic();
  const told: string[] = [];
  traffic.subscribe('b', () => told.push('b'));
  const stop = traffic.subscribe('a', () => told.push('a'));
  traffic.set(countsOf(FLOW, LIVE, LIVE));
  expect(told.sort()).toEqual(['a', 'b']);
  const [a, b] = [traffic.get('a'), traffic.get('b')];
  traffic.set(countsOf({ ...FLOW, nodes: [] }, LIVE, LIVE));
  expect(traffic.get('a')).toEqual({ messages: 0, failures: 0 });
  expect(traffic.get('a')).not.toBe(a);
  expect(traffic.get('b')).toBe(b);
  expect(told.sort()).toEqual(['a', 'a', 'b']);
  stop();
  traffic.set(new Map());
  expect(told.sort()).toEqual(['a', 'a', 'b', 'b']);
});

it('tells of many counts some at a time', () => {
  vi.useFakeTimers();
  const traffic = createTraffic();
  const told = new Set<string>();
  const keys = Array.from({ length: 100 }, (_, at) => `${at}`);
  for (const key of keys) traffic.subscribe(key, () => told.add(key));
  traffic.set(new Map(keys.map((key) => [key, { messages: 1, failures: 0 }])));
  expect(told.size).toBeLessThan(50);
  vi.runAllTimers();
  expect(told.size).toBe(100);
  vi.useRealTimers();
});
