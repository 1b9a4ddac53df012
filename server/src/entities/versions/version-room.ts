import { sql } from 'kysely';
import { tooManyRequests } from '../../http/errors.ts';
import type { Database } from '../../storage/database.ts';
import type { VersionBounds, VersionTables } from './version-kind.ts';

const DAY = 24 * 3_600_000;
/** A version is kept while it is young, or while few came after it … */
const YOUNG = 30 * DAY;
const NEWEST = 200;
/** … unless so many came after it. */
const MAX_VERSIONS = 1_000;
/** What versions of a tenant take at most, as a multiple of its bytes: until then, nothing goes that may be asked for. */
const HARD_LIMIT = 8;
/** Bytes of a row, about. */
const ROW_BYTES = 256;

/** Makes room for versions: the oldest ones go, what deleted things were in the end after everything else. */
export function createVersionRoom(tables: VersionTables, bounds: VersionBounds, now: () => number) {
  const { traced, maxBytes, maxBytesEach, countsInForce, removedAtOnce, refusal } = bounds;
  const versions = sql.table(tables.versions);
  const contents = sql.table(tables.contents);
  const deleted = sql.table(tables.deleted);
  const thing = sql.ref(tables.id);
  const one = (table: string) => sql.ref(`${table}.${tables.id}`);

  const dropContents = (transaction: Database, tenantId: string) =>
    sql`DELETE FROM ${contents} AS content WHERE tenant_id = ${tenantId} AND NOT EXISTS (
      SELECT FROM ${versions} AS version
      WHERE ${one('version')} = ${one('content')} AND version.state = content.state)`.execute(transaction);

  /** @param id of one thing; undefined: of all that the tenant has */
  async function bytesOf(transaction: Database, tenantId: string, id?: string): Promise<number> {
    const which = id === undefined ? sql`tenant_id = ${tenantId}` : sql`${thing} = ${id}`;
    const counted = countsInForce
      ? sql`true`
      : sql`NOT EXISTS (SELECT FROM ${versions} AS version WHERE ${one('version')} = ${one('content')}
          AND version.state = content.state AND until_time IS NULL)`;
    const { rows } = await sql<{ bytes: string }>`SELECT
      (SELECT coalesce(sum(octet_length(body)), 0) FROM ${contents} AS content WHERE ${which} AND ${counted})
      + ${ROW_BYTES} * (SELECT count(*) FROM ${versions} WHERE ${which}) AS bytes`.execute(transaction);
    return Number(rows[0]?.bytes ?? 0);
  }

  /** Versions that are over; what a deleted thing was in the end is none of them. */
  async function removeOldest(transaction: Database, tenantId: string, id?: string): Promise<boolean> {
    const which = id === undefined ? sql`true` : sql`${thing} = ${id}`;
    const { numAffectedRows } = await sql`DELETE FROM ${versions} WHERE (${thing}, number) IN (
      SELECT ${thing}, number FROM ${versions} AS version
      WHERE tenant_id = ${tenantId} AND until_time < ${now() - traced} AND ${which} AND NOT EXISTS (
        SELECT FROM ${deleted} AS gone WHERE gone.id = ${one('version')} AND gone.deleted_time = version.until_time)
      ORDER BY until_time LIMIT ${removedAtOnce})`.execute(transaction);
    return Boolean(numAffectedRows);
  }

  async function removeOldestDeleted(transaction: Database, tenantId: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`DELETE FROM ${deleted} WHERE id IN (
      SELECT id FROM ${deleted} WHERE tenant_id = ${tenantId} AND deleted_time < ${now() - traced}
      ORDER BY deleted_time LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`.execute(transaction);
    if (!rows[0]) return false;
    await sql`DELETE FROM ${versions} WHERE ${thing} = ${rows[0].id}`.execute(transaction);
    return true;
  }

  async function shrink(
    transaction: Database,
    tenantId: string,
    limit: number,
    remove: () => Promise<boolean>,
    id?: string,
  ): Promise<number> {
    let bytes = await bytesOf(transaction, tenantId, id);
    while (bytes > limit && (await remove())) {
      await dropContents(transaction, tenantId);
      bytes = await bytesOf(transaction, tenantId, id);
    }
    return bytes;
  }

  /** @throws ApiError 429 / 33 when what may not go takes too much */
  async function limit(transaction: Database, tenantId: string): Promise<void> {
    const bytes = await shrink(
      transaction,
      tenantId,
      maxBytes,
      async () => (await removeOldest(transaction, tenantId)) || removeOldestDeleted(transaction, tenantId),
    );
    if (refusal !== undefined && bytes > HARD_LIMIT * maxBytes) throw tooManyRequests(refusal, 3600);
  }

  return {
    dropContents,
    limit,

    /**
     * Makes room after a version of a thing was written.
     * @param last its number
     * @throws ApiError 429 / 33 when more was saved than can be kept
     */
    async make(transaction: Database, tenantId: string, id: string, last: number): Promise<void> {
      const { numAffectedRows } = await sql`DELETE FROM ${versions} WHERE ${thing} = ${id}
        AND until_time < ${now() - traced} AND (number <= ${last - MAX_VERSIONS}
          OR (number <= ${last - NEWEST} AND until_time < ${now() - YOUNG}))`.execute(transaction);
      if (numAffectedRows) await dropContents(transaction, tenantId);
      if (maxBytesEach !== undefined) {
        await shrink(transaction, tenantId, maxBytesEach, () => removeOldest(transaction, tenantId, id), id);
      }
      await limit(transaction, tenantId);
    },
  };
}
