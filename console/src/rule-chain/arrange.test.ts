import { expect, it } from 'vitest';
import { arrange, freePlace, INPUT_PLACE } from './arrange.ts';
import { type Chain, type ChainNode, EMPTY_CHAIN } from './model/chain.ts';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';

const node = (key: string, x = 0, y = 0): ChainNode => ({
  ...{ key, id: null, type: 'kind', name: key, debugMode: false, configuration: {}, description: '', x, y },
  target: null,
  info: {},
});
type Place = { x: number; y: number };
const cover = (one: Place, other: Place) =>
  Math.abs(one.x - other.x) < NODE_WIDTH && Math.abs(one.y - other.y) < NODE_HEIGHT;

it('arranges nodes from left to right in the order in which messages pass them, none over another', () => {
  const keys = Array.from({ length: 300 }, (_unused, index) => `n${index}`);
  const links = keys.slice(1).map((to, index) => ({ from: keys[Math.floor(index / 3)] as string, to, labels: ['a'] }));
  const chain: Chain = { nodes: keys.map((key) => node(key)), links, first: 'n0', notes: [] };
  const places = arrange(chain);
  for (const { from, to } of links) expect(places.get(from)?.x).toBeLessThan(places.get(to)?.x ?? 0);
  const all = [INPUT_PLACE, ...places.values()];
  all.forEach((one, index) => {
    for (const other of all.slice(index + 1)) expect(cover(one, other)).toBe(false);
  });
});

it('finds room for a new node where it covers no other one', () => {
  const chain: Chain = { ...EMPTY_CHAIN, nodes: [node('a', 300, 150), node('b', 320, 230), node('c', 900, 150)] };
  for (const at of [
    { x: 300, y: 150 },
    { x: 60, y: 150 },
    { x: 310, y: 100 },
    { x: 600, y: 150 },
  ]) {
    const place = freePlace(chain, at);
    expect(place.x).toBe(at.x);
    for (const one of [INPUT_PLACE, ...chain.nodes]) expect(cover(one, place)).toBe(false);
  }
  expect(freePlace(chain, { x: 600, y: 150 })).toEqual({ x: 600, y: 150 });
});

it('arranges thousands of nodes, also in circles, each in a place of its own', () => {
  const nodes = Array.from({ length: 3_000 }, (_, index) => node(`${index}`));
  const links = nodes.slice(1).map(({ key }, index) => ({ from: `${index}`, to: key, labels: ['True'] }));
  const circle = { from: '2999', to: '0', labels: ['False'] };
  for (const all of [links, [...links, circle], links.slice(0, 1_000), []]) {
    const places = arrange({ nodes, links: all, first: '0', notes: [] });
    expect(places.size).toBe(3_000);
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(3_000);
  }
});
