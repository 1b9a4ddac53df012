import { CompareVersionDialog } from '../editing/compare-version-dialog.tsx';
import { ChangeList } from './compare-dialog.tsx';
import { dashboardChanges } from './model/differences.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';
import { useDashboardVersion } from './use-dashboard-version.ts';

/** What is different between a version of a dashboard and what is edited. */
export function VersionDialog(props: {
  dashboardId: string;
  number: number;
  /** What is edited. */
  now: EditedDashboard;
  onRestore: () => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useDashboardVersion(props.dashboardId, props.number);
  const changes = data && dashboardChanges(data, props.now);
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
