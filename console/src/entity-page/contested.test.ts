import { describe, expect, it } from 'vitest';
import { contestedOf, mergedValues } from './contested.ts';

const names = ['name', 'label', 'type', 'tags'];
const base = { name: 'Pump', label: '', type: 'a', tags: ['x'] };

describe('what two people have changed', () => {
  it('is contested where they changed something, unless both changed it to the same', () => {
    const mine = { ...base, name: 'My pump', type: 'b', tags: ['x', 'y'] };
    const theirs = { ...base, label: 'their label', type: 'b', tags: ['x', 'z'] };
    expect(contestedOf(names, base, mine, theirs)).toEqual([
      { name: 'label', mine: '', theirs: 'their label', isMine: false },
      { name: 'tags', mine: ['x', 'y'], theirs: ['x', 'z'], isMine: true },
    ]);
    expect(contestedOf(names, base, mine, { ...base, tags: ['x'] })).toEqual([]);
  });

  it('becomes one: mine, with theirs where I do not keep mine, also where one of us has none', () => {
    const mine = { own: 1, both: 2, gone: undefined };
    const contested = contestedOf(['own', 'both', 'gone', 'added'], { own: 0, both: 0, gone: 0 }, mine, {
      own: 0,
      both: 3,
      gone: 4,
      added: 5,
    });
    expect(contested.map(({ name }) => name)).toEqual(['both', 'gone', 'added']);
    expect(mergedValues(contested, mine, new Set(['gone']))).toEqual({ own: 1, both: 3, gone: undefined, added: 5 });
  });
});
