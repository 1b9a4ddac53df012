import { Box } from '@mui/material';
import type { DashboardVersion } from '@signalbox/contract/dashboard-version';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDashboardVersions } from '../api/dashboard-versions.ts';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { usePagedVersions } from '../editing/use-versions.ts';
import { VersionList } from '../editing/version-list.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { formatNumber } from '../i18n/format.ts';
import { useDashboardEditing } from './editor-context.ts';
import { dashboardChanges } from './model/differences.ts';
import { dashboardVersion } from './use-dashboard-version.ts';
import { VersionDialog } from './version-dialog.tsx';

/** What the dashboard was, newest first. A restored version is a step of the editing: it is undone, or saved. */
export function VersionsPanel() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { dashboardId, edited, select, selection } = useDashboardEditing();
  // Invalid with everything else of dashboards.
  const versions = usePagedVersions(['dashboards', 'versions', dashboardId], (page, pageSize) =>
    getDashboardVersions(dashboardId, page, pageSize),
  );
  /** Numbers of versions that were compared. */
  const [compared, setCompared] = useState<ReadonlySet<number>>(new Set());

  const restore = ({ number }: DashboardVersion) =>
    attempt(async () => {
      const content = await client.fetchQuery(dashboardVersion(dashboardId, number));
      if (selection) select(selection.place, []);
      edited.edit(t('dashboardEditor.step.restoreVersion', { number }), () => content);
      notifySuccess(t('dashboardEditor.versions.restored', { number }));
    });
  const compare = (version: DashboardVersion) =>
    void openDialog((close) => (
      <VersionDialog
        dashboardId={dashboardId}
        number={version.number}
        now={edited.content}
        onRestore={() => {
          close();
          restore(version);
        }}
        onClose={() => close()}
      />
    )).then(() => setCompared((before) => new Set([...before, version.number])));
  /** What it was called, if that is something else; of one that was compared, how many changes there are until now. */
  const facts = ({ number, name }: DashboardVersion): string[] => {
    const called = name === edited.content.title ? [] : [name];
    const content = compared.has(number)
      ? client.getQueryData(dashboardVersion(dashboardId, number).queryKey)
      : undefined;
    if (!content) return called;
    const count = dashboardChanges(content, edited.content).length;
    return [...called, t('dashboardEditor.versions.changes', { count, formatted: formatNumber(count) })];
  };
  return (
    <Box sx={{ overflow: 'auto', minHeight: 0, px: 4, pb: 4 }}>
      <VersionList
        versions={versions}
        noneText={t('dashboardEditor.versions.none')}
        facts={facts}
        mayRestore={({ until }) => until !== null || edited.isDirty}
        onCompare={compare}
        onRestore={restore}
      />
    </Box>
  );
}
