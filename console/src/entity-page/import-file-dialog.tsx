import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../controls/file-drop.tsx';
import { useChosenFile } from '../controls/use-chosen-file.ts';
import { FormDialog } from './form-dialog.tsx';
import { useSubmission } from './use-submission.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

/** Takes the file of an exported entity and saves it as a new one. */
export function ImportFileDialog<Read extends { name?: string | null | undefined }, Saved>(props: {
  title: string;
  /** What to choose, and what becomes of it. */
  text: string;
  /** Said of a file that is not one of these. */
  unreadable: string;
  /** Largest file that is read, bytes. */
  maxBytes: number;
  /** What a file has in it; undefined when it is another one. */
  read: (text: string) => Read | undefined;
  save: (read: Read) => Promise<Saved>;
  close: (saved?: Saved) => void;
}) {
  const { t } = useTranslation();
  const submission = useSubmission(NO_FIELDS);
  const file = useChosenFile<Read>({
    maxBytes: props.maxBytes,
    tooLarge: props.unreadable,
    unreadable: props.unreadable,
    needed: t('importFile.needed'),
    read(text) {
      const content = props.read(text);
      return content ? { content } : { problem: props.unreadable };
    },
  });
  const choose = (chosen: File) => {
    submission.clear();
    void file.choose(chosen);
  };

  const submit = () =>
    submission.submit(
      () => ({}),
      async () => {
        const read = await file.ready();
        if (read) props.close(await props.save(read));
      },
    );

  return (
    <FormDialog
      title={props.title}
      submitLabel={t('importFile.run')}
      dirty={file.name !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{props.text}</Box>
      <FileDrop
        label={t('importFile.choose')}
        accept=".json,application/json"
        hint={file.name || t('importFile.drop')}
        onFile={choose}
      >
        {file.content && <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>{file.content.name}</Box>}
      </FileDrop>
      {file.problem && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {file.problem}
        </Box>
      )}
    </FormDialog>
  );
}
