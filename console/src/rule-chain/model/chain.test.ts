import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginHistory, doStep, redo, undo } from '../../editing/history.ts';
import {
  addNodes,
  CHAIN_NODE,
  type Chain,
  type ChainNode,
  EMPTY_CHAIN,
  INPUT,
  linkKey,
  moveNodes,
  refuseLink,
  removeFrom,
  setDebug,
  setFirst,
  setLabels,
  updateNode,
  withKeys,
} from './chain.ts';
import { compareChains, mergeChains } from './difference.ts';
import { chainFile, fromMetadata, readChainFile, savedKeys, toMetadata } from './exchange.ts';
import { findProblems } from './problems.ts';

const RULE_CHAIN_ID = '11111111-1111-1111-1111-111111111111';
const OTHER_CHAIN_ID = '22222222-2222-2222-2222-222222222222';

const node = (key: string, change: Partial<ChainNode> = {}): ChainNode => ({
  key,
  id: key,
  type: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
  name: `Node ${key}`,
  debugMode: false,
  configuration: { jsScript: 'return true;' },
  description: '',
  x: 10,
  y: 20,
  target: null,
  info: {},
  ...change,
});
const target = (key: string): ChainNode =>
  node(key, { id: null, type: CHAIN_NODE, name: '', configuration: {}, target: OTHER_CHAIN_ID });

function threeNodes(): Chain {
  const chain = addNodes(EMPTY_CHAIN, [node('a'), node('b'), node('c'), target('d')]);
  return setFirst(
    setLabels(setLabels(setLabels(chain, 'a', 'b', ['True']), 'b', 'c', ['True', 'False']), 'c', 'd', ['Failure']),
    'a',
  );
}

describe('edits', () => {
  it('removes nodes with their links, and where messages enter with them', () => {
    const after = removeFrom(threeNodes(), new Set(['a']), new Set());
    expect(after.nodes.map(({ key }) => key)).toEqual(['b', 'c', 'd']);
    expect(after.links.map(linkKey)).toEqual(['b c', 'c d']);
    expect(after.first).toBeNull();
    expect(removeFrom(threeNodes(), new Set(), new Set([linkKey({ from: INPUT, to: 'a' })])).first).toBeNull();
    expect(removeFrom(threeNodes(), new Set(), new Set(['b c'])).links.map(linkKey)).toEqual(['a b', 'c d']);
  });

  it('keeps one link between two nodes, and none without labels', () => {
    const chain = setLabels(threeNodes(), 'a', 'b', ['False', 'False']);
    expect(chain.links[0]).toEqual({ from: 'a', to: 'b', labels: ['False'] });
    expect(setLabels(chain, 'a', 'b', []).links.map(linkKey)).toEqual(['b c', 'c d']);
  });

  it('refuses links that would let messages go in circles, or leave where they cannot', () => {
    const chain = threeNodes();
    expect(refuseLink(chain, 'c', 'a')).toBe('circle');
    expect(refuseLink(chain, 'a', 'a')).toBe('toItself');
    expect(refuseLink(chain, 'd', 'a')).toBe('fromChain');
    expect(refuseLink(chain, INPUT, 'd')).toBe('inputToChain');
    expect(refuseLink(chain, INPUT, 'b')).toBeUndefined();
    expect(refuseLink(chain, 'a', 'c')).toBeUndefined();
  });

  it('moves to whole pixels and switches debug mode of nodes, but not of other chains', () => {
    const moved = moveNodes(threeNodes(), new Map([['b', { x: 1.6, y: -2.4 }]]));
    expect(moved.nodes[1]).toMatchObject({ x: 2, y: -2 });
    expect(moved.nodes[0]).toBe(moved.nodes[0]);
    const debugged = setDebug(threeNodes(), new Set(['a', 'd']), true);
    expect(debugged.nodes.map(({ debugMode }) => debugMode)).toEqual([true, false, false, false]);
  });
});

