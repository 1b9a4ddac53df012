import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { saveDashboard } from '../../api/dashboards.ts';
import { FileDrop } from '../../controls/file-drop.tsx';
import { useChosenFile } from '../../controls/use-chosen-file.ts';
import { MAX_IMPORT_BYTES, readImport } from '../../dashboard/exchange.ts';
import { MissingEntities } from '../../dashboard/import/missing-entities.tsx';
import { useMissingEntities } from '../../dashboard/import/use-missing-entities.ts';
import { namedByAliases, withEntities } from '../../dashboard/import-aliases.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

type Dashboard = Record<string, unknown>;

/** Takes an exported dashboard and saves it as a new one, with everything that is in the file. */
export function ImportDialog(props: { onClose: () => void; onImported: (title: string, id: string) => void }) {
  const { t } = useTranslation();
  const submission = useSubmission(NO_FIELDS);
  const file = useChosenFile<Dashboard>({
    maxBytes: MAX_IMPORT_BYTES,
    tooLarge: t('dashboard.import.tooLarge'),
    unreadable: t('dashboard.import.unreadable'),
    needed: t('dashboard.import.fileNeeded'),
    read(text) {
      const result = readImport(text);
      return 'problem' in result
        ? { problem: t(result.problem.key, result.problem.values ?? {}) }
        : { content: result.dashboard };
    },
  });
  const dashboard = file.content;
  const entities = useMissingEntities(dashboard, namedByAliases);
  const choose = (chosen: File) => {
    submission.clear();
    void file.choose(chosen);
  };

  async function save(content: Dashboard) {
    if (!(await entities.areShown(content))) return;
    const saved = await saveDashboard({
      ...withEntities(content, entities.ids),
      title: String(content.title ?? ''),
    });
    props.onImported(saved.title, saved.id.id);
  }

  const submit = () =>
    submission.submit(
      () => ({}),
      async () => {
        const content = await file.ready();
        if (content) await save(content);
      },
    );

  const widgets = (dashboard?.configuration as { widgets?: object } | undefined)?.widgets ?? {};
  return (
    <FormDialog
      title={t('dashboard.import.title')}
      submitLabel={t('dashboard.import.run')}
      dirty={file.name !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('dashboard.import.text')}</Box>
      <FileDrop
        label={t('dashboard.import.choose')}
        accept=".json,application/json"
        hint={file.name || t('dashboard.import.drop')}
        onFile={choose}
      >
        {dashboard && (
          <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>
            {t('dashboard.import.ready', { title: String(dashboard.title), count: Object.keys(widgets).length })}
          </Box>
        )}
      </FileDrop>
      {entities.missing.length > 0 && (
        <MissingEntities missing={entities.missing} chosen={entities.chosen} onChange={entities.choose} />
      )}
      {file.problem && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {file.problem}
        </Box>
      )}
    </FormDialog>
  );
}
