import './texts/texts.ts';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { readDashboard } from '../../api/dashboards.ts';
import { isTakenAway } from '../../api/failure.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { useSession } from '../../app/session.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { FailureState } from '../../controls/failure-state.tsx';
import { SkeletonLines } from '../../controls/states.tsx';
import { DashboardView } from '../../dashboard/dashboard-view.tsx';
import { UserMenu } from '../../shell/user-menu.tsx';
import { downloadDashboard } from './download.ts';

function OpenPage({ singlePage }: { singlePage: boolean }) {
  const { t } = useTranslation();
  const { dashboardId = '', customerId: ofCustomer } = useParams();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { authority, claims, forceFullscreen } = useSession();
  const reload = address.get('reload');
  const dashboard = useQuery({
    // Each new value of `reload` loads the dashboard again, and finds the entities of its aliases again.
    queryKey: reload === null ? ['dashboard', dashboardId] : ['dashboard', dashboardId, reload],
    queryFn: () => readDashboard(dashboardId),
    // Changes by others are not loaded while it is being viewed.
    refetchOnWindowFocus: false,
    ...(reload === null ? {} : { gcTime: 0 }),
  });
  const customerId = authority === 'CUSTOMER_USER' ? claims?.customerId : ofCustomer;
  const dashboards = useMemo(() => choicesOf('DASHBOARD', { customerId }), [customerId]);
  useSetCrumbTitle(dashboard.data?.title);

  const open = useCallback(
    (id: string, newTab: boolean, state?: string) => {
      const place = singlePage ? 'dashboard' : ofCustomer ? `customers/${ofCustomer}/dashboards` : 'dashboards';
      const path = `/${place}/${id}`;
      const query = state ? `?state=${encodeURIComponent(state)}` : '';
      if (newTab) window.open(path + query, '_blank', 'noopener');
      else void navigate(path + query);
    },
    [navigate, singlePage, ofCustomer],
  );

  // What is open goes on when it cannot be loaded again: its widgets say themselves how they stand.
  if (dashboard.error && (!dashboard.data || isTakenAway(dashboard.error))) {
    return (
      <FailureState error={dashboard.error} title={t('dashboard.failed')} onRetry={() => void dashboard.refetch()} />
    );
  }
  if (!dashboard.data) {
    return (
      <Box sx={{ p: 5, flex: 1 }}>
        <SkeletonLines count={6} />
      </Box>
    );
  }
  const shown = dashboard.data;
  return (
    <DashboardView
      dashboard={shown}
      singlePage={singlePage || forceFullscreen}
      hideToolbar={address.get('hideToolbar') === 'true'}
      embedded={address.get('embedded') === 'true'}
      dashboards={claims?.isPublic ? undefined : dashboards}
      onExport={() => downloadDashboard(shown)}
      onOpenDashboard={open}
      userMenu={forceFullscreen && !claims?.isPublic ? <UserMenu /> : null}
    />
  );
}

/** A dashboard inside the shell. */
export function DashboardPage() {
  return <OpenPage singlePage={false} />;
}

/** A dashboard that fills the window. */
export function SingleDashboardPage() {
  return (
    <Box component="main" sx={{ height: '100dvh', display: 'flex', background: 'var(--bg)' }}>
      <OpenPage singlePage />
    </Box>
  );
}
