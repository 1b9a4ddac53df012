import { sql } from 'kysely';
import { conflict } from '../../http/errors.ts';
import type { Database } from '../../storage/database.ts';
import { newEntityId } from '../../storage/ids.ts';

/** Bytes of a row: a multiple of 3, for base64, and of what devices usually ask for. */
export const PIECE_SIZE = 192 * 1024;
/** An upload that nobody goes on with is dropped after that time, in ms. */
const PATIENCE = 24 * 3_600_000;
/** Rows that one statement deletes: 12 MB. */
const DELETED_AT_ONCE = 64;
/** Any number, the same for all servers of an installation. */
const LOCK = 5_118_013;

/** An upload that has begun. */
export interface UnfinishedContent {
  id: string;
  /** Bytes that have arrived. */
  size: number;
}

/** The bytes of packages in the database, read and written in pieces. */
export function createPackageContents(db: Database) {
  async function unfinished(packageId: string): Promise<UnfinishedContent | undefined> {
    const { rows } = await sql<UnfinishedContent>`SELECT content.id, content.size FROM ota_content AS content
      JOIN ota_package AS package ON package.id = content.package_id
      WHERE content.package_id = ${packageId} AND package.content_id IS NULL`.execute(db);
    return rows[0];
  }

  /** Pieces that hold bytes of [from, to), in their order; at most `count`. */
  async function pieces(contentId: string, from: number, to: number, count: number) {
    const { rows } = await sql<{ at: number; bytes: Buffer }>`SELECT at, bytes FROM ota_content_part
      WHERE content_id = ${contentId} AND at > ${from - PIECE_SIZE} AND at < ${to}
        AND at + octet_length(bytes) > ${from} ORDER BY at LIMIT ${count}`.execute(db);
    return rows;
  }

  return {
    unfinished,

    /** Begins to upload the file of a package; what was uploaded of it before is dropped. */
    async begin(tenantId: string, packageId: string): Promise<UnfinishedContent> {
      const { id } = newEntityId();
      await db.transaction().execute(async (transaction) => {
        const { rows } =
          await sql`SELECT id FROM ota_package WHERE id = ${packageId} AND content_id IS NULL FOR UPDATE`.execute(
            transaction,
          );
        if (rows.length === 0) throw conflict('The package has a file by now.');
        await sql`UPDATE ota_content SET package_id = NULL WHERE package_id = ${packageId}`.execute(transaction);
        await sql`INSERT INTO ota_content (id, tenant_id, package_id, received_time)
          VALUES (${id}, ${tenantId}, ${packageId}, ${Date.now()})`.execute(transaction);
      });
      return { id, size: 0 };
    },

    /**
     * Adds bytes to an upload, in one transaction.
     * @param withinLimit throws when the files of the tenant may not have that many bytes
     * @throws ApiError 409 when it is not as long as `content` says, or was given up for another one
     */
    async append(
      tenantId: string,
      content: UnfinishedContent,
      bytes: Buffer,
      withinLimit: (total: number) => void,
    ): Promise<UnfinishedContent> {
      const size = content.size + bytes.length;
      await db.transaction().execute(async (transaction) => {
        // Uploads of a tenant at the same time stay within its limit together.
        await sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${tenantId}))`.execute(transaction);
        const { rows } = await sql<{ total: number }>`SELECT sum(size)::float8 AS total FROM ota_content
          WHERE tenant_id = ${tenantId} AND package_id IS NOT NULL`.execute(transaction);
        withinLimit((rows[0]?.total ?? 0) + bytes.length);
        const { numAffectedRows } = await sql`UPDATE ota_content SET size = ${size}, received_time = ${Date.now()}
          WHERE id = ${content.id} AND package_id IS NOT NULL AND size = ${content.size}`.execute(transaction);
        if (numAffectedRows !== 1n) throw conflict('Another upload of this package has begun.');
        for (let at = 0; at < bytes.length; at += PIECE_SIZE) {
          await sql`INSERT INTO ota_content_part (content_id, at, bytes)
            VALUES (${content.id}, ${content.size + at}, ${bytes.subarray(at, at + PIECE_SIZE)})`.execute(transaction);
        }
      });
      return { id: content.id, size };
    },

    /** Gives an unfinished upload up; its bytes go with the next sweep. */
    async abandon(contentId: string): Promise<void> {
      await sql`UPDATE ota_content SET package_id = NULL WHERE id = ${contentId}
        AND NOT EXISTS (SELECT FROM ota_package WHERE content_id = ${contentId})`.execute(db);
    },

    /** Bytes [from, to) of a file; fewer where it ends before. For ranges that fit into the memory. */
    async read(contentId: string, from: number, to: number): Promise<Buffer> {
      const found = await pieces(contentId, from, to, Math.ceil((to - from) / PIECE_SIZE) + 2);
      return Buffer.concat(found.map(({ at, bytes }) => bytes.subarray(Math.max(0, from - at), Math.max(0, to - at))));
    },

    /** The whole file, a piece at a time. */
    async *stream(contentId: string): AsyncGenerator<Buffer> {
      for (let at = 0; ; ) {
        const [piece] = await pieces(contentId, at, at + 1, 1);
        if (!piece) return;
        yield piece.bytes;
        at += piece.bytes.length;
      }
    },

    /** Deletes some of what belongs to no package, or was not gone on with for a day. @returns how many rows */
    async sweep(now: number): Promise<number> {
      const late = await sql`UPDATE ota_content SET package_id = NULL
        WHERE received_time < ${now - PATIENCE} AND package_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM ota_package WHERE content_id = ota_content.id)`.execute(db);
      const parts = await sql`DELETE FROM ota_content_part AS part USING (
          SELECT content_id, at FROM ota_content_part
          WHERE content_id IN (SELECT id FROM ota_content WHERE package_id IS NULL LIMIT 1) LIMIT ${DELETED_AT_ONCE}
        ) AS left_over WHERE part.content_id = left_over.content_id AND part.at = left_over.at`.execute(db);
      const empty = await sql`DELETE FROM ota_content WHERE package_id IS NULL
        AND NOT EXISTS (SELECT FROM ota_content_part WHERE content_id = ota_content.id)`.execute(db);
      return Number((late.numAffectedRows ?? 0n) + (parts.numAffectedRows ?? 0n) + (empty.numAffectedRows ?? 0n));
    },
  };
}

export type PackageContents = ReturnType<typeof createPackageContents>;
