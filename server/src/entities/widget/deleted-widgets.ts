import type { DeletedWidgetsBundle, DeletedWidgetType } from '@signalbox/contract/deleted-widget';
import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import type { WidgetTypeContent } from '@signalbox/contract/widget-type-version';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { createDeletedDocuments } from '../versions/deleted-documents.ts';
import type { DocumentVersions } from '../versions/document-versions.ts';
import { toDeleted } from '../versions/version-answers.ts';
import type { Author, Kept } from '../versions/version-kind.ts';
import { insertWidgetsBundle, insertWidgetType } from './widget-rows.ts';
import { contentOfType, toKeptType } from './widget-type-content.ts';

/** Characters of the types of a bundle, up to which it is kept: a larger one is deleted for good. */
const MAX_KEPT = 64_000_000;

interface BundleContent {
  bundle: WidgetsBundle;
  types: WidgetTypeDetails[];
}
interface AboutBundle {
  alias: string;
  types: number;
}
interface AboutType {
  bundleAlias: string;
  alias: string;
  /** epoch ms; absent of what was deleted before versions were kept */
  createdTime?: number;
}

const keptBundle = (content: BundleContent): Kept<BundleContent> => {
  const { id, tenantId, title, createdTime } = content.bundle;
  return { id: id.id, tenantId: tenantId.id, name: title, createdTime, content };
};

const sizeOf = (types: readonly WidgetTypeDetails[]): number =>
  types.reduce((sum, type) => sum + JSON.stringify(type).length, 0);

const idsOf = ({ types }: BundleContent): string[] => types.map(({ id }) => id.id);

/** Bundles of widget types, and types, that were deleted and can be restored. */
export function createDeletedWidgets(db: Database, versions: DocumentVersions) {
  const bundles = createDeletedDocuments<BundleContent, AboutBundle>(db, versions, 'WIDGETS_BUNDLE', 'lastOnly', idsOf);
  const types = createDeletedDocuments<WidgetTypeContent, AboutType>(db, versions, 'WIDGET_TYPE');

  /** Alias → title of the bundles that are there. */
  async function titlesOf(tenantId: string, aliases: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await sql<{ alias: string; title: string }>`SELECT alias, title FROM widgets_bundle
      WHERE tenant_id = ${tenantId} AND alias = ANY(${aliases}::text[])`.execute(db);
    return new Map(rows.map(({ alias, title }) => [alias, title]));
  }

  /** A type comes back with its bundle: what it is begins again, if anything is known of what it was. */
  async function reopen(transaction: Database, type: WidgetTypeDetails, author: Author): Promise<void> {
    const last = await versions.read(type.tenantId.id, type.id.id, undefined, transaction);
    if (!last) return;
    await versions.reopen(transaction, toKeptType(type), { author, cause: 'RESTORED', restored: last.row.number });
  }

  return {
    bundles: {
      /** Notes a bundle that is deleted in the transaction with its types. */
      async note(transaction: Database, content: BundleContent, author: Author): Promise<void> {
        const { bundle } = content;
        if (sizeOf(content.types) > MAX_KEPT) {
          await versions.forget(transaction, bundle.tenantId.id, idsOf(content));
          return;
        }
        await versions.closeAll(transaction, bundle.tenantId.id, idsOf(content), Date.now());
        const about = { alias: bundle.alias, types: content.types.length };
        await bundles.note(transaction, keptBundle(content), about, author);
      },

      async list(tenantId: string, link: PageLink): Promise<PageData<DeletedWidgetsBundle>> {
        const page = await bundles.list(tenantId, link);
        const data = page.data.map((row) => ({
          id: entityId('WIDGETS_BUNDLE', row.id),
          ...toDeleted(row),
          alias: row.about.alias,
          types: row.about.types,
        }));
        return { ...page, data };
      },

      /** @throws unique violation `widgets_bundle_alias` */
      restore: (tenantId: string, id: string, author: Author): Promise<BundleContent | undefined> =>
        bundles.restore(tenantId, id, author, async (transaction, { content }) => {
          await insertWidgetsBundle(transaction, content.bundle);
          for (const type of content.types) {
            await insertWidgetType(transaction, type);
            await reopen(transaction, type, author);
          }
          await sql`DELETE FROM deleted_entity WHERE entity_id = ANY(${idsOf(content)}::uuid[])`.execute(transaction);
          return { document: keptBundle(content), result: content };
        }),

      findName: async (tenantId: string, id: string) => (await bundles.find(tenantId, id))?.name,
      forget: bundles.forget,
      sweep: bundles.sweep,
    },

    types: {
      /** Notes a type that is deleted in the transaction. */
      note(transaction: Database, type: WidgetTypeDetails, author: Author): Promise<void> {
        const { bundleAlias, alias, createdTime } = type;
        return types.note(transaction, toKeptType(type), { bundleAlias, alias, createdTime }, author);
      },

      async list(tenantId: string, link: PageLink): Promise<PageData<DeletedWidgetType>> {
        const page = await types.list(tenantId, link);
        const titles = await titlesOf(
          tenantId,
          page.data.map(({ about }) => about.bundleAlias),
        );
        const data = page.data.map((row) => ({
          id: entityId('WIDGET_TYPE', row.id),
          ...toDeleted(row),
          bundleAlias: row.about.bundleAlias,
          bundleTitle: titles.get(row.about.bundleAlias) ?? null,
          alias: row.about.alias,
        }));
        return { ...page, data };
      },

      /** @throws unique violation `widget_type_alias`; foreign-key violation when the bundle is gone */
      restore: (tenantId: string, id: string, author: Author): Promise<WidgetTypeDetails | undefined> =>
        types.restore(tenantId, id, author, async (transaction, { content, about }) => {
          const type: WidgetTypeDetails = {
            id: entityId('WIDGET_TYPE', id),
            tenantId: entityId('TENANT', tenantId),
            ...{ createdTime: Date.now(), ...about },
            ...contentOfType(content),
          };
          await insertWidgetType(transaction, type);
          return { document: toKeptType(type), result: type };
        }),

      findName: async (tenantId: string, id: string) => (await types.find(tenantId, id))?.name,
      forget: types.forget,
      sweep: types.sweep,
    },
  };
}

export type DeletedWidgets = ReturnType<typeof createDeletedWidgets>;
