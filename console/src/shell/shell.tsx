import './texts/texts.ts';
// Loaded with the shell: what is typed is asked about even while the server is away.
import '../app/question-dialog.tsx';
import { Box, Drawer } from '@mui/material';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleKey } from '../app/actions.ts';
import { groupedMenu, menuOf } from '../app/pages.ts';
import { useSession } from '../app/session.ts';
import { lazyPart } from '../controls/lazy-part.tsx';
import { useCloseOnNavigation } from '../controls/use-close-on-navigation.ts';
import { useDirection } from '../i18n/use-language.ts';
import { useConsoleActions } from './console-actions.ts';
import { HeldShell } from './held-shell.tsx';
import { PagePlace } from './page-place.tsx';
import { SideMenu } from './side-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { TypedAhead } from './typed-ahead.tsx';
import { useSideMenu } from './use-side-menu.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);
const CheatSheet = lazyPart(async () => (await import('./cheat-sheet.tsx')).CheatSheet);

/** px */
const MENU_WIDTH = 250;

/** A link, seen when it has the focus, from the top of the page to its contents. */
function SkipLink() {
  const { t } = useTranslation();
  return (
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
  );
}

/** Menu, toolbar and the page. */
export function Shell() {
  const { authority, edgesSupportEnabled, isAuthenticated, forceFullscreen } = useSession();
  const sideMenu = useSideMenu();
  const direction = useDirection();
  const { closeDrawer } = sideMenu;
  const [overlay, setOverlay] = useState<'palette' | 'keys'>();
  const items = useMemo(
    () => groupedMenu(menuOf({ authority, edgesSupportEnabled })),
    [authority, edgesSupportEnabled],
  );
  /** What is typed into the palette while it is on its way. */
  const [typed, setTyped] = useState('');
  const openPalette = useCallback(() => {
    setTyped('');
    setOverlay('palette');
  }, []);
  const openKeys = useCallback(() => setOverlay('keys'), []);
  const toggleKeys = useCallback(() => setOverlay((now) => (now === 'keys' ? undefined : 'keys')), []);
  const closeOverlay = useCallback(() => setOverlay(undefined), []);
  useConsoleActions({ openPalette, toggleKeys, hasKeys: overlay === 'keys', toggleMenu: sideMenu.toggle });
  useCloseOnNavigation(() => {
    closeDrawer();
    closeOverlay();
  });
  useEffect(() => {
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  if (!isAuthenticated) return null;
  if (forceFullscreen) return <HeldShell />;
  const menu = <SideMenu items={items} />;
  return (
    <Box sx={{ display: 'flex', height: '100dvh', overflow: 'hidden' }}>
      <SkipLink />
      {sideMenu.isBeside ? (
        sideMenu.isOpen && <Box sx={{ width: MENU_WIDTH, flex: 'none' }}>{menu}</Box>
      ) : (
        <Drawer
          anchor={direction === 'rtl' ? 'right' : 'left'}
          open={sideMenu.isOpen}
          onClose={closeDrawer}
          slotProps={{ paper: { sx: { width: MENU_WIDTH } } }}
        >
          {menu}
        </Drawer>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Toolbar
          onMenu={sideMenu.toggle}
          menuHidden={!(sideMenu.isBeside && sideMenu.isOpen)}
          onSearch={openPalette}
          onKeys={openKeys}
        />
        <PagePlace />
      </Box>
      {overlay === 'palette' && (
        <Suspense fallback={<TypedAhead onText={setTyped} />}>
          <Palette typed={typed} onClose={closeOverlay} />
        </Suspense>
      )}
      {overlay === 'keys' && (
        <Suspense>
          <CheatSheet onClose={closeOverlay} />
        </Suspense>
      )}
    </Box>
  );
}
