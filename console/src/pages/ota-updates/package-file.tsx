import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../controls/file-drop.tsx';
import { formatSize } from '../../i18n/format-size.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { RunningUpload } from './use-package-upload.ts';

/** The file of a package: chosen, or on its way. */
export function PackageFile(props: {
  file: File | undefined;
  running: RunningUpload | undefined;
  problem: string | undefined;
  onFile: (file: File) => void;
}) {
  const { t } = useTranslation();
  const { file, running, problem } = props;
  return (
    <>
      {running && file ? (
        <UploadProgress name={file.name} {...running} />
      ) : (
        <FileDrop
          label={t('otaUpdates.choose')}
          accept=""
          hint={file ? t('otaUpdates.chosen', { name: file.name, size: formatSize(file.size) }) : t('otaUpdates.drop')}
          onFile={props.onFile}
        />
      )}
      {problem && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2 }}>
          {problem}
        </Box>
      )}
    </>
  );
}
