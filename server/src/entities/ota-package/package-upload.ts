import type { ChecksumAlgorithm, OtaPackageInfo } from '@signalbox/contract/ota-package';
import { MAX_OTA_PACKAGE_SIZE } from '@signalbox/contract/ota-package';
import { badRequest, conflict } from '../../http/errors.ts';
import type { TenantConfigurations } from '../tenant-configuration.ts';
import { type Checksum, createChecksum } from './checksum.ts';
import type { OtaPackageStore, StoredPackage } from './ota-package-store.ts';
import { type PackageContents, PIECE_SIZE, type UnfinishedContent } from './package-contents.ts';

/** Bytes of an upload that are written together. */
const WRITTEN_AT_ONCE = 4 * PIECE_SIZE;

/** What a caller says about the file that it uploads. */
export interface FileDescription {
  fileName: string;
  contentType: string | null;
  checksumAlgorithm: ChecksumAlgorithm;
  /** Absent: it is made. */
  checksum?: string | undefined;
}

/** A file that arrives. */
export interface ArrivingFile {
  fileName: string;
  contentType: string | null;
  bytes: AsyncIterable<Buffer>;
}

/** Pieces of any length as buffers of `size`, the last one shorter. */
async function* inBuffersOf(size: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    for (let rest = piece; rest.length > 0; ) {
      const taken = rest.subarray(0, size - length);
      gathered.push(taken);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < size) continue;
      yield Buffer.concat(gathered);
      gathered = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(gathered);
}

const requireSame = (known: string | null, given: string | null, what: string): void => {
  if (known !== given) throw badRequest(`Updating otaPackage ${what} is prohibited!`);
};

export interface PackageUploadParts {
  store: OtaPackageStore;
  contents: PackageContents;
  configurationOf: TenantConfigurations;
  /** Bytes were given up, to be removed. */
  onAbandoned: () => void;
}

/** Uploads of files: as one form, or in parts. No file is ever in the memory as a whole. */
export function createPackageUpload({ store, contents, configurationOf, onAbandoned }: PackageUploadParts) {
  async function limitOf(tenantId: string): Promise<(total: number) => void> {
    const limit = Number((await configurationOf(tenantId)).maxOtaPackagesInBytes ?? 0);
    return (total) => {
      if (limit > 0 && total > limit) {
        throw badRequest(`Failed to create the ota package, files size limit is exhausted ${limit} bytes!`);
      }
    };
  }

  function requireSize(size: number): void {
    if (size <= MAX_OTA_PACKAGE_SIZE) return;
    throw badRequest(`The file is too large: at most ${MAX_OTA_PACKAGE_SIZE} bytes are allowed`);
  }

  async function abandon(contentId: string): Promise<void> {
    await contents.abandon(contentId);
    onAbandoned();
  }

  /** Takes what was uploaded for the file of the package, when it is the one that was meant. */
  async function finish(
    { info }: StoredPackage,
    content: UnfinishedContent,
    file: FileDescription,
  ): Promise<OtaPackageInfo> {
    if (content.size === 0) throw badRequest('OtaPackage data should be specified!');
    const { fileName, contentType, checksumAlgorithm } = file;
    const sum = createChecksum(checksumAlgorithm);
    for await (const piece of contents.stream(content.id)) sum.update(piece);
    const checksum = sum.digest();
    if (file.checksum && file.checksum !== checksum) throw badRequest('Wrong otaPackage file!');
    const done = await store.complete(info.tenantId.id, info.id.id, {
      ...{ contentId: content.id, fileName, contentType, checksumAlgorithm, checksum },
      dataSize: content.size,
    });
    if (!done) throw conflict('Another upload of this package has begun.');
    return done;
  }

  /** The same file again changes nothing; another one is refused. */
  async function compare({ info }: StoredPackage, file: ArrivingFile, said: FileDescription): Promise<OtaPackageInfo> {
    requireSame(info.fileName, said.fileName, 'file name');
    requireSame(info.contentType, said.contentType, 'content type');
    requireSame(info.checksumAlgorithm, said.checksumAlgorithm, 'content type');
    const sum: Checksum = createChecksum(said.checksumAlgorithm);
    let size = 0;
    for await (const piece of file.bytes) {
      sum.update(piece);
      size += piece.length;
      if (size > (info.dataSize ?? 0)) break;
    }
    if (size !== info.dataSize || sum.digest() !== info.checksum) {
      throw badRequest('Updating otaPackage data is prohibited!');
    }
    return info;
  }

  function requireNoUrl({ info }: StoredPackage): void {
    if (info.url) throw badRequest("File can't be saved if URL present!");
  }

  return {
    /** Stores a file as it arrives. What has arrived of one that does not arrive as a whole is dropped. */
    async receive(
      stored: StoredPackage,
      file: ArrivingFile,
      sums: Pick<FileDescription, 'checksumAlgorithm' | 'checksum'>,
    ): Promise<OtaPackageInfo> {
      requireNoUrl(stored);
      const { fileName, contentType } = file;
      const said = { fileName, contentType, ...sums };
      if (stored.contentId) return compare(stored, file, said);
      const tenantId = stored.info.tenantId.id;
      const withinLimit = await limitOf(tenantId);
      let content = await contents.begin(tenantId, stored.info.id.id);
      try {
        for await (const bytes of inBuffersOf(WRITTEN_AT_ONCE, file.bytes)) {
          requireSize(content.size + bytes.length);
          content = await contents.append(tenantId, content, bytes, withinLimit);
        }
        return await finish(stored, content, said);
      } catch (error) {
        await abandon(content.id);
        throw error;
      }
    },

    /** Bytes that have arrived of an upload in parts. */
    async received({ info }: StoredPackage): Promise<number> {
      return (await contents.unfinished(info.id.id))?.size ?? 0;
    },

    /**
     * Adds a part. @returns bytes that have arrived
     * @throws ApiError 409 when it is not the next one
     */
    async addPart(stored: StoredPackage, offset: number, bytes: Buffer): Promise<number> {
      requireNoUrl(stored);
      const { tenantId, id } = stored.info;
      if (stored.contentId) throw badRequest('Updating otaPackage data is prohibited!');
      requireSize(offset + bytes.length);
      const withinLimit = await limitOf(tenantId.id);
      const known = offset === 0 ? undefined : await contents.unfinished(id.id);
      if (offset !== (known?.size ?? 0)) {
        throw conflict(`The next part begins at ${known?.size ?? 0}.`, { received: known?.size ?? 0 });
      }
      const content = known ?? (await contents.begin(tenantId.id, id.id));
      if (!known) onAbandoned();
      return (await contents.append(tenantId.id, content, bytes, withinLimit)).size;
    },

    /** Makes the parts the file of the package; they stay when the checksum is another one. */
    async complete(stored: StoredPackage, said: FileDescription): Promise<OtaPackageInfo> {
      const content = await contents.unfinished(stored.info.id.id);
      return finish(stored, content ?? { id: stored.info.id.id, size: 0 }, said);
    },

    async cancel({ info }: StoredPackage): Promise<void> {
      const content = await contents.unfinished(info.id.id);
      if (content) await abandon(content.id);
    },
  };
}

export type PackageUpload = ReturnType<typeof createPackageUpload>;
