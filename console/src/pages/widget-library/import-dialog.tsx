import './texts/texts.ts';
import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../controls/file-drop.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { type FileResult, MAX_LIBRARY_BYTES } from './exchange.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

/** Takes the file of a bundle or a type, says what is wrong with it, and saves what is in it. */
export function ImportDialog<Content, Saved>(props: {
  title: string;
  text: string;
  read: (text: string) => FileResult<Content>;
  /** What is in the file, in words. */
  wordsOf: (content: Content) => string;
  /** Undefined: it was cancelled, and another file may be chosen. */
  save: (content: Content) => Promise<Saved | undefined>;
  close: (saved?: Saved) => void;
}) {
  const { t } = useTranslation();
  const [found, setFound] = useState<{ content: Content }>();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const submission = useSubmission(NO_FIELDS);
  /** The file that was chosen last: one that was read more slowly is dropped. */
  const latest = useRef<File>(undefined);

  async function choose(file: File) {
    latest.current = file;
    setFound(undefined);
    setError(undefined);
    setFileName(file.name);
    submission.clear();
    if (file.size > MAX_LIBRARY_BYTES) return setError(t('widgetLibrary.file.tooLarge'));
    try {
      const result = props.read(await file.text());
      if (latest.current !== file) return;
      if ('problem' in result) setError(t(result.problem.key, result.problem.values ?? {}));
      else setFound(result);
    } catch {
      if (latest.current === file) setError(t('widgetLibrary.file.unreadable'));
    }
  }

  const submit = () => {
    if (!found) return setError(error ?? t('widgetLibrary.file.choose'));
    return submission.submit(
      () => ({}),
      async () => {
        const saved = await props.save(found.content);
        if (saved !== undefined) props.close(saved);
      },
    );
  };

  return (
    <FormDialog
      title={props.title}
      submitLabel={t('widgetLibrary.import.run')}
      dirty={fileName !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{props.text}</Box>
      <FileDrop
        label={t('widgetLibrary.import.choose')}
        accept=".json,application/json"
        hint={fileName || t('widgetLibrary.import.drop')}
        onFile={(file) => void choose(file)}
      >
        {found && (
          <Box dir="auto" sx={{ color: 'var(--ok)', fontWeight: 550, overflowWrap: 'anywhere' }}>
            {props.wordsOf(found.content)}
          </Box>
        )}
      </FileDrop>
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </FormDialog>
  );
}
