import type pg from 'pg';
import type { Remains } from '../entities/deletion/remains.ts';
import { remainsInTable } from '../entities/deletion/table-remains.ts';
import type { AttributeStore } from './attribute-store.ts';
import type { SeriesStore } from './series-store.ts';

/** Points and latest values of entities. The store drops them from memory at once and from disk soon after. */
export function createSeriesRemains(series: Pick<SeriesStore, 'deleteEntities'>, pool: pg.Pool): Remains {
  const ofTable = remainsInTable(pool, 'series', 'entity_id');
  const latest = remainsInTable(pool, 'latest_value', 'entity_id');
  return {
    async remove(unit, entityIds) {
      await series.deleteEntities(unit, entityIds);
      // Latest values whose series are already gone.
      return latest.remove(unit, entityIds);
    },
    async owners(after, limit) {
      const [ofSeries, ofLatest] = await Promise.all([ofTable.owners(after, limit), latest.owners(after, limit)]);
      return [...new Set([...ofSeries, ...ofLatest])].sort().slice(0, limit);
    },
  };
}

/** Attributes of entities, in the table and in memory. */
export function createAttributeRemains(attributes: Pick<AttributeStore, 'deleteEntities'>, pool: pg.Pool): Remains {
  return {
    ...remainsInTable(pool, 'attribute', 'entity_id'),
    async remove(unit, entityIds) {
      await attributes.deleteEntities(unit, entityIds);
      return true;
    },
  };
}
