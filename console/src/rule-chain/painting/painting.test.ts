import { expect, it, vi } from 'vitest';
import { type Chain, type ChainNode, INPUT, linkKey } from '../model/chain.ts';
import { newNote } from '../model/notes.ts';
import { chooseDrawn, MAX_ELEMENTS } from './drawn-nodes.ts';
import { keysWithin, linkAt, nodeAt } from './geometry.ts';
import { paintChain, type Trail } from './paint.ts';
import { nothingPaced, pace } from './use-paced.ts';

const node = (index: number): ChainNode => ({
  ...{ key: `${index}`, id: null, type: 'kind', name: `${index}`, debugMode: false, description: '' },
  ...{ x: (index % 100) * 240, y: Math.floor(index / 100) * 100, target: null, configuration: {}, info: {} },
});
const chainOf = (count: number): Chain => {
  const nodes = Array.from({ length: count }, (_, index) => node(index));
  const links = nodes.slice(1).map(({ key }, index) => ({ from: `${index}`, to: key, labels: ['True'] }));
  return { nodes, links, first: '0', notes: [{ ...newNote('a', { x: 0, y: 5_000 }) }] };
};
const NOTHING = { nodes: new Set<string>(), links: new Set<string>() };
const EVERYTHING = { x: -1_000, y: -1_000, width: 100_000, height: 100_000 };

it('draws all nodes of a chain as elements, but of a large one those that are seen from near, and what is selected', () => {
  expect(chooseDrawn(chainOf(MAX_ELEMENTS), NOTHING, EVERYTHING)).toBeUndefined();
  const large = chainOf(3_000);
  expect(chooseDrawn(large, NOTHING, EVERYTHING)?.size).toBe(0);
  const near = chooseDrawn(large, NOTHING, { x: 0, y: 0, width: 1_000, height: 800 });
  expect(near?.has('0')).toBe(true);
  expect(near?.size).toBeLessThan(100);
  const selected = { nodes: new Set(['2000']), links: new Set([linkKey({ from: '7', to: '8' }), `${INPUT} 0`]) };
  expect(chooseDrawn(large, selected, EVERYTHING)).toEqual(new Set(['2000', '7', '8', '0']));
  const all = { nodes: new Set(large.nodes.map(({ key }) => key)), links: new Set<string>() };
  expect(chooseDrawn(large, all, EVERYTHING)?.size).toBe(0);
});

it('finds what is painted at a point and within a frame', () => {
  const chain = chainOf(200);
  expect(nodeAt(chain, { x: 250, y: 110 })).toBe('101');
  expect(nodeAt(chain, { x: 200, y: 110 })).toBeUndefined();
  // Between two nodes, a row apart from others.
  expect(linkAt(chain, { x: 200, y: 26 }, 8)).toBe(linkKey({ from: '0', to: '1' }));
  expect(linkAt(chain, { x: 200, y: 80 }, 8)).toBeUndefined();
  expect(keysWithin(chain, { x: -10, y: -10, width: 500, height: 200 }).nodes).toEqual(
    new Set(['0', '1', '100', '101']),
  );
  expect(keysWithin(chain, { x: -10, y: 4_990, width: 500, height: 500 }).nodes).toEqual(new Set(['note-a']));
});

it('hands over a slice of changes at a time, links behind their nodes, and few of them at once', () => {
  const nodes = Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, version: 0 }));
  const lines = nodes.slice(1).map(({ id }, index) => ({ id: `${index} ${id}`, source: `${index}`, target: id }));
  let now = pace(nothingPaced<(typeof nodes)[0], (typeof lines)[0]>(), nodes, lines, 16);
  const sizes = [now.nodes.length];
  while (now.isBehind && sizes.length < 20) {
    now = pace(now, nodes, lines, 16);
    sizes.push(now.nodes.length);
    for (const { source, target } of now.lines) expect(now.nodeOf.has(source) && now.nodeOf.has(target)).toBe(true);
  }
  expect(sizes.slice(0, 3)).toEqual([16, 32, 40]);
  expect(now.lines).toHaveLength(39);
  const moved = nodes.map((one) => (one.id === '5' ? { ...one, version: 1 } : one));
  const after = pace(now, moved, lines, 16);
  expect(after.isBehind).toBe(false);
  expect(after.nodeOf.get('5')?.version).toBe(1);
  expect(after.nodeOf.get('6')).toBe(now.nodeOf.get('6'));
  // What was removed goes in slices, too.
  const gone = pace(after, [], [], 16);
  expect(gone.nodes).toHaveLength(24);
  expect(gone.isBehind).toBe(true);
});

it('lets the way of a message stand out from the rest', () => {
  class Path {
    readonly to: number[] = [];
    moveTo(): void {}
    lineTo(x: number): void {
      this.to.push(x);
    }
    bezierCurveTo(...given: number[]): void {
      this.to.push(given[4] as number);
    }
  }
  vi.stubGlobal('Path2D', Path);
  const painted = {
    filled: [] as number[],
    framed: [] as [x: number, colour: string][],
    lines: new Map<string, number>(),
  };
  const context = {
    ...{ fillStyle: '', strokeStyle: '', lineWidth: 1, globalAlpha: 1, font: '', textAlign: 'start' },
    ...{ clearRect() {}, save() {}, translate() {}, scale() {}, restore() {} },
    fillRect(x: number, _y: number, width: number) {
      if (width > 100 && this.fillStyle === '--surface') painted.filled.push(x);
    },
    strokeRect(x: number) {
      painted.framed.push([x, this.strokeStyle]);
    },
    stroke(path: Path) {
      painted.lines.set(`${this.strokeStyle} ${this.globalAlpha}`, path.to.length);
    },
  };
  const paint = (trail?: Trail): typeof painted => {
    Object.assign(painted, { filled: [], framed: [], lines: new Map() });
    const chain = { ...chainOf(4), notes: [] };
    const words = { chainNode: '', unknownKind: '', unresolved: '', input: '', messagesIn: '' };
    const sets = {
      problems: new Set<string>(),
      found: new Set<string>(),
      nodes: new Set([INPUT]),
      links: new Set<string>(),
    };
    const painting = { chain, selection: NOTHING, targetNames: new Map(), traffic: undefined, shift: undefined, words };
    // As in a browser, of which only this much is used.
    const drawn = context as unknown as CanvasRenderingContext2D;
    paintChain(
      drawn,
      { ...painting, ...sets, trail },
      { x: 0, y: 0, zoom: 0.1, width: 500, height: 500 },
      (name) => name,
    );
    return structuredClone(painted);
  };
  const plain = paint();
  expect(plain.filled).toEqual([0, 240, 480, 720]);
  expect(plain.framed.map(([, colour]) => colour)).toEqual(['--line', '--line', '--line', '--line']);
  const way = paint({ nodes: new Set(['0', '1']), links: new Set([linkKey({ from: '0', to: '1' })]) });
  expect(way.filled).toEqual([0, 240]);
  expect(way.framed).toEqual([
    [0, '--accent'],
    [240, '--accent'],
    [480, '--line'],
    [720, '--line'],
  ]);
  expect(way.lines.get('--accent 1')).toBe(1);
  // From where messages enter, and the two that it did not take.
  expect(way.lines.get('--text-3 0.35')).toBe(3);
  vi.unstubAllGlobals();
});
