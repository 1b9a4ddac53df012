import './texts/texts.ts';
import { Box } from '@mui/material';
import type { ChecksumAlgorithm, OtaPackageInfo, OtaPackageInput } from '@signalbox/contract/ota-package';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteOtaPackage, saveOtaPackage } from '../../api/ota-packages.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import { type FormValues, textOrNull } from '../../entity-page/form.ts';
import { PackageFile } from './package-file.tsx';
import { isUrl, newPackageForm } from './package-form.ts';
import { fileProblem, usePackageUpload } from './use-package-upload.ts';

const FIELD = 'file';

/** Describes a package and uploads its file, which can be paused; without its whole file the package is not kept. */
export function AddPackageDialog({ close }: { close: (saved?: OtaPackageInfo) => void }) {
  const { t } = useTranslation();
  const form = useMemo(() => newPackageForm(t), [t]);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const { running, upload } = usePackageUpload();
  /** Whether the form says that there is a file. */
  const needsFile = useRef(true);

  async function save(body: OtaPackageInput, values: FormValues): Promise<OtaPackageInfo> {
    const info = await saveOtaPackage(body);
    if (isUrl(values) || !file) return info;
    const checksum = values.ownChecksum === true ? textOrNull(values.checksum)?.toLowerCase() : undefined;
    const checksumAlgorithm = values.checksumAlgorithm as ChecksumAlgorithm;
    try {
      return await upload(info.id.id, file, checksum ? { checksumAlgorithm, checksum } : undefined);
    } catch (error) {
      await deleteOtaPackage(info.id.id).catch(() => undefined);
      throw error;
    }
  }

  const check = async () => {
    if (!needsFile.current) return {};
    const found = fileProblem(t, file);
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
            <PackageFile
              file={file}
              running={running}
              problem={problem}
              onFile={(chosen) => {
                setFile(chosen);
                setProblem(undefined);
              }}
            />
          </Box>
        );
      }}
    </AddDialog>
  );
}
