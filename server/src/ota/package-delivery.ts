import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type pg from 'pg';
import { createEmbeddedCache } from '../storage/cache.ts';

/** Bytes of a block, which is read as a whole: 8 MB of a file that many devices download are 42 reads. */
const BLOCK_SIZE = 192 * 1024;
/** Blocks in memory: 48 MiB. */
const MAX_BLOCKS = 256;

/** The package that a device is to install: its own, else that of its profile. */
export interface AssignedPackage {
  title: string;
  version: string;
  /** null: the file is elsewhere. */
  contentId: string | null;
  fileName: string;
  contentType: string | null;
  /** Bytes. */
  size: number;
}

/** Gives devices the files of the packages that are assigned to them. */
export interface PackageDelivery {
  assigned(deviceId: string, type: OtaPackageType): Promise<AssignedPackage | undefined>;
  /** Bytes [from, to) of the file, in pieces; fewer where it ends before. */
  read(file: AssignedPackage, from: number, to: number): AsyncGenerator<Buffer>;
}

/** @param read bytes [from, to) of a content */
export function createPackageDelivery(
  pool: pg.Pool,
  read: (contentId: string, from: number, to: number) => Promise<Buffer>,
): PackageDelivery {
  /** content id and number → block; devices of a profile download the same ones at the same time */
  const blocks = createEmbeddedCache<Promise<Buffer>>(MAX_BLOCKS);

  function block(contentId: string, number: number): Promise<Buffer> {
    const key = `${contentId} ${number}`;
    const known = blocks.get(key);
    if (known) return known;
    const loading = read(contentId, number * BLOCK_SIZE, (number + 1) * BLOCK_SIZE);
    blocks.set(key, loading);
    loading.catch(() => blocks.delete(key));
    return loading;
  }

  return {
    async assigned(deviceId, type) {
      const column = type === 'FIRMWARE' ? 'firmware_id' : 'software_id';
      const { rows } = await pool.query<{
        title: string;
        version: string;
        content_id: string | null;
        file_name: string | null;
        content_type: string | null;
        data_size: string | number | null;
      }>({
        name: `${column} of a device`,
        text: `SELECT package.title, package.version, package.content_id, package.file_name, package.content_type,
            package.data_size
          FROM device JOIN device_profile AS profile ON profile.id = device.device_profile_id
          JOIN ota_package AS package ON package.id = coalesce(device.${column}, profile.${column})
          WHERE device.id = $1`,
        values: [deviceId],
      });
      const row = rows[0];
      return (
        row && {
          ...{ title: row.title, version: row.version, contentId: row.content_id, contentType: row.content_type },
          fileName: row.file_name ?? '',
          size: Number(row.data_size ?? 0),
        }
      );
    },

    async *read({ contentId, size }, from, to) {
      const end = Math.min(to, size);
      for (let at = from; contentId !== null && at < end; ) {
        const number = Math.floor(at / BLOCK_SIZE);
        const start = number * BLOCK_SIZE;
        const piece = (await block(contentId, number)).subarray(at - start, end - start);
        if (piece.length === 0) throw new Error('The file of a package is gone');
        yield piece;
        at += piece.length;
      }
    },
  };
}
