import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import type { Choice } from '../controls/choice.ts';
import { FileDrop } from '../controls/file-drop.tsx';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import { MAX_IMPORT_BYTES } from '../dashboard/exchange.ts';
import { findMissing, MissingEntities } from '../dashboard/import/missing-entities.tsx';
import { type NamedByAlias, namedByAliases, withEntities } from '../dashboard/import-aliases.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { readWidgetItem, type WidgetItem } from './model/widget-item.ts';
import type { DashboardEdits } from './use-dashboard-edits.ts';

const KINDS = ['datasourceAliases', 'targetDeviceAliases'] as const;

/** The aliases of a widget as those of a dashboard, by kind and place. */
function asDashboard({ aliasesInfo }: WidgetItem) {
  const entityAliases = Object.fromEntries(
    KINDS.flatMap((kind) => Object.entries(aliasesInfo[kind]).map(([at, info]) => [`${kind} ${at}`, info])),
  );
  return { configuration: { entityAliases } };
}

/** The widget with other entities in those aliases. */
function withChosen(item: WidgetItem, chosen: Readonly<Record<string, Choice>>): WidgetItem {
  const ids = Object.fromEntries(Object.entries(chosen).map(([key, { id }]) => [key, id]));
  const { configuration } = withEntities(asDashboard(item), ids) as ReturnType<typeof asDashboard>;
  const of = (kind: (typeof KINDS)[number]) =>
    Object.fromEntries(
      Object.keys(item.aliasesInfo[kind]).flatMap((at) => {
        const info = configuration.entityAliases[`${kind} ${at}`];
        return info ? [[at, info]] : [];
      }),
    );
  return {
    ...item,
    aliasesInfo: { datasourceAliases: of('datasourceAliases'), targetDeviceAliases: of('targetDeviceAliases') },
  };
}

/** Takes a widget from a file; asks what takes the place of entities that are not here. */
function ImportWidgetDialog(props: { onImport: (item: WidgetItem) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [item, setItem] = useState<WidgetItem>();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const [missing, setMissing] = useState<readonly NamedByAlias[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const submission = useSubmission([]);
  /** The file that was chosen last: results for an earlier one are dropped. */
  const latest = useRef<File>(undefined);
  const looked = useRef<Promise<readonly NamedByAlias[]>>(undefined);

  async function choose(file: File) {
    latest.current = file;
    setItem(undefined);
    setMissing([]);
    setChosen({});
    setError(undefined);
    setFileName(file.name);
    if (file.size > MAX_IMPORT_BYTES) return setError(t('dashboard.import.tooLarge'));
    let value: unknown;
    try {
      value = JSON.parse(await file.text());
    } catch {
      if (latest.current === file) setError(t('dashboard.import.unreadable'));
      return;
    }
    if (latest.current !== file) return;
    const read = readWidgetItem(value);
    if (!read) {
      const isDashboard = typeof value === 'object' && value !== null && 'configuration' in value;
      return setError(t(isDashboard ? 'dashboardEditor.import.isDashboard' : 'dashboardEditor.import.notWidget'));
    }
    setItem(read);
    looked.current = findMissing(namedByAliases(asDashboard(read)));
    const found = await looked.current;
    if (latest.current === file) setMissing(found);
  }

  const submit = async () => {
    if (!item) return setError(error ?? t('dashboard.import.fileNeeded'));
    // Whoever was quicker than the search is shown what is missing first.
    const found = (await looked.current) ?? [];
    if (found.length > missing.length) return setMissing(found);
    props.onImport(withChosen(item, chosen));
  };

  return (
    <FormDialog
      title={t('dashboardEditor.import.action')}
      submitLabel={t('dashboard.import.run')}
      dirty={fileName !== ''}
      submission={submission}
      fields={[]}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('dashboardEditor.import.text')}</Box>
      <FileDrop
        label={t('dashboard.import.choose')}
        accept=".json,application/json"
        hint={fileName || t('dashboard.import.drop')}
        onFile={(file) => void choose(file)}
      >
        {item && (
          <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>
            {item.widget.config.title || item.widget.title || item.widget.typeAlias}
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

/** Asks for the file of a widget, and puts that into a layout. */
export function importWidget(edits: DashboardEdits, place: LayoutPlace): void {
  void openDialog((close) => (
    <ImportWidgetDialog
      onImport={(item) => {
        close();
        edits.importItem(place, item);
      }}
      onClose={() => close()}
    />
  ));
}
