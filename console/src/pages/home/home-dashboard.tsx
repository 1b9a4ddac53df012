import type { HomeDashboard } from '@signalbox/contract/dashboard';
import { useNavigate } from 'react-router';
import { DashboardView } from '../../dashboard/dashboard-view.tsx';
import { exportDashboard } from '../dashboards/export-dashboard.ts';

/** The dashboard that stands in place of the home page. */
export function HomeDashboardView({ dashboard }: { dashboard: HomeDashboard }) {
  const navigate = useNavigate();
  return (
    <DashboardView
      dashboard={dashboard}
      singlePage={false}
      hideToolbar={dashboard.hideDashboardToolbar}
      embedded
      dashboards={undefined}
      onExport={() => exportDashboard(dashboard)}
      onOpenDashboard={(id, newTab, state) => {
        const address = `/dashboards/${id}${state ? `?state=${encodeURIComponent(state)}` : ''}`;
        if (newTab) window.open(address, '_blank', 'noopener');
        else void navigate(address);
      }}
    />
  );
}
