import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../controls/file-drop.tsx';
import { useChosenFile } from '../../controls/use-chosen-file.ts';
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
  const submission = useSubmission(NO_FIELDS);
  const file = useChosenFile<Content>({
    maxBytes: MAX_LIBRARY_BYTES,
    tooLarge: t('widgetLibrary.file.tooLarge'),
    unreadable: t('widgetLibrary.file.unreadable'),
    needed: t('widgetLibrary.file.choose'),
    read(text) {
      const result = props.read(text);
      return 'problem' in result ? { problem: t(result.problem.key, result.problem.values ?? {}) } : result;
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
        const content = await file.ready();
        const saved = content && (await props.save(content));
        if (saved !== undefined) props.close(saved);
      },
    );

  return (
    <FormDialog
      title={props.title}
      submitLabel={t('widgetLibrary.import.run')}
      dirty={file.name !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{props.text}</Box>
      <FileDrop
        label={t('widgetLibrary.import.choose')}
        accept=".json,application/json"
        hint={file.name || t('widgetLibrary.import.drop')}
        onFile={choose}
      >
        {file.content && (
          <Box dir="auto" sx={{ color: 'var(--ok)', fontWeight: 550, overflowWrap: 'anywhere' }}>
            {props.wordsOf(file.content)}
          </Box>
        )}
      </FileDrop>
      {file.problem && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {file.problem}
        </Box>
      )}
    </FormDialog>
  );
}