describe('what is stored', () => {
  it('comes back as it was, with other members of other clients', () => {
    const chain = addNodes(threeNodes(), [node('e', { info: { colour: 'blue' }, description: 'why' })]);
    const metadata = toMetadata(chain, RULE_CHAIN_ID);
    expect(metadata.nodes?.[3]?.additionalInfo).toEqual({
      colour: 'blue',
      description: 'why',
      layoutX: 10,
      layoutY: 20,
    });
    expect(metadata.connections).toHaveLength(3);
    expect(metadata.ruleChainConnections?.[0]).toMatchObject({
      fromIndex: 2,
      type: 'Failure',
      targetRuleChainId: { id: OTHER_CHAIN_ID },
    });
    const again = fromMetadata(metadata);
    expect(again.links.map(({ labels }) => labels)).toEqual([['True'], ['True', 'False'], ['Failure']]);
    expect(toMetadata(again, RULE_CHAIN_ID).connections).toEqual(metadata.connections);
    expect(again.first).toBe('a');
  });

  it('is what was sent, under the keys that its nodes and the chains that it leads to have since', () => {
    const elsewhere = { x: 90, info: { ruleChainNodeId: 'copied' } };
    const sent = setLabels(
      addNodes(threeNodes(), [node('e', { id: null }), { ...target('f'), ...elsewhere }]),
      'e',
      'f',
      ['True'],
    );
    const metadata = toMetadata(sent, RULE_CHAIN_ID);
    const nodes = metadata.nodes?.map((one, at) => ({ ...one, id: { entityType: 'RULE_NODE' as const, id: `${at}` } }));
    const live = fromMetadata({ ...metadata, nodes: nodes ?? [] });
    const keys = savedKeys(sent, live);
    expect(compareChains(live, withKeys(sent, keys))).toEqual([]);
    expect(withKeys(sent, keys).nodes.map(({ id }) => id)).toEqual(['0', '1', '2', null, '3', null]);
  });

  it('is the same for every chain after a way there and back', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        keys,
        fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.constantFrom('True', 'False', 'Own label'))),
        (names, tries) => {
          let chain = addNodes(
            EMPTY_CHAIN,
            names.map((name) => node(name)),
          );
          for (const [one, other, label] of tries) {
            const [from, to] = [names[one % names.length] as string, names[other % names.length] as string];
            if (refuseLink(chain, from, to) === undefined) chain = setLabels(chain, from, to, [label]);
          }
          expect(compareChains(chain, fromMetadata(toMetadata(chain, RULE_CHAIN_ID)))).toEqual([]);
        },
      ),
    );
  });

  it('is read from a file of another platform, whose ids and missing nodes are left out', () => {
    const metadata = toMetadata(threeNodes(), RULE_CHAIN_ID);
    const text = JSON.stringify(
      chainFile({ name: 'Exported', type: 'CORE', debugMode: false }, { ...metadata, nodes: metadata.nodes } as never),
    );
    const read = readChainFile(text, 'CORE');
    if (typeof read === 'string') throw new Error(read);
    expect(read.name).toBe('Exported');
    expect(read.chain.nodes.map(({ id }) => id)).toEqual([null, null, null, null]);
    expect(read.chain.links).toHaveLength(3);
    expect(readChainFile(text, 'EDGE')).toBe('otherType');
    expect(readChainFile('{', 'CORE')).toBe('notJson');
    for (const wrong of [
      '[]',
      '{}',
      '{"ruleChain":{"name":""},"metadata":{}}',
      '{"ruleChain":{"name":"x"},"metadata":{"nodes":[1]}}',
    ]) {
      expect(readChainFile(wrong, 'CORE'), wrong).toBe('notChain');
    }
    const broken = {
      ruleChain: { name: 'x' },
      metadata: {
        nodes: [{ type: 't', name: 'n' }],
        connections: [{ fromIndex: 0, toIndex: 7, type: 'a' }, null],
        firstNodeIndex: 3,
      },
    };
    expect(readChainFile(JSON.stringify(broken), 'CORE')).toMatchObject({ chain: { links: [], first: null } });
  });
});

