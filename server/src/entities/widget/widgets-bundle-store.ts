import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { WidgetsBundleTable } from '../../storage/schema.ts';
import type { Author } from '../versions/version-kind.ts';
import type { DeletedWidgets } from './deleted-widgets.ts';
import { insertWidgetsBundle } from './widget-rows.ts';
import { readWidgetTypes } from './widget-type-store.ts';

type Row = Selectable<WidgetsBundleTable>;

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`widgets_bundle.created_time`,
  title: sql`lower(widgets_bundle.title)`,
  alias: sql`lower(widgets_bundle.alias)`,
  description: sql`lower(widgets_bundle.description)`,
  tenantId: sql`widgets_bundle.tenant_id`,
};

function toWidgetsBundle(row: Row): WidgetsBundle {
  return {
    id: entityId('WIDGETS_BUNDLE', row.id),
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    alias: row.alias,
    title: row.title,
    image: row.image,
    description: row.description,
  };
}

/** Bundles that a tenant sees: its own and those of the system. */
const seenBy = (tenantId: string): RawBuilder<SqlBool> => sql<SqlBool>`tenant_id IN (${tenantId}, ${NULL_UUID})`;

const ownedBy = (tenantId: string): RawBuilder<SqlBool> => sql<SqlBool>`tenant_id = ${tenantId}`;

/** Rows of `widgets_bundle`; the null tenant has those of the system. */
export function createWidgetsBundleStore(db: Database, deleted: Pick<DeletedWidgets['bundles'], 'note'>) {
  return {
    /** A bundle that the tenant sees. */
    async find(tenantId: string, id: string): Promise<WidgetsBundle | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM widgets_bundle
        WHERE id = ${id} AND ${seenBy(tenantId)}`.execute(db);
      return rows[0] && toWidgetsBundle(rows[0]);
    },

    /** All that the tenant sees, the oldest first. */
    async all(tenantId: string): Promise<WidgetsBundle[]> {
      const { rows } = await sql<Row>`SELECT * FROM widgets_bundle
        WHERE ${seenBy(tenantId)} ORDER BY created_time, id`.execute(db);
      return rows.map(toWidgetsBundle);
    },

    /** @param isOwn without those of the system, which others see besides their own */
    async list(tenantId: string, link: PageLink, isOwn: boolean): Promise<PageData<WidgetsBundle>> {
      const page = await selectPage<Row>(db, link, {
        select: sql`*`,
        from: sql`widgets_bundle`,
        where: sql<SqlBool>`${isOwn ? ownedBy(tenantId) : seenBy(tenantId)} AND ${contains(sql.ref('title'), link.textSearch)}`,
        orderBy: orderBy(link, SORT_COLUMNS, 'widgets_bundle'),
      });
      return { ...page, data: page.data.map(toWidgetsBundle) };
    },

    /** Aliases of the tenant's own bundles. */
    async aliases(tenantId: string): Promise<Set<string>> {
      const { rows } = await sql<{ alias: string }>`SELECT alias FROM widgets_bundle
        WHERE tenant_id = ${tenantId}`.execute(db);
      return new Set(rows.map(({ alias }) => alias));
    },

    /** @throws as `insertWidgetsBundle` does */
    insert: (bundle: WidgetsBundle): Promise<void> => insertWidgetsBundle(db, bundle),

    /** @returns the bundle as it was right before; undefined when it is gone */
    async update({ id, tenantId, title, image, description }: WidgetsBundle): Promise<WidgetsBundle | undefined> {
      const where = sql<SqlBool>`tenant_id = ${tenantId.id} AND id = ${id.id}`;
      const before = await replaceRow(db, 'widgets_bundle', where, { title, image, description });
      return before && toWidgetsBundle(before);
    },

    /**
     * Deletes the bundle with its types, which can be restored for some time.
     * @returns it as it was; undefined when it is gone
     */
    async delete(tenantId: string, id: string, author: Author): Promise<WidgetsBundle | undefined> {
      return db.transaction().execute(async (transaction) => {
        const isIt = sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`;
        // Held, so that no type comes between.
        const { rows } = await sql<Row>`SELECT * FROM widgets_bundle WHERE ${isIt} FOR UPDATE`.execute(transaction);
        if (!rows[0]) return undefined;
        const bundle = toWidgetsBundle(rows[0]);
        const types = await readWidgetTypes(transaction, { tenantId, bundleAlias: bundle.alias });
        await deleteRow(transaction, 'widgets_bundle', isIt);
        await deleted.note(transaction, { bundle, types }, author);
        return bundle;
      });
    },
  };
}

export type WidgetsBundleStore = ReturnType<typeof createWidgetsBundleStore>;
