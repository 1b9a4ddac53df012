import type pg from 'pg';
import { type IndexedType, TABLES, type ValueKey } from './value-tables.ts';

/** A key that many entities of a kind have, so that queries may well ask for it. */
export interface LikelyKey extends ValueKey {
  name: string;
  /** Which part of the entities has it. */
  share: number;
}

/** Places in the order of creation at which entities are looked at, and how many at each. */
const PLACES = 20;
const AT_PLACE = 50;
/** Which part of the entities has a likely key at least. */
const MIN_SHARE = 0.2;
/** Longest text in a sample of a key whose texts an index can be expected to hold. */
const MAX_TEXT = 250;

/** The kinds of entities of which a tenant has at least so many, the largest first. */
async function largeKinds(pool: pg.Pool, minEntities: number) {
  const found: { tenantId: string; entityType: IndexedType; entities: number }[] = [];
  for (const [entityType, table] of Object.entries(TABLES) as [IndexedType, string][]) {
    const { rows } = await pool.query<{ tenant_id: string; entities: number }>(
      `SELECT tenant_id, count(*)::integer AS entities FROM ${table} GROUP BY 1 HAVING count(*) >= $1`,
      [Math.max(1, minEntities)],
    );
    for (const row of rows) found.push({ tenantId: row.tenant_id, entityType, entities: row.entities });
  }
  return found.sort((a, b) => b.entities - a.entities);
}

/** Entities of a kind, some of each age. */
async function sampleOf(pool: pg.Pool, tenantId: string, entityType: IndexedType): Promise<string[]> {
  const table = TABLES[entityType];
  const { rows } = await pool.query<{ id: string }>(
    `SELECT DISTINCT picked.id
     FROM (SELECT min(created_time) AS first, max(created_time) AS last FROM ${table} WHERE tenant_id = $1) AS known
     CROSS JOIN generate_series(0, ${PLACES - 1}) AS n
     CROSS JOIN LATERAL (SELECT id FROM ${table} WHERE tenant_id = $1
         AND created_time <= known.last - (known.last - known.first) / ${PLACES} * n
       ORDER BY created_time DESC, id DESC LIMIT ${AT_PLACE}) AS picked`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

/** What the values of a table are like among some entities. */
const looked = (table: string, condition: string): string =>
  `SELECT key_id, name, present FROM (
     SELECT key_id, count(DISTINCT entity_id)::integer AS present,
       max(greatest(char_length(string_value), char_length(json_value::text))) AS longest
     FROM ${table} WHERE entity_id = ANY($1::uuid[]) AND ${condition} GROUP BY 1
   ) AS found JOIN telemetry_key ON telemetry_key.id = found.key_id
   WHERE coalesce(longest, 0) <= ${MAX_TEXT} AND present >= $2`;
const LOOKS = [
  ['newest', looked('attribute', 'scope IN (1, 2, 3)')],
  ['series', looked('latest_value', 'true')],
] as const;

/**
 * The keys that queries may well ask for: those of the largest kinds first, of each those that most entities have.
 * @param minEntities entities of a kind that a tenant has at least
 */
export async function findLikelyKeys(pool: pg.Pool, minEntities: number): Promise<LikelyKey[]> {
  const found: LikelyKey[] = [];
  for (const { tenantId, entityType } of await largeKinds(pool, minEntities)) {
    const ids = await sampleOf(pool, tenantId, entityType);
    const own: LikelyKey[] = [];
    for (const [scope, statement] of LOOKS) {
      const { rows } = await pool.query<{ key_id: number; name: string; present: number }>(statement, [
        ids,
        Math.ceil(ids.length * MIN_SHARE),
      ]);
      for (const { key_id: keyId, name, present } of rows) {
        own.push({ tenantId, entityType, keyId, scope, name, share: present / ids.length });
      }
    }
    found.push(...own.sort((a, b) => b.share - a.share || a.keyId - b.keyId));
  }
  return found;
}
