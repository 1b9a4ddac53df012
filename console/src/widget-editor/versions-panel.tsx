import { Box } from '@mui/material';
import type { WidgetTypeVersion } from '@signalbox/contract/widget-type-version';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getWidgetTypeVersion, getWidgetTypeVersions } from '../api/widget-type-versions.ts';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { AsidePanel } from '../editing/aside-panel.tsx';
import { CompareVersionDialog } from '../editing/compare-version-dialog.tsx';
import { usePagedVersions } from '../editing/use-versions.ts';
import { VersionList } from '../editing/version-list.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { ChangeList } from './change-list.tsx';
import { useTypeEditing } from './editing-context.ts';
import { type EditedType, toEditedType } from './model/edited-type.ts';
import { typeChanges } from './model/type-changes.ts';

/** Root of the keys of queries about what types were. */
export const TYPE_VERSIONS = 'widget type versions';

/** A version never changes, so it is read once. */
const versionQuery = (typeId: string, number: number) =>
  queryOptions({
    queryKey: ['widget type version', typeId, number],
    queryFn: async () => toEditedType((await getWidgetTypeVersion(typeId, number)).content),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** What is different between a version of a type and what is edited. */
function VersionDialog(props: {
  typeId: string;
  number: number;
  now: EditedType;
  onRestore: () => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(versionQuery(props.typeId, props.number));
  const changes = data && typeChanges(data, props.now);
  return (
    <CompareVersionDialog
      number={props.number}
      changes={{ data: changes, error, refetch }}
      onRestore={props.onRestore}
      onClose={props.onClose}
    >
      {(found, before) => <ChangeList changes={found} before={before} />}
    </CompareVersionDialog>
  );
}

/** What the type was, newest first. A restored version is a step of the editing: it is undone, or saved. */
export function VersionsPanel({ typeId, onClose }: { typeId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { edited, runNow } = useTypeEditing();
  const versions = usePagedVersions([TYPE_VERSIONS, typeId], (page, pageSize) =>
    getWidgetTypeVersions(typeId, page, pageSize),
  );
  const restore = ({ number }: WidgetTypeVersion) =>
    attempt(async () => {
      const content = await client.fetchQuery(versionQuery(typeId, number));
      edited.edit(t('widgetEditor.step.restoreVersion', { number }), () => content);
      notifySuccess(t('widgetEditor.versions.restored', { number }));
      // Behind the drawing of what was restored.
      requestAnimationFrame(runNow);
    });
  const compare = (version: WidgetTypeVersion) =>
    void openDialog((close) => (
      <VersionDialog
        typeId={typeId}
        number={version.number}
        now={edited.content}
        onRestore={() => {
          close();
          restore(version);
        }}
        onClose={() => close()}
      />
    ));
  return (
    <AsidePanel title={t('widgetEditor.versions.title')} onClose={onClose}>
      <Box sx={{ overflow: 'auto', minHeight: 0, px: 4, pb: 4 }}>
        <VersionList
          versions={versions}
          noneText={t('widgetEditor.versions.none')}
          facts={({ name }) => (name === edited.content.name ? [] : [name])}
          mayRestore={({ until }) => until !== null || edited.isDirty}
          onCompare={compare}
          onRestore={restore}
        />
      </Box>
    </AsidePanel>
  );
}
