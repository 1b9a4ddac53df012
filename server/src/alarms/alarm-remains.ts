import type pg from 'pg';
import type { Remains } from '../entities/deletion/remains.ts';
import { remainsInTable } from '../entities/deletion/table-remains.ts';

/** Alarms about entities that are gone, and those that were propagated to them. What is left of a tenant is its entities'. */
export function createAlarmRemains(pool: pg.Pool, onChange: () => void): Remains[] {
  const tables = [remainsInTable(pool, 'alarm', 'originator_id'), remainsInTable(pool, 'alarm_place', 'entity_id')];
  return tables.map(({ remove, owners }) => ({
    async remove(unit, entityIds) {
      unit.afterCommit(onChange);
      return remove(unit, entityIds);
    },
    owners,
  }));
}
