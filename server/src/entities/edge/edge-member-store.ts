import type { PageData, TimePageLink } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, rowOrder, type SortColumns } from '../../storage/paging.ts';
import type { EntityKind } from '../entity-kind.ts';
import type { PagedLists } from '../paged-lists.ts';

/** How entities of a kind that can be on edges are read. */
export interface EdgeMemberRows<Row> {
  kind: EntityKind;
  /** Columns of a row of the list, of the row `e`. */
  columns: RawBuilder<unknown>;
  /** Column that searches look into. */
  searched: string;
  /** Whether lists can be narrowed to a type. */
  hasType: boolean;
  /** Properties that lists can be sorted by, in SQL on the row `e`. */
  orders: SortColumns;
  toEntity: (row: never) => Row;
}

/** What is on edges: relations EDGE -[Contains, group EDGE]-> entity. Every method takes the tenant it may look into. */
export function createEdgeMemberStore<Row>(db: Database, lists: PagedLists, member: EdgeMemberRows<Row>) {
  const { kind, columns, searched, hasType, orders, toEntity } = member;
  const { table, entityType } = kind;
  const key = (edgeId: string) => sql<SqlBool>`relation.from_id = ${edgeId} AND relation.from_type = 'EDGE'
    AND relation.relation_type_group = 'EDGE' AND relation.relation_type = 'Contains'
    AND relation.to_type = ${entityType}`;
  const told = (tenantId: string, edgeId: string, action: string, from: string, now = Date.now()) => sql`
    INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
    SELECT time_uuid(${now}), ${now}, ${tenantId}, ${edgeId}, ${action}, ${entityType}, to_id FROM ${sql.table(from)}`;

  return {
    async list(tenantId: string, edgeId: string, link: TimePageLink, type: string | undefined): Promise<PageData<Row>> {
      const { startTime, endTime, textSearch } = link;
      const conditions = [
        sql<SqlBool>`e.tenant_id = ${tenantId}`,
        sql<SqlBool>`e.id IN (SELECT to_id FROM relation WHERE ${key(edgeId)})`,
        contains(sql.ref(`e.${searched}`), textSearch),
        ...(hasType && type ? [sql<SqlBool>`e.type = ${type}`] : []),
        ...(startTime ? [sql<SqlBool>`e.created_time >= ${startTime}`] : []),
        ...(endTime ? [sql<SqlBool>`e.created_time <= ${endTime}`] : []),
      ];
      const page = await lists.select<never>(link, {
        tenantId,
        table: sql.table(table),
        select: columns,
        where: sql<SqlBool>`${sql.join(conditions, sql` AND `)}`,
        isNarrow: true,
        isScattered: true,
        order: rowOrder(link, orders),
      });
      return { ...page, data: page.data.map(toEntity) };
    },

    /** Puts an entity on an edge, and tells the edge; false when one of them is gone. */
    async put(tenantId: string, edgeId: string, id: string): Promise<boolean> {
      // Both are held, so that neither is deleted and leaves the relation behind.
      const { rows } = await sql`WITH ends AS MATERIALIZED (
          SELECT edge.id AS from_id, ${sql.table(table)}.id AS to_id FROM edge, ${sql.table(table)}
          WHERE edge.tenant_id = ${tenantId} AND edge.id = ${edgeId}
            AND ${sql.ref(`${table}.tenant_id`)} = ${tenantId} AND ${sql.ref(`${table}.id`)} = ${id} FOR KEY SHARE
        ), put AS (
          INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
          SELECT from_id, 'EDGE', to_id, ${entityType}, 'Contains', 'EDGE' FROM ends
          ON CONFLICT DO NOTHING
        ), told AS (${told(tenantId, edgeId, 'ASSIGNED_TO_EDGE', 'ends')})
        SELECT FROM ends`.execute(db);
      return rows.length > 0;
    },

    /** Takes an entity from an edge whose root it is not, and tells the edge; does nothing when it is not on it. */
    async take(tenantId: string, edgeId: string, id: string): Promise<void> {
      await sql`WITH taken AS (
          DELETE FROM relation WHERE ${key(edgeId)} AND relation.to_id = ${id}
            AND EXISTS (SELECT FROM edge WHERE edge.tenant_id = ${tenantId} AND edge.id = ${edgeId}
              AND edge.root_rule_chain_id IS DISTINCT FROM ${id}::uuid)
          RETURNING to_id
        )
        ${told(tenantId, edgeId, 'UNASSIGNED_FROM_EDGE', 'taken')}`.execute(db);
    },
  };
}
