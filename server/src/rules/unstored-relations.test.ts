import { expect, test } from 'vitest';
import type { RelationChange } from './effects/change-relations.ts';
import { unstoredRelations } from './unstored-relations.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const asset = (id: string) => ({ entityType: 'ASSET', id }) as const;
const inRoom = (id: string) => ({ from: asset(id), to: device, type: 'Contains' });

function after(changes: RelationChange[], earlier: RelationChange[] = []) {
  return unstoredRelations(changes, unstoredRelations(earlier, undefined));
}

test('the last change of a relation counts', () => {
  const clear = { clear: { at: device, direction: 'TO', type: 'Contains' } } as const;
  expect(after([]).has(inRoom('a'))).toBeUndefined();
  expect(after([{ save: inRoom('a') }]).has(inRoom('a'))).toBe(true);
  expect(after([{ save: inRoom('a') }, { delete: inRoom('a') }]).has(inRoom('a'))).toBe(false);
  expect(after([{ delete: inRoom('a') }, { save: inRoom('a') }]).has(inRoom('a'))).toBe(true);
  expect(after([{ save: inRoom('a') }, clear, { save: inRoom('b') }]).has(inRoom('a'))).toBe(false);
  expect(after([], [{ save: inRoom('a') }]).has(inRoom('a'))).toBe(true);
  expect(after([clear], [{ save: inRoom('a') }]).has(inRoom('a'))).toBe(false);
});

test('a list of stored relations becomes what it is now', () => {
  const changes: RelationChange[] = [
    { delete: inRoom('a') },
    { save: inRoom('c') },
    { save: inRoom('b') },
    { save: { ...inRoom('d'), type: 'Uses' } },
  ];
  const now = after(changes, [{ save: inRoom('e') }]).apply(device, 'TO', 'Contains', [inRoom('a'), inRoom('b')]);
  expect(now).toEqual([inRoom('b'), inRoom('e'), inRoom('c')]);
});

test('relations of all types, of an entity whose kind is not known', () => {
  const uses = { ...inRoom('d'), type: 'Uses' };
  const now = after([{ delete: inRoom('a') }, { save: uses }, { save: inRoom('b') }]);
  expect(now.apply({ id: 'device' }, 'TO', undefined, [inRoom('a'), inRoom('b')])).toEqual([inRoom('b'), uses]);
  expect(now.apply({ id: 'device' }, 'FROM', undefined, [])).toEqual([]);
});
