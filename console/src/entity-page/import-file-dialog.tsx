import './texts/texts.ts';
import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../controls/file-drop.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useSubmission } from './use-submission.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

/** Takes the file of an exported entity and saves it as a new one. */
export function ImportFileDialog<Read extends { name?: string | null | undefined }, Saved>(props: {
  title: string;
  /** What to choose, and what becomes of it. */
  text: string;
  /** Said of a file that is none of these. */
  unreadable: string;
  /** Largest file that is read, bytes. */
  maxBytes: number;
  /** What a file has in it; undefined when it is another one. */
  read: (text: string) => Read | undefined;
  save: (read: Read) => Promise<Saved>;
  close: (saved?: Saved) => void;
}) {
  const { t } = useTranslation();
  const [found, setFound] = useState<Read>();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const submission = useSubmission(NO_FIELDS);
  /** The file that was chosen last: one that was read more slowly is dropped. */
  const latest = useRef<File>(undefined);

  async function choose(file: File) {
    latest.current = file;
    setFound(undefined);
    setFileName(file.name);
    submission.clear();
    const read = file.size > props.maxBytes ? undefined : await file.text().then(props.read, () => undefined);
    if (latest.current !== file) return;
    setFound(read);
    setError(read ? undefined : props.unreadable);
  }

  const submit = () => {
    if (!found) return setError(error ?? t('importFile.needed'));
    return submission.submit(
      () => ({}),
      async () => props.close(await props.save(found)),
    );
  };

  return (
    <FormDialog
      title={props.title}
      submitLabel={t('importFile.run')}
      dirty={fileName !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{props.text}</Box>
      <FileDrop
        label={t('importFile.choose')}
        accept=".json,application/json"
        hint={fileName || t('importFile.drop')}
        onFile={(file) => void choose(file)}
      >
        {found && <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>{found.name}</Box>}
      </FileDrop>
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </FormDialog>
  );
}
