import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import type { Relation, RelationFilter } from '@signalbox/contract/relation';
import { describe, expect, it } from 'vitest';
import { findRelated, type RelatedSearch } from './related-entities.ts';

/** `Ta` is a tenant, `Cx` a customer; all others are devices. */
const KINDS: Record<string, EntityType> = { T: 'TENANT', C: 'CUSTOMER', A: 'ASSET' };
const entity = (name: string): EntityId => entityId(KINDS[name[0] as string] ?? 'DEVICE', name);

/** Parses relations written as `from type to`. */
function graph(...lines: string[]) {
  const relations = lines.map((line): Relation => {
    const [from, type, to] = line.split(' ') as [string, string, string];
    return { from: entity(from), to: entity(to), type, typeGroup: 'COMMON', additionalInfo: null };
  });
  return async (ids: readonly string[], direction: 'FROM' | 'TO') =>
    relations.filter(({ from, to }) => ids.includes((direction === 'FROM' ? from : to).id));
}

const any: RelationFilter[] = [{}];

async function found(relationsOf: ReturnType<typeof graph>, search: Partial<RelatedSearch> = {}): Promise<string[]> {
  const ids = await findRelated(
    { root: entity('root'), direction: 'FROM', maxLevel: 0, fetchLastLevelOnly: false, filters: any, ...search },
    relationsOf,
  );
  return [...ids.values()].flat().sort();
}

describe('a search by relations', () => {
  const tree = graph('root Contains A1', 'A1 Contains a', 'A1 Manages b', 'a Contains c', 'x Contains root');

  it('follows all relations from the root, however many levels', async () => {
    expect(await found(tree)).toEqual(['A1', 'a', 'b', 'c']);
    expect(await found(tree, { maxLevel: -1 })).toEqual(['A1', 'a', 'b', 'c']);
  });

  it('follows relations in the other direction', async () => {
    expect(await found(tree, { root: entity('c'), direction: 'TO' })).toEqual(['A1', 'a', 'root', 'x']);
  });

  it('ends at the last level', async () => {
    expect(await found(tree, { maxLevel: 1 })).toEqual(['A1']);
    expect(await found(tree, { maxLevel: 2 })).toEqual(['A1', 'a', 'b']);
  });

  it('applies the filters only to the last relation of a path', async () => {
    expect(await found(tree, { filters: [{ relationType: 'Manages' }] })).toEqual(['b']);
    expect(await found(tree, { filters: [{ entityTypes: ['DEVICE'] }] })).toEqual(['a', 'b', 'c']);
    const either = [{ relationType: 'Manages' }, { relationType: 'Contains', entityTypes: ['ASSET' as const] }];
    expect(await found(tree, { filters: either })).toEqual(['A1', 'b']);
    expect(await found(tree, { filters: [{ relationType: 'Manages', entityTypes: ['ASSET'] }] })).toEqual([]);
  });

  it('keeps entities without further relations as the last level', async () => {
    expect(await found(tree, { fetchLastLevelOnly: true })).toEqual(['b', 'c']);
    expect(await found(tree, { fetchLastLevelOnly: true, maxLevel: 2 })).toEqual(['a', 'b']);
    // Only relations that pass the filters are followed.
    expect(await found(tree, { fetchLastLevelOnly: true, filters: [{ entityTypes: ['ASSET'] }] })).toEqual(['A1']);
  });

  it('uses the longest of several paths as the level', async () => {
    const ways = graph('root Contains a', 'root Contains b', 'b Contains a', 'a Contains c');
    expect(await found(ways, { fetchLastLevelOnly: true, maxLevel: 2 })).toEqual(['a', 'c']);
  });

  it('terminates on cycles, and never finds the root', async () => {
    const circle = graph('root Contains a', 'a Contains b', 'b Contains a', 'b Contains root', 'a Contains a');
    expect(await found(circle)).toEqual(['a', 'b']);
    expect(await found(circle, { fetchLastLevelOnly: true, maxLevel: 2 })).toEqual(['b']);
  });

  it('follows a relation back to an entity only if there is another path', async () => {
    const filters = [{ relationType: 'Manages' }];
    const only = graph('root Contains a', 'a Contains b', 'b Manages a');
    expect(await found(only, { filters })).toEqual([]);
    const around = graph('root Contains a', 'a Contains b', 'b Manages a', 'root Contains d', 'd Contains b');
    expect(await found(around, { filters })).toEqual(['a']);
    expect(await found(around, { filters, maxLevel: 2 })).toEqual([]);
  });

  it('finds nothing where there are no relations', async () => {
    expect(await found(graph())).toEqual([]);
  });

  it('gives up on graphs that are too large', async () => {
    const wide = graph();
    const many = Array.from({ length: 100_001 }, (_, at) => ({
      ...{ from: entity('root'), to: entity(`d${at}`), type: 'Contains', typeGroup: 'COMMON' as const },
      additionalInfo: null,
    }));
    await expect(found(async (ids) => (ids.includes('root') ? many : wide(ids, 'FROM')))).rejects.toThrow('100000');
    // Everything is related to everything: the number of paths explodes.
    const names = Array.from({ length: 14 }, (_, at) => (at === 0 ? 'root' : `n${at}`));
    const knot = graph(...names.flatMap((a) => names.map((b) => `${a} Contains ${b}`)));
    await expect(found(knot, { fetchLastLevelOnly: true, maxLevel: 12 })).rejects.toThrow('too many paths');
  });
});
