import { Box, IconButton, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../app/session.ts';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { PageHelpButton } from '../help/page-help.tsx';
import { jobsQuery } from '../jobs/start-job.ts';
import { Crumbs } from './crumbs.tsx';
import { Identity } from './identity.tsx';
import { LiveDot } from './live-dot.tsx';
import { UserMenu } from './user-menu.tsx';

const JobsStatus = lazyPart(async () => (await import('../jobs/jobs-status.tsx')).JobsStatus, { isQuiet: true });

/** Fills the screen with the console, or ends that. */
export function toggleFullscreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
}

function FullscreenButton() {
  const { t } = useTranslation();
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const label = t(full ? 'toolbar.exitFullscreen' : 'toolbar.fullscreen');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} sx={{ display: { xs: 'none', md: 'inline-flex' } }} onClick={toggleFullscreen}>
        <Icon name={full ? 'fullscreenExit' : 'fullscreen'} />
      </IconButton>
    </Tooltip>
  );
}

/** Steps back as the browser does; at the first page of the console there is nothing to step back to. */
function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // The place in the history is kept by the router, and read again with each navigation.
  useLocation();
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return (
    <Tooltip title={t('toolbar.back')}>
      <span>
        <IconButton aria-label={t('toolbar.back')} disabled={idx === 0} onClick={() => void navigate(-1)}>
          <Icon name="back" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** For screen readers only. */
const hiddenFromSight = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** The place of the bar above the page. */
export function ToolbarBox({ children }: { children: ReactNode }) {
  return (
    <Box
      component="header"
      sx={{
        height: 56,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, sm: 3 },
        px: { xs: 1, sm: 5 },
        background: 'var(--surface)',
        borderBottom: '1px solid var(--line)',
      }}
    >
      {children}
    </Box>
  );
}

/** The work on many that the server does for this person; nothing where there is none. */
function Jobs() {
  // Visitors of what is public have none.
  const mayHaveJobs = useSession().user !== undefined;
  const { data = [] } = useQuery({ ...jobsQuery, enabled: mayHaveJobs });
  const [wasSome, setWasSome] = useState(false);
  // It says what became of the last one.
  if (data.length > 0 && !wasSome) setWasSome(true);
  if (!wasSome) return null;
  return (
    <Suspense>
      <JobsStatus jobs={data} />
    </Suspense>
  );
}

/** The bar above the page. */
export function Toolbar(props: { onMenu: () => void; menuHidden: boolean; onSearch: () => void; onKeys: () => void }) {
  const { t } = useTranslation();
  return (
    <ToolbarBox>
      <IconButton
        aria-label={t(props.menuHidden ? 'menu.open' : 'menu.close')}
        onClick={props.onMenu}
        sx={{ marginInlineStart: { sm: -2 } }}
      >
        <Icon name="menu" />
      </IconButton>
      <Box sx={{ marginInlineStart: { sm: -2 } }}>
        <BackButton />
      </Box>
      <Crumbs />
      {/* Before what is aimed at: its words change with the connection, and only free room gives way. */}
      <Box sx={{ marginInlineStart: 'auto', flex: 'none' }}>
        <LiveDot />
      </Box>
      <Jobs />
      <Box
        component="button"
        type="button"
        onClick={props.onSearch}
        aria-keyshortcuts="Control+K"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          width: { xs: 36, md: 300 },
          height: 36,
          flex: 'none',
          border: { xs: 0, md: '1px solid var(--line)' },
          borderRadius: '8px',
          px: { xs: '9px', md: 2.5 },
          font: 'inherit',
          color: 'text.secondary',
          background: { xs: 'none', md: 'var(--surface-2)' },
          cursor: 'pointer',
        }}
      >
        <Icon name="search" size={16} />
        <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('md')]: hiddenFromSight })}>
          {t('palette.open')}
        </Box>
        <Box
          component="kbd"
          aria-hidden="true"
          sx={{ marginInlineStart: 'auto', display: { xs: 'none', md: 'inline' } }}
        >
          Ctrl K
        </Box>
      </Box>
      <PageHelpButton />
      <FullscreenButton />
      {props.menuHidden && (
        <Box sx={{ display: { xs: 'none', lg: 'block' }, maxWidth: 220 }}>
          <Identity oneLine />
        </Box>
      )}
      <UserMenu onKeys={props.onKeys} identityElsewhere />
    </ToolbarBox>
  );
}
