import './texts/texts.ts';
import { Box } from '@mui/material';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { PackageFile } from './package-file.tsx';
import { fileProblem, usePackageUpload } from './use-package-upload.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

/** Uploads the file of a package whose first upload did not come to its end. */
export function UploadFileDialog(props: { info: OtaPackageInfo; close: (saved?: OtaPackageInfo) => void }) {
  const { t } = useTranslation();
  const { info, close } = props;
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const { running, upload } = usePackageUpload();
  const submission = useSubmission(NO_FIELDS);
  const submit = () =>
    submission.submit(
      () => ({}),
      async () => {
        const found = fileProblem(t, file);
        setProblem(found);
        if (file && !found) close(await upload(info.id.id, file));
      },
    );
  return (
    <FormDialog
      title={t('otaUpdates.uploadTitle', { title: info.title, version: info.version })}
      submitLabel={t('otaUpdates.upload')}
      dirty={file !== undefined}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={() => close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('otaUpdates.uploadText')}</Box>
      <PackageFile
        file={file}
        running={running}
        problem={problem}
        onFile={(chosen) => {
          submission.clear();
          setFile(chosen);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
