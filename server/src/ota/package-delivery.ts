import { OTA_UPDATE_STATES, type OtaPackageType, type OtaUpdateState } from '@signalbox/contract/ota-package';
import type pg from 'pg';
import { createEmbeddedCache } from '../storage/cache.ts';
import type { Point } from '../values/value.ts';

/** Bytes of a block, which is read as a whole: 8 MB of a file that many devices download are 42 reads. */
const BLOCK_SIZE = 192 * 1024;
/** Blocks in memory: 48 MiB. */
const MAX_BLOCKS = 256;

/** The package that a device is to install: its own, else that of its profile. */
export interface AssignedPackage {
  id: string;
  title: string;
  version: string;
  /** Where the file is, if it is elsewhere. */
  url: string | null;
  /** null: the file is elsewhere. */
  contentId: string | null;
  fileName: string;
  contentType: string | null;
  /** Bytes. */
  size: number;
}

/** What the telemetry of a device says of the package that it is to install. */
export interface UpdateReport {
  title: string;
  version: string;
  /** Epoch ms. */
  announcedAt: number;
  /** The last one since then. */
  state: OtaUpdateState;
}

/** Gives devices the files of the packages that are assigned to them. */
export interface PackageDelivery {
  assigned(deviceId: string, type: OtaPackageType): Promise<AssignedPackage | undefined>;
  /** undefined: it was never told of a package, or of another one than it says. */
  lastReport(deviceId: string, type: OtaPackageType): Promise<UpdateReport | undefined>;
  /** Bytes [from, to) of the file, in pieces; fewer where it ends before. */
  read(file: AssignedPackage, from: number, to: number): AsyncGenerator<Buffer>;
}

const isState = (value: unknown): value is OtaUpdateState => (OTA_UPDATE_STATES as readonly unknown[]).includes(value);

/**
 * @param read bytes [from, to) of a content
 * @param latest latest values of some keys of a device
 */
export function createPackageDelivery(
  pool: pg.Pool,
  read: (contentId: string, from: number, to: number) => Promise<Buffer>,
  latest: (deviceId: string, keys: readonly string[]) => Promise<readonly Point[]>,
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
        id: string;
        url: string | null;
        title: string;
        version: string;
        content_id: string | null;
        file_name: string | null;
        content_type: string | null;
        data_size: string | number | null;
      }>({
        name: `${column} of a device`,
        text: `SELECT package.id, package.url, package.title, package.version, package.content_id, package.file_name, package.content_type,
            package.data_size
          FROM device JOIN device_profile AS profile ON profile.id = device.device_profile_id
          JOIN ota_package AS package ON package.id = coalesce(device.${column}, profile.${column})
          WHERE device.id = $1`,
        values: [deviceId],
      });
      const row = rows[0];
      return (
        row && {
          ...{ id: row.id, url: row.url },
          ...{ title: row.title, version: row.version, contentId: row.content_id, contentType: row.content_type },
          fileName: row.file_name ?? '',
          size: Number(row.data_size ?? 0),
        }
      );
    },

    async lastReport(deviceId, type) {
      const prefix = type === 'FIRMWARE' ? 'fw' : 'sw';
      const keys = [`target_${prefix}_title`, `target_${prefix}_version`, `target_${prefix}_ts`, `${prefix}_state`];
      const found = new Map((await latest(deviceId, keys)).map((point) => [point.key, point]));
      const [title, version, target, state] = keys.map((key) => found.get(key));
      const announcedAt = Number(target?.value.value);
      const known = state?.value.value;
      if (!title || !version || !state || !isState(known) || !(state.ts >= announcedAt)) return undefined;
      return { title: String(title.value.value), version: String(version.value.value), announcedAt, state: known };
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
