import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { WidgetType, WidgetTypeDetails, WidgetTypeInfo } from '@signalbox/contract/widget';
import type { WidgetTypeContent } from '@signalbox/contract/widget-type-version';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { WidgetTypeTable } from '../../storage/schema.ts';
import type { DocumentVersions } from '../versions/document-versions.ts';
import type { Author, VersionStep } from '../versions/version-kind.ts';
import type { DeletedWidgets } from './deleted-widgets.ts';
import { insertWidgetType } from './widget-rows.ts';
import { contentOfType, toKeptType } from './widget-type-content.ts';

type Row = Selectable<WidgetTypeTable>;
type BaseRow = Omit<Row, 'descriptor' | 'image' | 'description'>;

const BASE = sql.raw('id, created_time, tenant_id, bundle_alias, alias, name');

const toBase = (row: BaseRow) => ({
  id: entityId('WIDGET_TYPE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  bundleAlias: row.bundle_alias,
  alias: row.alias,
  name: row.name,
});

const toWidgetType = (row: BaseRow & Pick<Row, 'descriptor'>): WidgetType => ({
  ...toBase(row),
  descriptor: row.descriptor,
});

function toWidgetTypeDetails(row: Row): WidgetTypeDetails {
  const { image, description, descriptor } = row;
  return { ...toBase(row), image, description, descriptor };
}

/** Which bundle: the null tenant has those of the system. */
export interface BundleAddress {
  tenantId: string;
  bundleAlias: string;
}

/** The types of a bundle with all there is of them, the oldest first. */
export async function readWidgetTypes(from: Database, { tenantId, bundleAlias }: BundleAddress) {
  const { rows } = await sql<Row>`SELECT * FROM widget_type
    WHERE tenant_id = ${tenantId} AND bundle_alias = ${bundleAlias} ORDER BY created_time, id`.execute(from);
  return rows.map(toWidgetTypeDetails);
}

/** Rows of `widget_type`; the null tenant has those of the system. */
export function createWidgetTypeStore(
  db: Database,
  versions: DocumentVersions,
  deleted: Pick<DeletedWidgets['types'], 'note'>,
) {
  const ofBundle = ({ tenantId, bundleAlias }: BundleAddress) =>
    sql<SqlBool>`tenant_id = ${tenantId} AND bundle_alias = ${bundleAlias}`;
  const ofTenant = (tenantId: string, id: string) => sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`;

  async function keep(
    transaction: Database,
    before: WidgetTypeDetails | undefined,
    after: WidgetTypeDetails,
    step: VersionStep,
  ): Promise<void> {
    const change = { before: before && toKeptType(before), after: toKeptType(after) };
    await versions.write(transaction, after.tenantId.id, [change], step);
  }

  return {
    /** A type that the tenant sees: its own, or one of the system. */
    async find(tenantId: string, id: string): Promise<WidgetTypeDetails | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM widget_type
        WHERE id = ${id} AND tenant_id IN (${tenantId}, ${NULL_UUID})`.execute(db);
      return rows[0] && toWidgetTypeDetails(rows[0]);
    },

    async findByAlias(bundle: BundleAddress, alias: string): Promise<WidgetType | undefined> {
      const { rows } = await sql<BaseRow & Pick<Row, 'descriptor'>>`SELECT ${BASE}, descriptor FROM widget_type
        WHERE ${ofBundle(bundle)} AND alias = ${alias}`.execute(db);
      return rows[0] && toWidgetType(rows[0]);
    },

    /** The types of a bundle, the oldest first. */
    async types(bundle: BundleAddress): Promise<WidgetType[]> {
      const { rows } = await sql<BaseRow & Pick<Row, 'descriptor'>>`SELECT ${BASE}, descriptor FROM widget_type
        WHERE ${ofBundle(bundle)} ORDER BY created_time, id`.execute(db);
      return rows.map(toWidgetType);
    },

    /** The types of a bundle with all there is of them, the oldest first. */
    details: (bundle: BundleAddress): Promise<WidgetTypeDetails[]> => readWidgetTypes(db, bundle),

    /** The types of a bundle without what they consist of, the oldest first. */
    async infos(bundle: BundleAddress): Promise<WidgetTypeInfo[]> {
      const { rows } = await sql<BaseRow & Pick<Row, 'image' | 'description'> & { kind: string | null }>`
        SELECT ${BASE}, image, description, descriptor ->> 'type' AS kind FROM widget_type
        WHERE ${ofBundle(bundle)} ORDER BY created_time, id`.execute(db);
      return rows.map((row) => ({
        ...toBase(row),
        image: row.image,
        description: row.description,
        widgetType: row.kind ?? '',
      }));
    },

    /** Aliases of the types of a bundle. */
    async aliases(bundle: BundleAddress): Promise<Set<string>> {
      const { rows } = await sql<{ alias: string }>`SELECT alias FROM widget_type
        WHERE ${ofBundle(bundle)}`.execute(db);
      return new Set(rows.map(({ alias }) => alias));
    },

    /** How many types the tenant has, and the bytes that they take as they are stored. */
    async taken(tenantId: string): Promise<{ types: number; bytes: number }> {
      const { rows } = await sql<{ types: number; bytes: number }>`
        SELECT count(*)::integer AS types,
          coalesce(sum(pg_column_size(descriptor) + coalesce(pg_column_size(image), 0)), 0)::float8 AS bytes
        FROM widget_type WHERE tenant_id = ${tenantId}`.execute(db);
      return rows[0] ?? { types: 0, bytes: 0 };
    },

    /** @throws as `insertWidgetType` does */
    async insert(type: WidgetTypeDetails, author: Author): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await insertWidgetType(transaction, type);
        await keep(transaction, undefined, type, { author, cause: 'SAVED' });
      });
    },

    /**
     * Replaces what clients own, and keeps it as a version.
     * @param check throws when what is stored must not be replaced
     * @returns the type as it was right before, and as it is; undefined when it is gone
     */
    async update(
      tenantId: string,
      id: string,
      content: WidgetTypeContent,
      step: VersionStep,
      check: (stored: WidgetTypeDetails) => void = () => undefined,
    ): Promise<{ before: WidgetTypeDetails; after: WidgetTypeDetails } | undefined> {
      return db.transaction().execute(async (transaction) => {
        const { name, image, description, descriptor } = content;
        const columns = { name, image, description, descriptor: JSON.stringify(descriptor) };
        const row = await replaceRow(transaction, 'widget_type', ofTenant(tenantId, id), columns);
        if (!row) return undefined;
        const before = toWidgetTypeDetails(row);
        check(before);
        const after = { ...before, ...contentOfType(content) };
        await keep(transaction, before, after, step);
        return { before, after };
      });
    },

    /** Keeps what a type is as its first version, if it was stored before versions were kept. */
    async beginVersions(tenantId: string, id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<Row>`SELECT * FROM widget_type WHERE ${ofTenant(tenantId, id)}
          FOR UPDATE`.execute(transaction);
        if (rows[0]) await versions.begin(transaction, toKeptType(toWidgetTypeDetails(rows[0])));
      });
    },

    /** Deletes the type, which can be restored for some time; returns it as it was, undefined when it is gone. */
    async delete(tenantId: string, id: string, author: Author): Promise<WidgetTypeDetails | undefined> {
      return db.transaction().execute(async (transaction) => {
        const row = await deleteRow(transaction, 'widget_type', ofTenant(tenantId, id));
        if (!row) return undefined;
        const type = toWidgetTypeDetails(row);
        await deleted.note(transaction, type, author);
        return type;
      });
    },
  };
}

export type WidgetTypeStore = ReturnType<typeof createWidgetTypeStore>;
