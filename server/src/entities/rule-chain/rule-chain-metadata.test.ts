import { describe, expect, it } from 'vitest';
import { checkMetadata } from './rule-chain-metadata.ts';

const nodes = ['a', 'b', 'c'].map((name) => ({ type: 'any', name, additionalInfo: null, configuration: null }));
const connect = (...pairs: [number, number][]) => ({
  nodes,
  connections: pairs.map(([fromIndex, toIndex]) => ({ fromIndex, toIndex, type: 'Success' })),
});

describe('nodes and connections of a rule chain', () => {
  it('may branch, meet again and connect a pair twice', () => {
    expect(() => checkMetadata(connect([0, 1], [0, 2], [1, 2], [1, 2]))).not.toThrow();
    expect(() => checkMetadata({ nodes: [], firstNodeIndex: null })).not.toThrow();
  });

  it('may not lead a node to itself or in a circle', () => {
    expect(() => checkMetadata(connect([1, 1]))).toThrow("Can't create the relation to yourself.");
    expect(() => checkMetadata(connect([0, 1], [1, 2], [2, 0]))).toThrow(
      "Can't create circling relations in rule chain.",
    );
  });

  it('may not be more than one statement can store', () => {
    const many = Array.from({ length: 2_001 }, () => ({ ...(nodes[0] as (typeof nodes)[0]) }));
    expect(() => checkMetadata({ nodes: many })).toThrow('at most 2000 nodes');
    const pairs = Array.from({ length: 5_001 }, (): [number, number] => [0, 1]);
    expect(() => checkMetadata(connect(...pairs))).toThrow('at most 5000 connections');
    expect(() => checkMetadata(connect(...pairs.slice(1)))).not.toThrow();
  });

  it('may not point beyond the nodes', () => {
    expect(() => checkMetadata({ nodes, firstNodeIndex: 3 })).toThrow(/firstNodeIndex 3/);
    expect(() => checkMetadata(connect([0, 3]))).toThrow(/toIndex 3/);
    expect(() =>
      checkMetadata({
        nodes,
        ruleChainConnections: [
          {
            fromIndex: 9,
            targetRuleChainId: { entityType: 'RULE_CHAIN', id: '13814000-1dd2-11b2-8080-808080808080' },
            additionalInfo: null,
            type: 'Success',
          },
        ],
      }),
    ).toThrow(/fromIndex 9/);
  });
});
