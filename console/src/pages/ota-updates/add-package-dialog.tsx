import './texts/texts.ts';
import { Box } from '@mui/material';
import {
  type ChecksumAlgorithm,
  MAX_OTA_PACKAGE_SIZE,
  type OtaPackageInfo,
  type OtaPackageInput,
} from '@signalbox/contract/ota-package';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../../api/http.ts';
import {
  completePackageUpload,
  deleteOtaPackage,
  getReceivedBytes,
  saveOtaPackage,
  sendPackagePart,
} from '../../api/ota-packages.ts';
import { FileDrop } from '../../controls/file-drop.tsx';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import { type FormValues, textOrNull } from '../../entity-page/form.ts';
import { formatSize } from '../../i18n/format-size.ts';
import { isUrl, newPackageForm } from './package-form.ts';
import { createUpload, type Upload, type UploadState, UploadStopped } from './upload.ts';
import { UploadProgress } from './upload-progress.tsx';

/** No answer, a server that cannot answer now, or one that has more or less than was thought. */
const isTemporary = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 0 || error.status === 409 || error.status >= 429);

const FIELD = 'file';

/** Describes a package and uploads its file, which can be paused; without its whole file the package is not kept. */
export function AddPackageDialog({ close }: { close: (saved?: OtaPackageInfo) => void }) {
  const { t } = useTranslation();
  const form = useMemo(() => newPackageForm(t), [t]);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState<{ upload: Upload; state: UploadState }>();
  /** Whether the form says that there is a file. */
  const needsFile = useRef(true);
  const current = useRef<Upload>(undefined);
  useEffect(() => () => current.current?.stop(), []);

  async function upload(info: OtaPackageInfo, chosen: File, values: FormValues): Promise<OtaPackageInfo> {
    const id = info.id.id;
    const one: Upload = createUpload({
      file: chosen,
      send: (offset, part, signal) => sendPackagePart(id, offset, part, signal),
      received: () => getReceivedBytes(id),
      isTemporary,
      // It begins before it is returned, so the first change comes later.
      onChange: (state) => queueMicrotask(() => setRunning({ upload: one, state })),
    });
    current.current = one;
    try {
      await one.done;
      const checksum = values.ownChecksum === true ? textOrNull(values.checksum)?.toLowerCase() : undefined;
      return await completePackageUpload(id, {
        fileName: chosen.name,
        ...(chosen.type ? { contentType: chosen.type } : {}),
        checksumAlgorithm: (checksum ? values.checksumAlgorithm : 'SHA256') as ChecksumAlgorithm,
        ...(checksum ? { checksum } : {}),
      });
    } catch (error) {
      await deleteOtaPackage(id).catch(() => undefined);
      throw error instanceof UploadStopped ? new Error(t('otaUpdates.stopped')) : error;
    } finally {
      current.current = undefined;
      setRunning(undefined);
    }
  }

  async function save(body: OtaPackageInput, values: FormValues): Promise<OtaPackageInfo> {
    const info = await saveOtaPackage(body);
    return isUrl(values) || !file ? info : upload(info, file, values);
  }

  const check = async () => {
    if (!needsFile.current) return {};
    const size = formatSize(MAX_OTA_PACKAGE_SIZE);
    const found = !file
      ? t('otaUpdates.fileMissing')
      : file.size === 0
        ? t('otaUpdates.fileEmpty')
        : file.size > MAX_OTA_PACKAGE_SIZE
          ? t('otaUpdates.fileTooLarge', { size })
          : undefined;
    setProblem(found);
    return found ? { [FIELD]: found } : {};
  };

  return (
    <AddDialog
      title={t('otaUpdates.addTitle')}
      form={form}
      more={{ fields: [{ name: FIELD, label: t('otaUpdates.file') }], check, dirty: file !== undefined }}
      save={save}
      close={close}
    >
      {(values) => {
        needsFile.current = !isUrl(values);
        if (isUrl(values)) return null;
        return (
          <Box data-field={FIELD} sx={{ mt: 4 }}>
            {running && file ? (
              <UploadProgress name={file.name} {...running} />
            ) : (
              <FileDrop
                label={t('otaUpdates.choose')}
                accept=""
                hint={
                  file ? t('otaUpdates.chosen', { name: file.name, size: formatSize(file.size) }) : t('otaUpdates.drop')
                }
                onFile={(chosen) => {
                  setFile(chosen);
                  setProblem(undefined);
                }}
              />
            )}
            {problem && (
              <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2 }}>
                {problem}
              </Box>
            )}
          </Box>
        );
      }}
    </AddDialog>
  );
}
