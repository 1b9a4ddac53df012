import { describe, expect, it } from 'vitest';
import { type Branch, keyEffect, rowsOf, searched, type TreeNode, typedTo } from './tree-model.ts';

const branch = (children: TreeNode[], part: Partial<Branch> = {}): Branch => ({
  ...{ children, state: 'ready', more: 0, saysEmpty: false },
  ...part,
});
const node = (key: string, below: TreeNode['below'] = 'none'): TreeNode => ({ key, text: key, below });
const TREE = [
  node('site', branch([node('hall', branch([node('pump')])), node('yard', 'closed')], { more: 7 })),
  node('spare'),
];
const rows = rowsOf(TREE);

describe('the lines of a tree', () => {
  it('are its open nodes, with their level and place', () => {
    expect(rows.map((row) => [row.key, row.kind, row.level, row.place, row.size, row.parent])).toEqual([
      ['site', 'node', 1, 1, 2, undefined],
      ['hall', 'node', 2, 1, 3, 'site'],
      ['pump', 'node', 3, 1, 1, 'hall'],
      ['yard', 'node', 2, 2, 3, 'site'],
      ['site end', 'more', 2, 3, 3, 'site'],
      ['spare', 'node', 1, 2, 2, undefined],
    ]);
  });

  it.each([
    ['that are read', { state: 'loading' }, ['loading']],
    ['that could not be read', { state: 'failed', error: 'why' }, ['failed']],
    ['that somebody opened and that are empty', { saysEmpty: true }, ['empty']],
    ['that are empty', {}, []],
  ] as const)('say how levels stand %s', (_, part, kinds) => {
    const [top, ...below] = rowsOf([node('site', branch([], part))]);
    expect(below.map(({ kind }) => kind)).toEqual(kinds);
    expect(top?.kind === 'node' && top.isOpen).toBe(kinds.length > 0 ? true : undefined);
  });
});

describe('keys in a tree', () => {
  it.each([
    ['site', 'ArrowDown', { focus: 'hall' }],
    ['hall', 'ArrowUp', { focus: 'site' }],
    ['spare', 'ArrowDown', undefined],
    ['yard', 'Home', { focus: 'site' }],
    ['site', 'End', { focus: 'spare' }],
    ['site', 'ArrowRight', { focus: 'hall' }],
    ['yard', 'ArrowRight', { do: 'open' }],
    ['pump', 'ArrowRight', undefined],
    ['hall', 'ArrowLeft', { do: 'close' }],
    ['pump', 'ArrowLeft', { focus: 'hall' }],
    ['site end', 'ArrowLeft', { focus: 'site' }],
    ['spare', 'ArrowLeft', undefined],
    ['site end', 'Enter', { do: 'run' }],
    ['pump', ' ', { do: 'run' }],
    ['pump', 'Tab', undefined],
    ['nowhere', 'ArrowDown', undefined],
  ] as const)('on %s: %s', (at, key, effect) => {
    expect(keyEffect(rows, at, key, false)).toEqual(effect);
  });

  it('are mirrored from right to left', () => {
    expect(keyEffect(rows, 'yard', 'ArrowLeft', true)).toEqual({ do: 'open' });
    expect(keyEffect(rows, 'pump', 'ArrowRight', true)).toEqual({ focus: 'hall' });
  });

  it('that are letters lead to the next name that begins with them', () => {
    expect(typedTo(rows, 'site', 's')).toBe('spare');
    expect(typedTo(rows, 'spare', 'S')).toBe('site');
    expect(typedTo(rows, 'spare', 'sp')).toBe('spare');
    expect(typedTo(rows, 'spare', 'x')).toBeUndefined();
  });
});

describe('a search', () => {
  it('finds open nodes, and shows what is above them', () => {
    const { nodes, found } = searched(TREE, ' PUM ');
    expect(found).toBe(1);
    expect(rowsOf(nodes).map(({ key }) => key)).toEqual(['site', 'hall', 'pump']);
  });

  it('counts all that it finds', () => {
    const { nodes, found } = searched(TREE, 'a');
    expect(found).toBe(3);
    expect(rowsOf(nodes).map(({ key }) => key)).toEqual(['site', 'hall', 'yard', 'spare']);
    expect(searched(TREE, 'nothing')).toEqual({ nodes: [], found: 0 });
  });
});
