import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import type { Relation, RelationDirection, RelationTypeGroup } from '@signalbox/contract/relation';
import type pg from 'pg';
import { badRequest } from '../../http/errors.ts';
import { createBatchChanger } from '../../storage/batch-writer.ts';
import { asJson } from '../../storage/json-column.ts';

interface RelationRow {
  from_id: string;
  from_type: EntityType;
  to_id: string;
  to_type: EntityType;
  relation_type: string;
  relation_type_group: RelationTypeGroup;
  additional_info: unknown;
}

/** Maximum number of relations that are read at once, so that none of their ends can exhaust the memory. */
const MAX_RELATIONS = 100_000;

/** Maximum number of relations of a type that are read at one of many entities. */
const MAX_OF_TYPE = 1_000;

/** Identifies a relation. */
export type RelationKey = Pick<Relation, 'from' | 'to' | 'type' | 'typeGroup'>;

function toRelation(row: RelationRow): Relation {
  return {
    from: entityId(row.from_type, row.from_id),
    to: entityId(row.to_type, row.to_id),
    type: row.relation_type,
    typeGroup: row.relation_type_group,
    additionalInfo: row.additional_info ?? null,
  };
}

/** Relations that are made of rows in a turn. */
const IN_TURN = 2_000;

/** As `toRelation`; while many are made, others have their turns. */
async function toRelations(rows: readonly RelationRow[]): Promise<Relation[]> {
  const relations: Relation[] = [];
  for (let at = 0; at < rows.length; at += IN_TURN) {
    if (at > 0) await nextTurn();
    for (const row of rows.slice(at, at + IN_TURN)) relations.push(toRelation(row));
  }
  return relations;
}

const KEY = 'from_id = $1 AND from_type = $2 AND to_id = $3 AND to_type = $4';
const keyValues = ({ from, to, type, typeGroup }: RelationKey) => [
  from.id,
  from.entityType,
  to.id,
  to.entityType,
  type,
  typeGroup,
];

const keyOf = (relation: Relation): string => JSON.stringify(keyValues(relation));

/**
 * Rows of `relation`. They name no tenant: both ends do, and the service has checked the caller against them.
 */
export function createRelationStore(pool: pg.Pool) {
  const save = createBatchChanger<Relation, void>(async (relations) => {
    await pool.query({
      name: 'relation-upsert',
      text: `INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group, additional_info)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::json[])
       ON CONFLICT (from_id, from_type, relation_type_group, relation_type, to_id, to_type)
       DO UPDATE SET additional_info = excluded.additional_info`,
      values: [
        relations.map(({ from }) => from.id),
        relations.map(({ from }) => from.entityType),
        relations.map(({ to }) => to.id),
        relations.map(({ to }) => to.entityType),
        relations.map(({ type }) => type),
        relations.map(({ typeGroup }) => typeGroup),
        relations.map(({ additionalInfo }) => asJson(additionalInfo)),
      ],
    });
    return [];
  }, keyOf);

  return {
    /** Creates or replaces a relation; those at the same time share a statement. */
    save,

    async find(key: RelationKey): Promise<Relation | undefined> {
      const result = await pool.query<RelationRow>(
        `SELECT * FROM relation WHERE ${KEY} AND relation_type = $5 AND relation_type_group = $6`,
        keyValues(key),
      );
      return result.rows[0] && toRelation(result.rows[0]);
    },

    async delete(key: RelationKey): Promise<boolean> {
      const result = await pool.query(
        `DELETE FROM relation WHERE ${KEY} AND relation_type = $5 AND relation_type_group = $6`,
        keyValues(key),
      );
      return (result.rowCount ?? 0) > 0;
    },

    /** Deletes everything that starts or ends at the entity. */
    async deleteAll(id: EntityId): Promise<void> {
      await pool.query(
        'DELETE FROM relation WHERE (from_id = $1 AND from_type = $2) OR (to_id = $1 AND to_type = $2)',
        [id.id, id.entityType],
      );
    },

    /**
     * Relations that start (FROM) or end (TO) at any of the entities.
     * @throws ApiError 400 / 31 when they are too many
     */
    async listOf(
      ids: readonly string[],
      direction: RelationDirection,
      group: RelationTypeGroup,
      type?: string,
    ): Promise<Relation[]> {
      const near = direction === 'FROM' ? 'from_id' : 'to_id';
      const result = await pool.query<RelationRow>(
        `SELECT * FROM relation WHERE ${near} = ANY($1::uuid[]) AND relation_type_group = $2
         AND ($3::text IS NULL OR relation_type = $3) LIMIT $4`,
        [ids, group, type ?? null, MAX_RELATIONS + 1],
      );
      if (result.rows.length > MAX_RELATIONS) {
        throw badRequest(`There are more than ${MAX_RELATIONS} relations! An entity query reads such by pages.`);
      }
      return toRelations(result.rows);
    },

    /** Whether each of these COMMON relations exists. */
    async existing(relations: readonly Pick<Relation, 'from' | 'to' | 'type'>[]): Promise<boolean[]> {
      const { rows } = await pool.query<{ found: boolean }>({
        name: 'relation-existing',
        text: `SELECT EXISTS (SELECT FROM relation r WHERE r.from_id = w.from_id AND r.from_type = w.from_type
            AND r.relation_type_group = 'COMMON' AND r.relation_type = w.type
            AND r.to_id = w.to_id AND r.to_type = w.to_type) AS found
          FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[])
            WITH ORDINALITY AS w (from_id, from_type, to_id, to_type, type, place) ORDER BY place`,
        values: [
          relations.map(({ from }) => from.id),
          relations.map(({ from }) => from.entityType),
          relations.map(({ to }) => to.id),
          relations.map(({ to }) => to.entityType),
          relations.map(({ type }) => type),
        ],
      });
      return rows.map(({ found }) => found);
    },

    /** COMMON relations that start (FROM) or end (TO) at each of the entities, so many of each at most. */
    async listOfEach(ids: readonly string[], direction: RelationDirection, most: number): Promise<Relation[]> {
      const near = direction === 'FROM' ? 'from' : 'to';
      const { rows } = await pool.query<RelationRow>({
        name: `relation-of-each-${near}`,
        text: `SELECT r.* FROM unnest($1::uuid[]) AS w (id) CROSS JOIN LATERAL (SELECT * FROM relation
          WHERE ${near}_id = w.id AND relation_type_group = 'COMMON' LIMIT $2) r`,
        values: [ids, most],
      });
      return toRelations(rows);
    },

    /** COMMON relations of a type that start (FROM) or end (TO) at each of the entities, some of each at most. */
    async listOfType(
      ends: readonly { at: EntityId; type: string }[],
      direction: RelationDirection,
    ): Promise<Relation[]> {
      const near = direction === 'FROM' ? 'from' : 'to';
      const { rows } = await pool.query<RelationRow>({
        name: `relation-of-type-${near}`,
        text: `SELECT r.* FROM unnest($1::uuid[], $2::text[], $3::text[]) AS w (id, entity_type, type)
          CROSS JOIN LATERAL (SELECT * FROM relation WHERE ${near}_id = w.id AND ${near}_type = w.entity_type
            AND relation_type_group = 'COMMON' AND relation_type = w.type LIMIT ${MAX_OF_TYPE}) r`,
        values: [ends.map(({ at }) => at.id), ends.map(({ at }) => at.entityType), ends.map(({ type }) => type)],
      });
      return toRelations(rows);
    },
  };
}

export type RelationStore = ReturnType<typeof createRelationStore>;
