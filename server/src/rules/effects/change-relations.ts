import type { EntityId } from '@signalbox/contract/id';
import type { Relation, RelationDirection } from '@signalbox/contract/relation';
import type { UnitOfWork } from '../../storage/transaction.ts';
import { defineListEffect } from './effect-kind.ts';

/** Identifies a COMMON relation. */
export type RelationEnds = Pick<Relation, 'from' | 'to' | 'type'>;

/** A change of COMMON relations; `clear` deletes those of a type that start (FROM) or end (TO) at an entity. */
export type RelationChange =
  | { save: RelationEnds }
  | { delete: RelationEnds }
  | { clear: { at: EntityId; direction: RelationDirection; type: string } };

/** Relations that a chain creates and deletes. One that is there is left as it is. */
export const changeRelations = defineListEffect({
  kind: 'changeRelations',
  adder:
    (changes: RelationChange[]) =>
    (change: RelationChange): void => {
      changes.push(change);
    },
  store,
});

/** All deletions first, then what remains of the creations: three statements however many changes there are. */
async function store({ client }: UnitOfWork, changes: readonly RelationChange[]): Promise<void> {
  /** key → relation that exists in the end */
  const saved = new Map<string, RelationEnds>();
  const deleted = new Map<string, RelationEnds>();
  const cleared = new Map<string, Extract<RelationChange, { clear: unknown }>['clear']>();
  for (const change of changes) {
    if ('save' in change) saved.set(keyOf(change.save), change.save);
    else if ('delete' in change) {
      saved.delete(keyOf(change.delete));
      deleted.set(keyOf(change.delete), change.delete);
    } else {
      const { clear } = change;
      cleared.set(JSON.stringify(clear), clear);
      for (const [key, relation] of saved) if (isCleared(relation, clear)) saved.delete(key);
    }
  }
  // In one order, so that batches do not wait for each other in a circle.
  const columns = (relations: ReadonlyMap<string, RelationEnds>) => {
    const rows = [...relations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, relation]) => relation);
    return [
      rows.map(({ from }) => from.id),
      rows.map(({ from }) => from.entityType),
      rows.map(({ to }) => to.id),
      rows.map(({ to }) => to.entityType),
      rows.map(({ type }) => type),
    ];
  };
  for (const direction of ['FROM', 'TO'] as const) {
    const ends = [...cleared.values()].filter((clear) => clear.direction === direction);
    if (ends.length > 0) await clearEnds(client, direction, ends);
  }
  if (deleted.size > 0) {
    await client.query({
      name: 'rules-relation-delete',
      text: `DELETE FROM relation USING unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[])
          AS gone (from_id, from_type, to_id, to_type, type)
        WHERE relation.from_id = gone.from_id AND relation.from_type = gone.from_type
          AND relation.relation_type_group = 'COMMON' AND relation.relation_type = gone.type
          AND relation.to_id = gone.to_id AND relation.to_type = gone.to_type`,
      values: columns(deleted),
    });
  }
  if (saved.size > 0) {
    await client.query({
      name: 'rules-relation-insert',
      text: `INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
        SELECT *, 'COMMON' FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[])
        ON CONFLICT DO NOTHING`,
      values: columns(saved),
    });
  }
}

async function clearEnds(
  client: UnitOfWork['client'],
  direction: RelationDirection,
  ends: readonly { at: EntityId; type: string }[],
): Promise<void> {
  const near = direction === 'FROM' ? 'from' : 'to';
  await client.query({
    name: `rules-relation-clear-${near}`,
    text: `DELETE FROM relation USING unnest($1::uuid[], $2::text[], $3::text[]) AS gone (id, entity_type, type)
      WHERE relation.${near}_id = gone.id AND relation.${near}_type = gone.entity_type
        AND relation.relation_type_group = 'COMMON' AND relation.relation_type = gone.type`,
    values: [ends.map(({ at }) => at.id), ends.map(({ at }) => at.entityType), ends.map(({ type }) => type)],
  });
}

const keyOf = ({ from, to, type }: RelationEnds): string =>
  JSON.stringify([from.id, from.entityType, type, to.id, to.entityType]);

/** Whether a deletion of all relations of a type at an entity deletes this one. */
export function isCleared(
  { from, to, type }: RelationEnds,
  clear: Extract<RelationChange, { clear: unknown }>['clear'],
): boolean {
  const near = clear.direction === 'FROM' ? from : to;
  return type === clear.type && near.id === clear.at.id && near.entityType === clear.at.entityType;
}

/** Whether two relations are the same. */
export function isSameRelation(a: RelationEnds, b: RelationEnds): boolean {
  return keyOf(a) === keyOf(b);
}
