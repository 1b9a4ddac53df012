import { type EntityId, entityId } from '@signalbox/contract/id';
import type { Relation, RelationParameters } from '@signalbox/contract/relation';
import { describe, expect, it } from 'vitest';
import { searchRelations } from './relation-search.ts';

const device = (id: string) => entityId('DEVICE', id);
const asset = (id: string) => entityId('ASSET', id);
const relation = (from: EntityId, to: EntityId, type = 'Contains'): Relation => ({
  from,
  to,
  type,
  typeGroup: 'COMMON',
  additionalInfo: null,
});

/** A building with two floors, a room that leads back to the building, and a device in each. */
const RELATIONS = [
  relation(asset('building'), asset('floor')),
  relation(asset('building'), device('meter'), 'Uses'),
  relation(asset('floor'), device('lamp')),
  relation(asset('floor'), asset('building')),
  relation(device('lamp'), device('bulb')),
];
const store = {
  listOf: async (ids: readonly string[], direction: 'FROM' | 'TO') =>
    RELATIONS.filter(({ from, to }) => ids.includes((direction === 'FROM' ? from : to).id)),
};
const parameters = (given: Partial<RelationParameters>): RelationParameters => ({
  rootId: 'building',
  rootType: 'ASSET',
  direction: 'FROM',
  relationTypeGroup: 'COMMON',
  maxLevel: 1,
  fetchLastLevelOnly: false,
  ...given,
});
const ends = (relations: Relation[]) => relations.map(({ from, to }) => `${from.id} → ${to.id}`);

describe('search by relations', () => {
  it('finds what is next to the root', async () => {
    expect(ends(await searchRelations(store, parameters({}), []))).toEqual(['building → floor', 'building → meter']);
  });

  it('goes as deep as asked and comes out of circles', async () => {
    expect(ends(await searchRelations(store, parameters({ maxLevel: 0 }), []))).toEqual([
      'building → floor',
      'building → meter',
      'floor → lamp',
      'floor → building',
      'lamp → bulb',
    ]);
  });

  it('walks through what the filters leave out', async () => {
    const filters = [{ relationType: 'Contains', entityTypes: ['DEVICE' as const] }];
    expect(ends(await searchRelations(store, parameters({ maxLevel: 3 }), filters))).toEqual([
      'floor → lamp',
      'lamp → bulb',
    ]);
  });

  it('can keep only the last level', async () => {
    const last = parameters({ maxLevel: 2, fetchLastLevelOnly: true });
    expect(ends(await searchRelations(store, last, []))).toEqual(['floor → lamp', 'floor → building']);
    const unlimited = parameters({ maxLevel: 0, fetchLastLevelOnly: true });
    expect(await searchRelations(store, unlimited, [])).toEqual([]);
  });

  it('goes against the direction too', async () => {
    const upwards = parameters({ rootId: 'lamp', rootType: 'DEVICE', direction: 'TO', maxLevel: 2 });
    expect(ends(await searchRelations(store, upwards, []))).toEqual(['floor → lamp', 'building → floor']);
  });
});
