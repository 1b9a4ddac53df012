import './texts/texts.ts';
import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDashboard } from '../../api/dashboards.ts';
import type { Choice } from '../../controls/choice.ts';
import { FileDrop } from '../../controls/file-drop.tsx';
import { MAX_IMPORT_BYTES, readImport } from '../../dashboard/exchange.ts';
import { findMissing, MissingEntities } from '../../dashboard/import/missing-entities.tsx';
import { type NamedByAlias, namedByAliases, withEntities } from '../../dashboard/import-aliases.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

/** Takes an exported dashboard and saves it as a new one, with everything that is in the file. */
export function ImportDialog(props: { onClose: () => void; onImported: (title: string, id: string) => void }) {
  const { t } = useTranslation();
  const [dashboard, setDashboard] = useState<Record<string, unknown>>();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const submission = useSubmission(NO_FIELDS);
  /** The file that was chosen last: results for an earlier one are dropped. */
  const latest = useRef<File>(undefined);
  /** The search for what the chosen dashboard shows and is not here. */
  const looked = useRef<Promise<readonly NamedByAlias[]>>(undefined);
  const [missing, setMissing] = useState<readonly NamedByAlias[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});

  async function choose(file: File) {
    latest.current = file;
    setDashboard(undefined);
    setMissing([]);
    setChosen({});
    setFileName(file.name);
    submission.clear();
    if (file.size > MAX_IMPORT_BYTES) return setError(t('dashboard.import.tooLarge'));
    try {
      const result = readImport(await file.text());
      if (latest.current !== file) return;
      if ('problem' in result) return setError(t(result.problem.key, result.problem.values ?? {}));
      setDashboard(result.dashboard);
      setError(undefined);
      looked.current = findMissing(namedByAliases(result.dashboard));
      const found = await looked.current;
      if (latest.current === file) setMissing(found);
    } catch {
      if (latest.current === file) setError(t('dashboard.import.unreadable'));
    }
  }

  async function save(content: Record<string, unknown>) {
    // Whoever was quicker than the search is shown what is missing first.
    const found = (await looked.current) ?? [];
    if (found.length > missing.length) return setMissing(found);
    const entities = Object.fromEntries(Object.entries(chosen).map(([key, { id }]) => [key, id]));
    const saved = await saveDashboard({ ...withEntities(content, entities), title: String(content.title ?? '') });
    props.onImported(saved.title, saved.id.id);
  }

  const submit = () => {
    if (!dashboard) return setError(error ?? t('dashboard.import.fileNeeded'));
    return submission.submit(
      () => ({}),
      () => save(dashboard),
    );
  };

  const widgets = (dashboard?.configuration as { widgets?: object } | undefined)?.widgets ?? {};
  return (
    <FormDialog
      title={t('dashboard.import.title')}
      submitLabel={t('dashboard.import.run')}
      dirty={fileName !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('dashboard.import.text')}</Box>
      <FileDrop
        label={t('dashboard.import.choose')}
        accept=".json,application/json"
        hint={fileName || t('dashboard.import.drop')}
        onFile={(file) => void choose(file)}
      >
        {dashboard && (
          <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>
            {t('dashboard.import.ready', { title: String(dashboard.title), count: Object.keys(widgets).length })}
          </Box>
        )}
      </FileDrop>
      {missing.length > 0 && <MissingEntities missing={missing} chosen={chosen} onChange={setChosen} />}
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </FormDialog>
  );
}
