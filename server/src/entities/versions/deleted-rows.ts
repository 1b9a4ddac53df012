import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains } from '../../storage/paging.ts';
import type { DeletedRow } from './version-answers.ts';
import { KEPT_FOR } from './version-kind.ts';

/** Things that are deleted for good in one transaction. */
const MAX_SWEPT = 50;

export interface DeletedTable {
  /** Its rows have the columns of `DeletedRow`. */
  table: string;
  /** Removes all versions of things that are gone for good. */
  forgetVersions(transaction: Database, tenantId: string, ids: readonly string[]): Promise<void>;
  /** Which rows of the table are meant; undefined: all. */
  which?: RawBuilder<SqlBool>;
}

/** Things that were deleted and can be restored. Every method but `sweep` takes the tenant it may look into. */
export function createDeletedStore<Row extends DeletedRow>(
  db: Database,
  { table, forgetVersions, which = sql<SqlBool>`true` }: DeletedTable,
) {
  const rowsOf = sql.table(table);
  const kept = (tenantId: string): RawBuilder<SqlBool> =>
    sql<SqlBool>`tenant_id = ${tenantId} AND deleted_time > ${Date.now() - KEPT_FOR} AND ${which}`;

  return {
    /** Newest first. @param columns which are read, sql; @param among a further condition */
    async list<Listed>(
      tenantId: string,
      link: PageLink,
      columns: RawBuilder<unknown>,
      among: RawBuilder<SqlBool> = sql<SqlBool>`true`,
    ): Promise<PageData<Listed>> {
      const where = sql`${kept(tenantId)} AND ${among} AND ${contains(sql.ref('name'), link.textSearch)}`;
      const { rows } = await sql<Listed>`SELECT ${columns} FROM ${rowsOf} WHERE ${where}
        ORDER BY deleted_time DESC, id LIMIT ${link.pageSize} OFFSET ${link.page * link.pageSize}`.execute(db);
      const total = await sql<{ total: string }>`SELECT count(*) AS total FROM ${rowsOf} WHERE ${where}`.execute(db);
      return pageData(rows, Number(total.rows[0]?.total ?? 0), link);
    },

    /** What can be restored; undefined when it cannot. */
    async find(tenantId: string, id: string): Promise<Row | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM ${rowsOf} WHERE ${kept(tenantId)} AND id = ${id}`.execute(db);
      return rows[0];
    },

    /** Holds what is to be restored until the transaction ends. */
    async hold(transaction: Database, tenantId: string, id: string): Promise<Row | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM ${rowsOf} WHERE ${kept(tenantId)} AND id = ${id}
        FOR UPDATE`.execute(transaction);
      return rows[0];
    },

    /** It is back. */
    async drop(transaction: Database, id: string): Promise<void> {
      await sql`DELETE FROM ${rowsOf} WHERE id = ${id}`.execute(transaction);
      // What is still to be removed of it stays.
      await sql`DELETE FROM deleted_entity WHERE entity_id = ${id}`.execute(transaction);
    },

    /** Deletes something for good; false when there is no such thing. */
    async forget(tenantId: string, id: string): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql`DELETE FROM ${rowsOf} WHERE ${kept(tenantId)} AND id = ${id}
          RETURNING id`.execute(transaction);
        if (rows.length > 0) await forgetVersions(transaction, tenantId, [id]);
        return rows.length > 0;
      });
    },

    /** Deletes for good what was deleted longer ago than `KEPT_FOR`; returns how many. */
    async sweep(now: number): Promise<number> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: string; tenant_id: string }>`DELETE FROM ${rowsOf}
          WHERE id IN (SELECT id FROM ${rowsOf} WHERE deleted_time <= ${now - KEPT_FOR} AND ${which}
            ORDER BY tenant_id LIMIT ${MAX_SWEPT} FOR UPDATE SKIP LOCKED)
          RETURNING id, tenant_id`.execute(transaction);
        for (const tenantId of [...new Set(rows.map((row) => row.tenant_id))].sort()) {
          const ids = rows.filter((row) => row.tenant_id === tenantId).map(({ id }) => id);
          await forgetVersions(transaction, tenantId, ids);
        }
        return rows.length;
      });
    },
  };
}
