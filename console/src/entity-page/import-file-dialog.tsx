import './texts/texts.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../controls/file-drop.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { useChosenFile } from '../controls/use-chosen-file.ts';
import type { EntityFile } from './entity-file.ts';
import { FormDialog } from './form-dialog.tsx';
import { useSubmission } from './use-submission.ts';

/** Takes the file of an exported entity and saves it as a new one. */
export function ImportFileDialog<Read extends object, Saved>(props: {
  title: string;
  /** What to choose, and what becomes of it. */
  text: string;
  /** Said of a file that is not one of these. */
  unreadable: string;
  /** Largest file that is read, bytes. */
  maxBytes: number;
  read: (text: string) => EntityFile<Read>;
  /** Texts of what was read that can be changed before it is saved, where it has them: each may be there only once. */
  fields: readonly { name: keyof Read & string; label: string }[];
  save: (read: Read) => Promise<Saved>;
  close: (saved?: Saved) => void;
}) {
  const { t } = useTranslation();
  const submission = useSubmission(props.fields);
  const file = useChosenFile<Read>({
    maxBytes: props.maxBytes,
    tooLarge: props.unreadable,
    unreadable: props.unreadable,
    needed: t('importFile.needed'),
    read(text) {
      const found = props.read(text);
      if ('content' in found) return found;
      const { wrong } = found;
      return { problem: wrong === undefined ? props.unreadable : t('importFile.wrong', { member: wrong }) };
    },
  });
  /** What was typed in place of texts of the file, by member. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (read: Read, name: keyof Read & string) => typed[name] ?? String(read[name]);
  const shown = props.fields.filter(({ name }) => typeof file.content?.[name] === 'string');
  const choose = (chosen: File) => {
    submission.clear();
    setTyped({});
    void file.choose(chosen);
  };

  const submit = () =>
    submission.submit(
      () =>
        Object.fromEntries(
          Object.entries(typed)
            .filter(([, text]) => text.trim() === '')
            .map(([name]) => [name, t('common.required')]),
        ),
      async () => {
        const read = await file.ready();
        const changed = Object.entries(typed).map(([name, text]) => [name, text.trim()]);
        if (read) props.close(await props.save({ ...read, ...Object.fromEntries(changed) }));
      },
    );

  return (
    <FormDialog
      title={props.title}
      submitLabel={t('importFile.run')}
      dirty={file.name !== ''}
      submission={submission}
      fields={props.fields}
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{props.text}</Box>
      <FileDrop
        label={t('importFile.choose')}
        accept=".json,application/json"
        hint={file.name || t('importFile.drop')}
        onFile={choose}
      />
      {file.content &&
        shown.map(({ name, label }) => (
          <Box key={name} data-field={name} sx={{ mt: 4 }}>
            <TextInput
              required
              label={label}
              value={textOf(file.content as Read, name)}
              error={submission.problems[name]}
              onChange={({ target }) => {
                submission.note(name);
                setTyped((now) => ({ ...now, [name]: target.value }));
              }}
            />
          </Box>
        ))}
      {file.problem && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {file.problem}
        </Box>
      )}
    </FormDialog>
  );
}
