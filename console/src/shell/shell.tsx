import { Box, Drawer, IconButton, useMediaQuery } from '@mui/material';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { type Action, handleKey, useActions } from '../app/actions.ts';
import { menuOf } from '../app/pages.ts';
import { session, useSession } from '../app/session.ts';
import { Icon } from '../controls/icon.tsx';
import { useCloseOnNavigation } from '../controls/use-close-on-navigation.ts';
import { setDensity, useDensity } from '../theme/density.ts';
import { useThemeMode } from '../theme/mode.ts';
import { Crumbs } from './crumbs.tsx';
import { SideMenu } from './side-menu.tsx';
import { Toolbar, ToolbarBox, toggleFullscreen } from './toolbar.tsx';
import { UserMenu } from './user-menu.tsx';
import './texts/texts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }));

export const MENU_WIDTH = 250;
const COLLAPSED_KEY = 'signalbox-menu-collapsed';

/** Menu, toolbar and the page. */
export function Shell() {
  const { t } = useTranslation();
  const { authority, isAuthenticated, forceFullscreen } = useSession();
  const wide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const navigate = useNavigate();
  const density = useDensity();
  const { mode, setMode } = useThemeMode();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED_KEY) === 'true');
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const entries = useMemo(() => menuOf(authority, 'main'), [authority]);

  useCloseOnNavigation(() => {
    setDrawerOpen(false);
    setOpen(undefined);
  });

  useEffect(() => {
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  const toggleMenu = useCallback(() => {
    if (!wide) return setDrawerOpen((now) => !now);
    setCollapsed((now) => {
      localStorage.setItem(COLLAPSED_KEY, String(!now));
      return !now;
    });
  }, [wide]);

  const actions = useMemo<Action[]>(
    () => [
      ...[...entries, ...menuOf(authority, 'user')].map((entry) => ({
        id: `go:${entry.path}`,
        label: t(entry.name),
        group: t('palette.goTo'),
        icon: entry.icon,
        run: () => void navigate(entry.path),
      })),
      {
        id: 'palette',
        label: t('palette.open'),
        group: t('palette.console'),
        keys: 'Ctrl+K',
        hidden: true,
        run: () => setOpen('palette'),
      },
      {
        id: 'keys',
        label: t('keys.show'),
        group: t('palette.console'),
        icon: 'keyboard',
        keys: '?',
        run: () => setOpen((now) => (now === 'keys' ? undefined : 'keys')),
      },
      { id: 'menu', label: t('menu.toggle'), group: t('palette.console'), icon: 'menu', run: toggleMenu },
      {
        id: 'theme',
        label: t(mode === 'dark' ? 'theme.useLight' : 'theme.useDark'),
        group: t('palette.console'),
        icon: mode === 'dark' ? 'light' : 'dark',
        run: () => setMode(mode === 'dark' ? 'light' : 'dark'),
      },
      {
        id: 'density',
        label: t(density === 'compact' ? 'density.useComfortable' : 'density.useCompact'),
        group: t('palette.console'),
        icon: 'density',
        run: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
      },
      ...(document.fullscreenEnabled
        ? [
            {
              id: 'fullscreen',
              label: t('palette.fullscreen'),
              group: t('palette.console'),
              icon: 'fullscreen' as const,
              run: toggleFullscreen,
            },
          ]
        : []),
      {
        id: 'signOut',
        label: t('user.signOut'),
        group: t('palette.console'),
        icon: 'logout',
        run: () => void session.signOut(),
      },
    ],
    [entries, authority, t, navigate, toggleMenu, mode, setMode, density],
  );
  useActions(actions);

  if (!isAuthenticated) return null;
  if (forceFullscreen) return <HeldShell />;
  const menu = <SideMenu entries={entries} />;
  return (
    <Box sx={{ display: 'flex', height: '100dvh', overflow: 'hidden' }}>
      <Box
        component="a"
        href="#page"
        sx={{
          position: 'absolute',
          insetInlineStart: 8,
          top: -60,
          zIndex: 'tooltip',
          p: 2,
          background: 'var(--surface)',
          '&:focus': { top: 8 },
        }}
      >
        {t('menu.skip')}
      </Box>
      {wide ? (
        !collapsed && <Box sx={{ width: MENU_WIDTH, flex: 'none' }}>{menu}</Box>
      ) : (
        <Drawer
          open={drawerOpen}
          onClose={() => setDrawerOpen(false)}
          slotProps={{ paper: { sx: { width: MENU_WIDTH } } }}
        >
          {menu}
        </Drawer>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Toolbar
          onMenu={toggleMenu}
          menuHidden={!wide || collapsed}
          onSearch={() => setOpen('palette')}
          onKeys={() => setOpen('keys')}
        />
        <PagePlace />
      </Box>
      <Suspense>
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
        {open === 'keys' && <CheatSheet onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Box>
  );
}

/** The place of the page; the link that skips the menu leads here. */
function PagePlace() {
  return (
    <Box
      component="main"
      id="page"
      tabIndex={-1}
      sx={{ flex: 1, minHeight: 0, display: 'flex', position: 'relative', outline: 'none' }}
    >
      <Outlet />
    </Box>
  );
}

/** For those who are held to their dashboards: no menu, and beside a dashboard only the way back to it. */
function HeldShell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const onDashboard = useLocation().pathname.startsWith('/dashboards/');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh', overflow: 'hidden' }}>
      {!onDashboard && (
        <ToolbarBox>
          <IconButton aria-label={t('toolbar.backToDashboard')} onClick={() => void navigate(session.defaultPlace())}>
            <Icon name="back" />
          </IconButton>
          <Crumbs />
          <Box sx={{ flex: 1 }} />
          <UserMenu />
        </ToolbarBox>
      )}
      <PagePlace />
    </Box>
  );
}
