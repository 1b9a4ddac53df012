import './texts/texts.ts';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { readHomeDashboard } from '../../api/dashboards.ts';
import { useSession } from '../../app/session.ts';
import { displayName } from '../../app/session-state.ts';
import { failureLine } from '../../controls/error-text.ts';
import { ProblemBar } from '../../controls/failure-state.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { Installation } from './installation.tsx';
import { Workplace } from './workplace.tsx';

const HomeDashboardView = lazyPart(async () => (await import('./home-dashboard.tsx')).HomeDashboardView);

/** The first page after signing in: the dashboard that was chosen for it, else what there is to do. */
export function HomePage() {
  const { t } = useTranslation();
  const { user, authority } = useSession();
  const home = useQuery({
    queryKey: ['dashboards', 'home'],
    queryFn: readHomeDashboard,
    enabled: authority !== 'SYS_ADMIN',
    retry: false,
  });
  if (home.data) {
    return (
      <Suspense>
        <HomeDashboardView dashboard={home.data} />
      </Suspense>
    );
  }
  const hasFailed = home.errorUpdateCount > 0 && home.data === undefined;
  return (
    // The rest loads meanwhile, hidden, so that it does not flash before a dashboard appears.
    <Box
      sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}
      style={home.isLoading && !hasFailed ? { visibility: 'hidden' } : undefined}
    >
      {hasFailed && (
        <Box sx={{ mb: 4, borderRadius: 1, overflow: 'hidden' }}>
          <ProblemBar
            text={`${t('home.dashboardFailed')} ${failureLine(home.error)}.`}
            onRetry={() => void home.refetch()}
          />
        </Box>
      )}
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 14px', overflowWrap: 'anywhere' }}>
        {user ? t('home.welcome', { name: displayName(user) }) : t('home.home')}
      </Box>
      {authority === 'SYS_ADMIN' ? <Installation /> : authority !== 'ANONYMOUS' && <Workplace />}
    </Box>
  );
}
