import type pg from 'pg';

/** Most names remembered. */
const MAX_NAMES = 100_000;

export interface KeyIds {
  /** Ids of the names that exist, by name. */
  find(names: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** Names of ids that exist, by id. */
  names(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/**
 * Ids of names of attributes and series. A name keeps its id for ever, so that known ones are remembered; unknown ones
 * are asked for each time, since they can come into use.
 */
export function createKeyIds(pool: pg.Pool): KeyIds {
  /** name → id */
  const known = new Map<string, number>();

  return {
    async find(names) {
      const found = new Map<string, number>();
      const unknown: string[] = [];
      for (const name of new Set(names)) {
        const id = known.get(name);
        if (id === undefined) unknown.push(name);
        else found.set(name, id);
      }
      if (unknown.length === 0) return found;
      const result = await pool.query<{ id: number; name: string }>(
        'SELECT id, name FROM telemetry_key WHERE name = ANY($1::text[])',
        [unknown],
      );
      if (known.size > MAX_NAMES) known.clear();
      for (const { id, name } of result.rows) {
        known.set(name, id);
        found.set(name, id);
      }
      return found;
    },

    async names(ids) {
      if (ids.length === 0) return new Map();
      const result = await pool.query<{ id: number; name: string }>(
        'SELECT id, name FROM telemetry_key WHERE id = ANY($1::int[])',
        [ids],
      );
      return new Map(result.rows.map(({ id, name }) => [id, name]));
    },
  };
}