describe('undo', () => {
  it('goes back and forth step by step, and takes changes of one field together', () => {
    let history = beginHistory(EMPTY_CHAIN);
    history = doStep(history, 'add', addNodes(EMPTY_CHAIN, [node('a')]));
    for (const name of ['n', 'ne', 'new'])
      history = doStep(history, 'name', updateNode(history.present, 'a', { name }), 'a name');
    expect(history.past.map(({ label }) => label)).toEqual(['add', 'name']);
    history = undo(history);
    expect(history.present.nodes[0]?.name).toBe('Node a');
    expect(redo(history).present.nodes[0]?.name).toBe('new');
    expect(undo(undo(undo(history))).present).toBe(EMPTY_CHAIN);
    // A new step forgets what was undone.
    expect(doStep(history, 'other', addNodes(history.present, [node('b')])).future).toEqual([]);
  });
});

describe('changes', () => {
  it('are named node by node and link by link', () => {
    const before = threeNodes();
    let after = updateNode(before, 'a', { name: 'Renamed', x: 99 });
    after = setLabels(after, 'b', 'c', ['True']);
    after = setFirst(addNodes(after, [node('n')], [{ from: 'a', to: 'n', labels: ['True'] }]), 'b');
    after = removeFrom(after, new Set(['d']), new Set());
    expect(compareChains(before, after).map((change) => change.kind)).toEqual([
      'nodeChanged',
      'nodeAdded',
      'nodeRemoved',
      'linkAdded',
      'linkAdded',
      'linkRemoved',
      'linkRemoved',
    ]);
    expect(compareChains(before, after)[0]).toMatchObject({ members: ['name', 'place'] });
  });

  it('of two people are put together, and what both changed is named', () => {
    const base = threeNodes();
    const theirs = updateNode(updateNode(base, 'a', { name: 'Theirs' }), 'b', {
      configuration: { jsScript: 'theirs' },
    });
    const mine = addNodes(
      updateNode(updateNode(base, 'a', { description: 'mine' }), 'b', { configuration: { jsScript: 'mine' } }),
      [node('n', { id: null })],
      [{ from: 'c', to: 'n', labels: ['True'] }],
    );
    const { chain, both } = mergeChains(base, theirs, mine);
    expect(chain.nodes.find(({ key }) => key === 'a')).toMatchObject({ name: 'Theirs', description: 'mine' });
    expect(chain.nodes.find(({ key }) => key === 'b')?.configuration).toEqual({ jsScript: 'mine' });
    expect(both).toEqual(['Node b']);
    expect(chain.links.map(linkKey)).toEqual(['a b', 'b c', 'c d', 'c n']);
  });

  it('of somebody who deleted a node that was changed here bring it back as a new one', () => {
    const base = threeNodes();
    const theirs = removeFrom(base, new Set(['c']), new Set());
    const mine = updateNode(base, 'c', { name: 'Still needed' });
    const { chain, both } = mergeChains(base, theirs, mine);
    expect(chain.nodes.find(({ key }) => key === 'c')).toMatchObject({ id: null, name: 'Still needed' });
    expect(both).toEqual(['Still needed']);
    // A link that they removed with it stays removed.
    expect(chain.links.map(linkKey)).toEqual(['a b']);
  });

  it('of nobody else leave my chain as it is', () => {
    const base = threeNodes();
    const mine = setLabels(updateNode(base, 'a', { name: 'x' }), 'a', 'c', ['False']);
    expect(compareChains(mergeChains(base, base, mine).chain, mine)).toEqual([]);
    expect(compareChains(mergeChains(base, mine, base).chain, mine)).toEqual([]);
  });
});

it('finds what is wrong with nodes', () => {
  const chain = addNodes(threeNodes(), [
    node('nameless', { name: ' ' }),
    target('lost'),
    { ...target('open'), target: null },
  ]);
  const problems = findProblems(chain, ({ key }) => (key === 'b' ? 'configuration' : undefined), new Set(), new Set());
  expect(Object.fromEntries(problems)).toEqual({
    b: 'configuration',
    nameless: 'name',
    lost: 'unreached',
    open: 'target',
  });
});
