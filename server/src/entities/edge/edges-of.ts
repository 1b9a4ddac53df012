import type { EntityId } from '@signalbox/contract/id';
import type pg from 'pg';

/** Edges that have to do with entities. */
export type EdgesOf = (wanted: readonly { tenantId: string; entityId: EntityId }[]) => Promise<string[][]>;

/**
 * Finds ids of edges: those that a device, asset, entity view or dashboard is on, those of a customer, or all of a
 * tenant; many entities with one statement.
 */
export function createEdgesOf(pool: pg.Pool): EdgesOf {
  return async (wanted) => {
    const { rows } = await pool.query<{ place: string; edge_id: string }>({
      name: 'edges of entities',
      text: `WITH wanted AS (
          SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS w (tenant_id, type, id, place)
        )
        SELECT place, edge.id AS edge_id FROM wanted
          JOIN relation ON relation.to_id = wanted.id AND relation.to_type = wanted.type
            AND relation.from_type = 'EDGE' AND relation_type_group = 'EDGE' AND relation_type = 'Contains'
          JOIN edge ON edge.id = relation.from_id AND edge.tenant_id = wanted.tenant_id
          WHERE wanted.type NOT IN ('TENANT', 'CUSTOMER')
        UNION ALL SELECT place, edge.id FROM wanted
          JOIN edge ON edge.tenant_id = wanted.tenant_id AND edge.customer_id = wanted.id
          WHERE wanted.type = 'CUSTOMER'
        UNION ALL SELECT place, edge.id FROM wanted
          JOIN edge ON edge.tenant_id = wanted.id WHERE wanted.type = 'TENANT' AND wanted.id = wanted.tenant_id
        ORDER BY place, edge_id`,
      values: [
        wanted.map(({ tenantId }) => tenantId),
        wanted.map(({ entityId }) => entityId.entityType),
        wanted.map(({ entityId }) => entityId.id),
      ],
    });
    const found = wanted.map((): string[] => []);
    for (const { place, edge_id } of rows) found[Number(place) - 1]?.push(edge_id);
    return found;
  };
}
