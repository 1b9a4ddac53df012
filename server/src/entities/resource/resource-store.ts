import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Lwm2mObject, Resource, ResourceInfo, ResourceType } from '@signalbox/contract/resource';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import { replaceRow } from '../../storage/replace-row.ts';
import type { ResourceTable } from '../../storage/schema.ts';

type Row = Selectable<ResourceTable>;
type InfoRow = Omit<Row, 'data' | 'file_name' | 'lwm2m_object'>;

/** Any number, the same for all servers of an installation. */
const LOCK = 5_118_012;

const INFO = sql.raw('id, created_time, tenant_id, title, type, key, search_text');

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`resource.created_time`,
  title: sql`lower(resource.title)`,
  resourceType: sql`resource.type`,
  tenantId: sql`resource.tenant_id`,
};

const toInfo = (row: InfoRow): ResourceInfo => ({
  id: entityId('TB_RESOURCE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  title: row.title,
  resourceType: row.type as ResourceType,
  resourceKey: row.key,
  searchText: row.search_text,
});

/** A resource with its file and what that describes. */
export interface StoredResource {
  info: ResourceInfo;
  fileName: string;
  data: Buffer;
  object: Lwm2mObject | null;
}

export const toResource = ({ info, fileName, data }: StoredResource): Resource => ({
  ...info,
  fileName,
  data: data.toString('base64'),
});

const columnsOf = ({ info, fileName, data, object }: StoredResource) => ({
  title: info.title,
  type: info.resourceType,
  key: info.resourceKey,
  search_text: info.searchText,
  file_name: fileName,
  data,
  lwm2m_object: object ? JSON.stringify(object) : null,
});

/** What a tenant sees: its own, and those of the system of which it has none of the same type and key. */
const seenBy = (tenantId: string): RawBuilder<SqlBool> => sql<SqlBool>`(tenant_id = ${tenantId}
  OR (tenant_id = ${NULL_UUID} AND NOT EXISTS (SELECT 1 FROM resource AS own
    WHERE own.tenant_id = ${tenantId} AND own.type = resource.type AND own.key = resource.key)))`;

const MODELS = sql<SqlBool>`type = 'LWM2M_MODEL'`;

/** Rows of `resource`; the null tenant has those of the system. */
export function createResourceStore(db: Database) {
  return {
    /** A resource that the tenant may read: its own, or one of the system. */
    async find(tenantId: string, id: string): Promise<StoredResource | undefined> {
      const { rows } = await sql<Row>`SELECT ${INFO}, file_name, data FROM resource
        WHERE id = ${id} AND tenant_id IN (${tenantId}, ${NULL_UUID})`.execute(db);
      const row = rows[0];
      return row && { info: toInfo(row), fileName: row.file_name, data: row.data, object: null };
    },

    async findInfo(tenantId: string, id: string): Promise<ResourceInfo | undefined> {
      const { rows } = await sql<InfoRow>`SELECT ${INFO} FROM resource
        WHERE id = ${id} AND tenant_id IN (${tenantId}, ${NULL_UUID})`.execute(db);
      return rows[0] && toInfo(rows[0]);
    },

    async list(tenantId: string, link: PageLink): Promise<PageData<ResourceInfo>> {
      const page = await selectPage<InfoRow>(db, link, {
        select: INFO,
        from: sql`resource`,
        where: sql<SqlBool>`${seenBy(tenantId)} AND ${contains(sql.ref('search_text'), link.textSearch)}`,
        orderBy: orderBy(link, SORT_COLUMNS, 'resource'),
      });
      return { ...page, data: page.data.map(toInfo) };
    },

    /** The objects that a page of models describes. */
    async objectsPage(tenantId: string, link: PageLink): Promise<Lwm2mObject[]> {
      const page = await selectPage<{ lwm2m_object: Lwm2mObject }>(db, link, {
        select: sql`lwm2m_object`,
        from: sql`resource`,
        where: sql<SqlBool>`${seenBy(tenantId)} AND ${MODELS} AND ${contains(sql.ref('search_text'), link.textSearch)}`,
        orderBy: orderBy({ page: link.page, pageSize: link.pageSize }, SORT_COLUMNS, 'resource'),
      });
      return page.data.map((row) => row.lwm2m_object);
    },

    /** The objects that models describe, all of them or those with these keys. */
    async objects(tenantId: string, keys: readonly string[] | undefined, searchText = ''): Promise<Lwm2mObject[]> {
      const { rows } = await sql<{ lwm2m_object: Lwm2mObject }>`SELECT lwm2m_object FROM resource
        WHERE ${seenBy(tenantId)} AND ${MODELS} AND ${contains(sql.ref('search_text'), searchText)}
          AND ${keys ? sql<SqlBool>`key = ANY (${keys})` : sql<SqlBool>`true`}`.execute(db);
      return rows.map((row) => row.lwm2m_object);
    },

    /**
     * Runs `save` while nobody else saves a resource of the same owner, so that what it takes stays within limits.
     * @param taken how many others the owner has, and the characters of their files in base64
     */
    async inTurn<T>(
      tenantId: string,
      exceptId: string | null,
      save: (transaction: Database, taken: { resources: number; characters: number }) => Promise<T>,
    ): Promise<T> {
      return db.transaction().execute(async (transaction) => {
        await sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${tenantId}))`.execute(transaction);
        const { rows } = await sql<{ resources: number; characters: number }>`
          SELECT count(*)::integer AS resources,
            coalesce(sum((octet_length(data) + 2) / 3 * 4), 0)::float8 AS characters
          FROM resource WHERE tenant_id = ${tenantId} AND id IS DISTINCT FROM ${exceptId}::uuid`.execute(transaction);
        return save(transaction, rows[0] ?? { resources: 0, characters: 0 });
      });
    },

    /** @throws unique violation `resource_key`; foreign-key violation when the tenant is gone */
    async insert(transaction: Database, resource: StoredResource): Promise<void> {
      const { id, createdTime, tenantId } = resource.info;
      const row = { id: id.id, created_time: createdTime, tenant_id: tenantId.id, ...columnsOf(resource) };
      await transaction.insertInto('resource').values(row).execute();
    },

    /** @returns the resource as it was right before; undefined when it is gone */
    async update(transaction: Database, resource: StoredResource): Promise<ResourceInfo | undefined> {
      const { id, tenantId } = resource.info;
      const where = sql<SqlBool>`tenant_id = ${tenantId.id} AND id = ${id.id}`;
      const before = await replaceRow(transaction, 'resource', where, columnsOf(resource));
      return before && toInfo(before);
    },

    /** Deletes the resource; returns it as it was, undefined when it is gone. */
    async delete(tenantId: string, id: string): Promise<ResourceInfo | undefined> {
      const { rows } = await sql<InfoRow>`DELETE FROM resource WHERE tenant_id = ${tenantId} AND id = ${id}
        RETURNING ${INFO}`.execute(db);
      return rows[0] && toInfo(rows[0]);
    },
  };
}

export type ResourceStore = ReturnType<typeof createResourceStore>;
