import './texts/texts.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../editors/code-editor.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { lwm2mProblem } from './lwm2m-problem.ts';

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Edits a configuration as JSON; closes with what the text says once that can be used. */
export function JsonDialog(props: { text: string; close: (configuration?: Record<string, unknown>) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(props.text);
  const label = t('lightweight.json');
  const submission = useSubmission([{ name: 'json', label }]);
  const problemOf = (): string | undefined => {
    const parsed = parse(text);
    if (!parsed) return t('lightweight.problem.noJson');
    const found = lwm2mProblem(parsed.value);
    return found && t(`lightweight.jsonProblem.${found.problem}`, { member: found.member || 'JSON' });
  };
  const submit = () =>
    submission.submit(
      async () => {
        const problem = problemOf();
        return problem ? { json: problem } : {};
      },
      async () => props.close(parse(text)?.value as Record<string, unknown>),
    );
  return (
    <FormDialog
      title={t('lightweight.jsonTitle')}
      submitLabel={t('lightweight.apply')}
      dirty={text !== props.text}
      submission={submission}
      fields={[{ name: 'json', label }]}
      maxWidth="md"
      isLong
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box data-field="json">
        <CodeEditor
          label={label}
          language="json"
          value={text}
          help={t('lightweight.jsonDialogHelp')}
          error={submission.problems.json}
          minHeight={320}
          maxHeight={560}
          onChange={(next) => {
            setText(next);
            submission.note('json');
          }}
        />
      </Box>
    </FormDialog>
  );
}
