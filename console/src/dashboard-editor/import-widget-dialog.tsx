import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { FileDrop } from '../controls/file-drop.tsx';
import { useChosenFile } from '../controls/use-chosen-file.ts';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import { MAX_IMPORT_BYTES } from '../dashboard/exchange.ts';
import { MissingEntities } from '../dashboard/import/missing-entities.tsx';
import { useMissingEntities } from '../dashboard/import/use-missing-entities.ts';
import { namedByAliases, withEntities } from '../dashboard/import-aliases.ts';
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

/** What its aliases name. */
const namedIn = (item: WidgetItem) => namedByAliases(asDashboard(item));

/** The widget with other entities in those aliases. */
function withChosen(item: WidgetItem, ids: Readonly<Record<string, string>>): WidgetItem {
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
  const submission = useSubmission([]);
  const file = useChosenFile<WidgetItem>({
    maxBytes: MAX_IMPORT_BYTES,
    tooLarge: t('dashboard.import.tooLarge'),
    unreadable: t('dashboard.import.unreadable'),
    needed: t('dashboard.import.fileNeeded'),
    read(text) {
      const value: unknown = JSON.parse(text);
      const content = readWidgetItem(value);
      if (content) return { content };
      const isDashboard = typeof value === 'object' && value !== null && 'configuration' in value;
      return { problem: t(isDashboard ? 'dashboardEditor.import.isDashboard' : 'dashboardEditor.import.notWidget') };
    },
  });
  const item = file.content;
  const entities = useMissingEntities(item, namedIn);

  const submit = async () => {
    const read = await file.ready();
    if (read && (await entities.areShown(read))) props.onImport(withChosen(read, entities.ids));
  };

  return (
    <FormDialog
      title={t('dashboardEditor.import.action')}
      submitLabel={t('dashboard.import.run')}
      dirty={file.name !== ''}
      submission={submission}
      fields={[]}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('dashboardEditor.import.text')}</Box>
      <FileDrop
        label={t('dashboard.import.choose')}
        accept=".json,application/json"
        hint={file.name || t('dashboard.import.drop')}
        onFile={(chosen) => void file.choose(chosen)}
      >
        {item && (
          <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>
            {item.widget.config.title || item.widget.title || item.widget.typeAlias}
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
