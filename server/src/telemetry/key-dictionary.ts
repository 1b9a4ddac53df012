import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type pg from 'pg';
import { storableText } from '../storage/storable-text.ts';
import { MAX_KEY_LENGTH } from '../values/value-rules.ts';

/**
 * Maps names of attributes and series to their numbers in the database; cached, since names are few and never change.
 */
export interface KeyDictionary {
  /** Number of a cached name. */
  cached(name: string): number | undefined;
  /**
   * Numbers of names; new names get one. In a separate statement, so that numbers outlive a unit that is rolled back.
   */
  idsOf(names: Iterable<string>): Promise<Map<string, number>>;
  /** Numbers of the names that have one. */
  knownIdsOf(names: Iterable<string>): Promise<Map<string, number>>;
}

/** Most names kept in memory: a device that keeps inventing names must not exhaust it. */
const MAX_CACHED = 100_000;

/** @param pool connections separate from those of units of work, see PackedSeriesStoreParts.pool */
export function createKeyDictionary(pool: pg.Pool): KeyDictionary {
  /** name → number */
  const cache = new Map<string, number>();

  function remember(rows: { id: number; name: string }[], into: Map<string, number>): void {
    if (cache.size + rows.length > MAX_CACHED) cache.clear();
    for (const { id, name } of rows) {
      cache.set(name, id);
      into.set(name, id);
    }
  }

  function fromCache(names: Iterable<string>): { found: Map<string, number>; missing: string[] } {
    const found = new Map<string, number>();
    const missing = new Set<string>();
    for (const name of names) {
      const id = cache.get(name);
      if (id !== undefined) found.set(name, id);
      // The others have no number, and would fail the statement.
      else if (isStorableText(name)) missing.add(name);
    }
    return { found, missing: [...missing].sort() };
  }

  async function knownIdsOf(names: Iterable<string>): Promise<Map<string, number>> {
    const { found, missing } = fromCache(names);
    if (missing.length === 0) return found;
    const result = await pool.query<{ id: number; name: string }>(
      'SELECT id, name FROM telemetry_key WHERE name = ANY($1::text[])',
      [missing],
    );
    remember(result.rows, found);
    return found;
  }

  return {
    cached: (name) => cache.get(name),
    knownIdsOf,
    async idsOf(names) {
      const wanted = [...names];
      const known = await knownIdsOf(wanted);
      const missing = [...new Set(wanted)].filter((name) => !known.has(name)).sort();
      if (missing.length === 0) return known;
      for (const name of missing) {
        if (name.length > MAX_KEY_LENGTH)
          throw new Error(`Key [${name.slice(0, 40)}…] is longer than ${MAX_KEY_LENGTH}`);
        // It would be stored as another name, and have no number.
        if (!isStorableText(name)) throw new Error(`Key [${storableText(name)}] ${UNSTORABLE_TEXT}`);
      }
      await pool.query('INSERT INTO telemetry_key (name) SELECT unnest($1::text[]) ON CONFLICT (name) DO NOTHING', [
        missing,
      ]);
      const added = await knownIdsOf(missing);
      for (const [name, id] of added) known.set(name, id);
      return known;
    },
  };
}
