import { NULL_UUID } from '@signalbox/contract/id';
import type { RelationParameters } from '@signalbox/contract/relation';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { searchRelations } from './relation-search.ts';
import { createRelationStore } from './relation-store.ts';

const MANY = 20_000;
const rows = Array.from({ length: MANY }, (_, number) => ({
  from_id: NULL_UUID,
  from_type: 'ASSET',
  to_id: `device ${number}`,
  to_type: 'DEVICE',
  relation_type: 'Contains',
  relation_type_group: 'COMMON',
  additional_info: null,
}));
const store = createRelationStore({ query: async () => ({ rows }) } as unknown as pg.Pool);

/** How many turns others have until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const take = (): void => {
    turns++;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  await ended;
  return turns;
}

it('leaves turns to others while it reads all relations of an entity', async () => {
  expect(await turnsDuring(store.listOf([NULL_UUID], 'FROM', 'COMMON'))).toBeGreaterThan(0);
  expect(await store.listOf([NULL_UUID], 'FROM', 'COMMON')).toHaveLength(MANY);
});

it('leaves turns to others while it looks through what was found', async () => {
  const found = await store.listOf([NULL_UUID], 'FROM', 'COMMON');
  const search: RelationParameters = {
    rootId: NULL_UUID,
    rootType: 'ASSET',
    direction: 'FROM',
    relationTypeGroup: 'COMMON',
    maxLevel: 1,
    fetchLastLevelOnly: false,
  };
  const searching = searchRelations({ listOf: async () => found }, search, []);
  expect(await turnsDuring(searching)).toBeGreaterThan(0);
  expect(await searching).toHaveLength(MANY);
});
