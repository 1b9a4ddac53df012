import { entityId } from '@signalbox/contract/id';
import type {
  ChecksumAlgorithm,
  OtaPackageInfo,
  OtaPackageLink,
  OtaPackageType,
} from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import type { OtaPackageTable } from '../../storage/schema.ts';

type Row = Selectable<OtaPackageTable>;

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`ota_package.created_time`,
  type: sql`ota_package.type`,
  title: sql`lower(ota_package.title)`,
  version: sql`lower(ota_package.version)`,
  tag: sql`lower(ota_package.tag)`,
  url: sql`lower(ota_package.url)`,
  fileName: sql`lower(ota_package.file_name)`,
  dataSize: sql`ota_package.data_size`,
  checksum: sql`ota_package.checksum`,
};

/** A package with what its file is stored under; null while it has none. */
export interface StoredPackage {
  info: OtaPackageInfo;
  contentId: string | null;
}

/** What an upload adds to a package. */
export interface UploadedFile {
  contentId: string;
  fileName: string;
  contentType: string | null;
  checksumAlgorithm: ChecksumAlgorithm;
  checksum: string;
  /** Bytes. */
  dataSize: number;
}

const toInfo = (row: Row): OtaPackageInfo => ({
  id: entityId('OTA_PACKAGE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  additionalInfo: row.additional_info,
  deviceProfileId: row.device_profile_id === null ? null : entityId('DEVICE_PROFILE', row.device_profile_id),
  type: row.type as OtaPackageType,
  title: row.title,
  version: row.version,
  tag: row.tag,
  url: row.url,
  hasData: row.content_id !== null || row.url !== null,
  fileName: row.file_name,
  contentType: row.content_type,
  checksumAlgorithm: row.checksum_algorithm as ChecksumAlgorithm | null,
  checksum: row.checksum,
  dataSize: row.data_size,
});

const columnsOf = (info: OtaPackageInfo) => ({
  device_profile_id: info.deviceProfileId?.id ?? null,
  type: info.type,
  title: info.title,
  version: info.version,
  tag: info.tag,
  url: info.url,
  file_name: info.fileName,
  content_type: info.contentType,
  checksum_algorithm: info.checksumAlgorithm,
  checksum: info.checksum,
  data_size: info.dataSize,
  additional_info: info.additionalInfo === null ? null : JSON.stringify(info.additionalInfo),
});

/** Rows of `ota_package`. Every method takes the tenant it may look into. */
export function createOtaPackageStore(db: Database) {
  async function page(
    { withVersion, ...link }: OtaPackageLink,
    where: ReturnType<typeof sql<SqlBool>>,
  ): Promise<PageData<OtaPackageInfo>> {
    const searched = withVersion ? sql<string>`title || ' ' || version` : sql.ref<string>('title');
    const found = await selectPage<Row>(db, link, {
      select: sql`*`,
      from: sql`ota_package`,
      where: sql<SqlBool>`${where} AND ${contains(searched, link.textSearch)}`,
      orderBy: orderBy(link, SORT_COLUMNS, 'ota_package'),
    });
    return { ...found, data: found.data.map(toInfo) };
  }

  return {
    async find(tenantId: string, id: string): Promise<StoredPackage | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM ota_package WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(
        db,
      );
      return rows[0] && { info: toInfo(rows[0]), contentId: rows[0].content_id };
    },

    list: (tenantId: string, link: OtaPackageLink) => page(link, sql<SqlBool>`tenant_id = ${tenantId}`),

    /** Those that a profile and its devices can be given. */
    listAssignable: (tenantId: string, profileId: string, type: OtaPackageType, link: OtaPackageLink) =>
      page(
        link,
        sql<SqlBool>`tenant_id = ${tenantId} AND device_profile_id = ${profileId} AND type = ${type}
          AND (content_id IS NOT NULL OR url IS NOT NULL)`,
      ),

    /** @throws unique violation `ota_package_version`; foreign-key violation when the tenant or the profile is gone */
    async insert(info: OtaPackageInfo): Promise<void> {
      await db
        .insertInto('ota_package')
        .values({
          id: info.id.id,
          created_time: info.createdTime,
          tenant_id: info.tenantId.id,
          content_id: null,
          ...columnsOf(info),
        })
        .execute();
    },

    /** @returns false when the package is gone */
    async update(info: OtaPackageInfo): Promise<boolean> {
      // Of its file it keeps what an upload may have changed meanwhile.
      const { additional_info, url, checksum_algorithm, checksum, data_size } = columnsOf(info);
      const { numAffectedRows } = await sql`UPDATE ota_package SET additional_info = ${additional_info}::json,
          url = coalesce(url, ${url}), checksum_algorithm = coalesce(checksum_algorithm, ${checksum_algorithm}),
          checksum = coalesce(checksum, ${checksum}), data_size = coalesce(data_size, ${data_size}::bigint)
        WHERE tenant_id = ${info.tenantId.id} AND id = ${info.id.id}`.execute(db);
      return numAffectedRows === 1n;
    },

    /**
     * Makes what has been uploaded the file of the package.
     * @returns undefined when another file is there by now, or the upload is not what was summed any more
     */
    async complete(tenantId: string, id: string, file: UploadedFile): Promise<OtaPackageInfo | undefined> {
      const { rows } = await sql<Row>`WITH content AS MATERIALIZED (
          SELECT id FROM ota_content WHERE id = ${file.contentId} AND package_id = ${id} AND size = ${file.dataSize}
          FOR UPDATE)
        UPDATE ota_package SET content_id = content.id, file_name = ${file.fileName},
          content_type = ${file.contentType}, checksum_algorithm = ${file.checksumAlgorithm},
          checksum = ${file.checksum}, data_size = ${file.dataSize}
        FROM content WHERE ota_package.tenant_id = ${tenantId} AND ota_package.id = ${id} AND content_id IS NULL
          AND url IS NULL
        RETURNING ota_package.*`.execute(db);
      return rows[0] && toInfo(rows[0]);
    },

    /** Deletes the package; returns it as it was, undefined when it is gone. @throws foreign-key violation while it is used */
    async delete(tenantId: string, id: string): Promise<OtaPackageInfo | undefined> {
      const { rows } = await sql<Row>`DELETE FROM ota_package WHERE tenant_id = ${tenantId} AND id = ${id}
        RETURNING *`.execute(db);
      return rows[0] && toInfo(rows[0]);
    },
  };
}

export type OtaPackageStore = ReturnType<typeof createOtaPackageStore>;
