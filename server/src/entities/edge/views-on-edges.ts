import type { EntityId } from '@signalbox/contract/id';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

const isOn = (edgeId: string) => sql<SqlBool>`relation.from_id = ${edgeId} AND relation.from_type = 'EDGE'
  AND relation.relation_type_group = 'EDGE' AND relation.relation_type = 'Contains'`;

/** Entity views on edges, which are there with the device or the asset that they show. */
export function createViewsOnEdges(db: Database) {
  return {
    /** Whether the device or the asset that a view shows is on an edge. */
    async isTargetOn(edgeId: string, { id, entityType }: EntityId): Promise<boolean> {
      const { rows } = await sql`SELECT FROM relation
        WHERE ${isOn(edgeId)} AND to_id = ${id} AND to_type = ${entityType}`.execute(db);
      return rows.length > 0;
    },

    /** Name of a view on an edge that shows a device or an asset; undefined: there is none. */
    async findViewOf(edgeId: string, { id }: EntityId): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`
        SELECT entity_view.name FROM entity_view JOIN relation ON relation.to_id = entity_view.id
        WHERE ${isOn(edgeId)} AND (entity_view.device_id = ${id} OR entity_view.asset_id = ${id}) LIMIT 1`.execute(db);
      return rows[0]?.name;
    },
  };
}
