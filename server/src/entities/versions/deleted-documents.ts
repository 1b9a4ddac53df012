import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { createDeletedStore } from './deleted-rows.ts';
import type { DocumentVersions } from './document-versions.ts';
import type { DeletedRow } from './version-answers.ts';
import type { Author, Kept, VersionStep } from './version-kind.ts';

/** @typeParam About what is known of a deleted document beside its content */
interface DeletedDocumentRow<About> extends DeletedRow {
  about: About;
}

/** Columns that lists of deleted documents read. */
const LISTED = sql`id, tenant_id, deleted_time, user_id, user_name, name, about`;

/**
 * Documents of one type that were deleted and can be restored.
 * @param keeping whether versions of them are kept, or only what the deleted ones were in the end
 * @param partsOf ids of documents that go and stay with one, and are forgotten with it
 */
export function createDeletedDocuments<Content, About extends object>(
  db: Database,
  versions: DocumentVersions,
  entityType: string,
  keeping: 'versions' | 'lastOnly' = 'versions',
  partsOf?: (content: Content) => readonly string[],
) {
  async function forgetVersions(transaction: Database, tenantId: string, ids: readonly string[]): Promise<void> {
    const parts: string[] = [];
    for (const id of partsOf ? ids : []) {
      const last = await versions.read(tenantId, id, undefined, transaction);
      if (last && partsOf) parts.push(...partsOf(last.content as Content));
    }
    await versions.forget(transaction, tenantId, [...ids, ...parts]);
  }

  const store = createDeletedStore<DeletedDocumentRow<About>>(db, {
    table: 'deleted_document',
    forgetVersions,
    which: sql`entity_type = ${entityType}`,
  });

  return {
    /** Notes a document that is deleted in the transaction; the caller holds it. */
    async note(transaction: Database, document: Kept<Content>, about: About, author: Author): Promise<void> {
      const time = Date.now();
      await versions.close(transaction, document, time);
      await sql`INSERT INTO deleted_document
          (id, entity_type, tenant_id, deleted_time, user_id, user_name, name, about)
        VALUES (${document.id}, ${entityType}, ${document.tenantId}, ${time}, ${author?.userId ?? null},
          ${author?.email ?? null}, ${document.name}, ${asJson(about)})`.execute(transaction);
      await versions.makeRoom(transaction, document.tenantId);
    },

    list: (tenantId: string, link: Parameters<typeof store.list>[1]) =>
      store.list<DeletedDocumentRow<About>>(tenantId, link, LISTED),

    find: store.find,

    /**
     * Restores a document under its id.
     * @param putBack stores what it was, and returns it as it is now
     * @returns undefined when it cannot be restored
     */
    async restore<T>(
      tenantId: string,
      id: string,
      author: Author,
      putBack: (
        transaction: Database,
        was: { content: Content; about: About },
      ) => Promise<{ document: Kept<Content>; result: T }>,
    ): Promise<T | undefined> {
      return db.transaction().execute(async (transaction) => {
        const row = await store.hold(transaction, tenantId, id);
        const version = row && (await versions.read(tenantId, id, undefined, transaction));
        if (!row || !version) return undefined;
        const content = version.content as Content;
        const { document, result } = await putBack(transaction, { content, about: row.about });
        await store.drop(transaction, id);
        const step: VersionStep = { author, cause: 'RESTORED', restored: version.row.number };
        if (keeping === 'versions') await versions.reopen(transaction, document, step);
        else await versions.forget(transaction, tenantId, [id]);
        return result;
      });
    },

    forget: store.forget,
    sweep: store.sweep,
  };
}
