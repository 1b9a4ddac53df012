import './texts/texts.ts';
import { type ChecksumAlgorithm, MAX_OTA_PACKAGE_SIZE, type OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../../api/http.ts';
import { completePackageUpload, getOtaPackage, getReceivedBytes, sendPackagePart } from '../../api/ota-packages.ts';
import { formatSize } from '../../i18n/format-size.ts';
import { createUpload, type Upload, type UploadState, UploadStopped } from './upload.ts';

/** No answer, a server that cannot answer now, or one that has more or less than was thought. */
const isTemporary = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 0 || error.status === 409 || error.status >= 429);

/** What is wrong with a file that is to be uploaded; undefined: nothing. */
export function fileProblem(t: TFunction, file: File | undefined): string | undefined {
  if (!file) return t('otaUpdates.fileMissing');
  if (file.size === 0) return t('otaUpdates.fileEmpty');
  if (file.size <= MAX_OTA_PACKAGE_SIZE) return undefined;
  return t('otaUpdates.fileTooLarge', { size: formatSize(MAX_OTA_PACKAGE_SIZE) });
}

/** An upload, and how far it is. */
export interface RunningUpload {
  upload: Upload;
  state: UploadState;
}

/** Uploads the file of a package, which can be paused; it ends with the component. */
export function usePackageUpload() {
  const { t } = useTranslation();
  const [running, setRunning] = useState<RunningUpload>();
  const current = useRef<Upload>(undefined);
  useEffect(() => () => current.current?.stop(), []);

  /** @param checksum that the file has to have; absent: the server makes one */
  async function upload(
    id: string,
    file: File,
    checksum?: { checksumAlgorithm: ChecksumAlgorithm; checksum: string },
  ): Promise<OtaPackageInfo> {
    const one: Upload<OtaPackageInfo> = createUpload({
      file,
      send: (offset, part, signal) => sendPackagePart(id, offset, part, signal),
      received: () => getReceivedBytes(id),
      async finish() {
        // The answer may have been lost, and not what was asked for.
        const info = await getOtaPackage(id);
        if (info.hasData) return info;
        return completePackageUpload(id, {
          fileName: file.name,
          ...(file.type ? { contentType: file.type } : {}),
          ...(checksum ?? { checksumAlgorithm: 'SHA256' }),
        });
      },
      isTemporary,
      // It begins before it is returned, so the first change comes later.
      onChange: (state) => queueMicrotask(() => setRunning({ upload: one, state })),
    });
    current.current = one;
    try {
      return await one.done;
    } catch (error) {
      throw error instanceof UploadStopped ? new Error(t('otaUpdates.stopped')) : error;
    } finally {
      current.current = undefined;
      setRunning(undefined);
    }
  }

  return { running, upload };
}
