import { expect, it } from 'vitest';
import { CHAIN_NODE, type ChainNode } from './chain.ts';
import { readChainFile } from './exchange.ts';
import { refuseChain } from './limits.ts';
import { findProblems, isPassable } from './problems.ts';

const node = (key: string): ChainNode => ({
  ...{ key, id: null, type: 'kind', name: key, debugMode: false, description: '', x: 0, y: 0, target: null },
  ...{ configuration: {}, info: {} },
});
const link = (from: string, to: string) => ({ from, to, labels: ['Success'] });
const good = () => undefined;
/** All chains that nodes lead to are there. */
const HERE: ReadonlySet<string> = new Set();

it('names the nodes of a circle, and not those that lead into it or out of it', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map(node);
  const links = [link('a', 'b'), link('b', 'c'), link('c', 'd'), link('d', 'b'), link('d', 'e')];
  expect([...findProblems({ nodes, links, first: 'a', notes: [] }, good, new Set(), HERE)]).toEqual([
    ['b', 'circle'],
    ['c', 'circle'],
    ['d', 'circle'],
  ]);
  expect(findProblems({ nodes, links: links.slice(0, 3), first: 'a', notes: [] }, good, new Set(), HERE).size).toBe(0);
  expect([
    ...findProblems({ nodes, links: [link('a', 'a')], first: 'a', notes: [] }, good, new Set(), HERE).keys(),
  ]).toEqual(['a']);
});

it('names the node from which messages come back through other chains, and lets it be saved', () => {
  const nodes = [
    node('a'),
    ...['here', 'other', 'back'].map((target) => ({ ...node(target), type: CHAIN_NODE, target })),
  ];
  const links = nodes.slice(1).map(({ key }) => link('a', key));
  const found = findProblems({ nodes, links, first: 'a', notes: [] }, good, new Set(['here', 'back']), HERE);
  expect([...found]).toEqual([
    ['here', 'leadsBack'],
    ['back', 'leadsBack'],
  ]);
  expect(isPassable('leadsBack')).toBe(true);
});

it('names the node that leads to a chain that is not here, which the server would leave out', () => {
  const nodes = [node('a'), { ...node('b'), type: CHAIN_NODE, target: 'elsewhere' }];
  const chain = { nodes, links: [link('a', 'b')], first: 'a', notes: [] };
  expect([...findProblems(chain, good, new Set(), new Set(['elsewhere']))]).toEqual([['b', 'targetGone']]);
  expect(findProblems(chain, good, new Set(), HERE).size).toBe(0);
  expect(isPassable('targetGone')).toBe(false);
});

it('names the node whose name or label the server refuses', () => {
  const names = ['<b>Bold</b>', '\0', 'x'.repeat(256), '\ud83d', 'fine', ' ', 'a < b'];
  const nodes = names.map((name, index) => ({ ...node(`${index}`), name }));
  const links = [{ from: '4', to: '6', labels: ['True', '<i>No</i>'] }];
  expect(Object.fromEntries(findProblems({ nodes, links, first: null, notes: [] }, good, new Set(), HERE))).toEqual({
    0: 'nameMalformed',
    1: 'nameMalformed',
    2: 'nameLong',
    3: 'nameMalformed',
    4: 'label',
    5: 'name',
  });
});

it('finds the circle of a file', () => {
  const nodes = Array.from({ length: 20 }, (_, index) => ({ type: 'kind', name: `Node ${index}`, configuration: {} }));
  const connections = nodes.map((_, index) => ({ fromIndex: index, toIndex: (index + 1) % 20, type: 'True' }));
  const read = readChainFile(
    JSON.stringify({ ruleChain: { name: 'A', type: 'CORE' }, metadata: { firstNodeIndex: 0, nodes, connections } }),
    'CORE',
  );
  if (typeof read === 'string') throw new Error(read);
  expect(findProblems(read.chain, good, new Set(), HERE).size).toBe(20);
});

it('refuses what the server does not store: nodes, links, and bytes', () => {
  const nodes = Array.from({ length: 2_001 }, (_, index) => node(`${index}`));
  expect(refuseChain({ nodes, links: [], first: null, notes: [] }, 'id')).toMatchObject({
    key: 'tooManyNodes',
    count: 2_001,
  });
  const links = nodes.slice(0, 1_700).map(({ key }) => ({ from: key, to: '1999', labels: ['A', 'B', 'C'] }));
  expect(refuseChain({ nodes: nodes.slice(1), links, first: null, notes: [] }, 'id')?.key).toBe('tooManyLinks');
  const large = { ...node('a'), configuration: { text: 'ж'.repeat(5_000_000) } };
  expect(refuseChain({ nodes: [large], links: [], first: null, notes: [] }, 'id')).toMatchObject({
    key: 'tooLarge',
    count: 9.6,
  });
  expect(refuseChain({ nodes: nodes.slice(1), links: [], first: null, notes: [] }, 'id')).toBeUndefined();
});
