import './texts/texts.ts';
import '../help/texts/texts.ts';
import '../theme/texts/texts.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import { menuOf } from '../app/pages.ts';
import { useSession } from '../app/session.ts';
import { signOut } from '../app/sign-out.ts';
import { setDensity, useDensity } from '../theme/density.ts';
import { useThemeMode } from '../theme/mode.ts';
import { toggleFullscreen } from './toolbar.tsx';

/** Every place of both menus, and those that are in neither. */
function usePlaceActions(): readonly Action[] {
  const { t } = useTranslation();
  const { authority, edgesSupportEnabled } = useSession();
  const navigate = useNavigate();
  return useMemo(() => {
    const viewer = { authority, edgesSupportEnabled };
    const entries = (['main', 'palette', 'user'] as const).flatMap((menu) => menuOf(viewer, menu));
    return entries.map((entry) => ({
      id: `go:${entry.path}`,
      label: t(entry.name),
      group: t('palette.goTo'),
      icon: entry.icon,
      run: () => void navigate(entry.path),
    }));
  }, [authority, edgesSupportEnabled, t, navigate]);
}

/** How the console looks: theme, density, full screen. */
function useAppearanceActions(): readonly Action[] {
  const { t } = useTranslation();
  const density = useDensity();
  const { mode, setMode } = useThemeMode();
  return useMemo<Action[]>(() => {
    const group = t('palette.console');
    const isDark = mode === 'dark';
    const isCompact = density === 'compact';
    return [
      {
        id: 'theme',
        label: t(isDark ? 'theme.useLight' : 'theme.useDark'),
        group,
        icon: isDark ? 'light' : 'dark',
        run: () => setMode(isDark ? 'light' : 'dark'),
      },
      {
        id: 'density',
        label: t(isCompact ? 'density.useComfortable' : 'density.useCompact'),
        group,
        icon: 'density',
        run: () => setDensity(isCompact ? 'comfortable' : 'compact'),
      },
      ...(document.fullscreenEnabled
        ? [
            {
              id: 'fullscreen',
              label: t('palette.fullscreen'),
              group,
              icon: 'fullscreen' as const,
              run: toggleFullscreen,
            },
          ]
        : []),
    ];
  }, [t, mode, setMode, density]);
}

/** What can be done on every page, for palette, cheat sheet and keyboard. Memoise the callbacks. */
export function useConsoleActions(props: {
  openPalette: () => void;
  toggleKeys: () => void;
  /** The list of keys is open: the key that opens it closes it too. */
  hasKeys: boolean;
  toggleMenu: () => void;
}): void {
  const { t } = useTranslation();
  const { openPalette, toggleKeys, hasKeys, toggleMenu } = props;
  const navigate = useNavigate();
  const openHelp = useCallback(() => void navigate('/help'), [navigate]);
  const places = usePlaceActions();
  const appearance = useAppearanceActions();
  useActions(
    useMemo<Action[]>(() => {
      const group = t('palette.console');
      return [
        ...places,
        { id: 'palette', label: t('palette.open'), group, keys: 'Ctrl+K', hidden: true, run: openPalette },
        { id: 'keys', label: t('keys.show'), group, icon: 'keyboard', keys: '?', inDialogs: hasKeys, run: toggleKeys },
        { id: 'help', label: t('help.allTopics'), group, icon: 'help', run: openHelp },
        { id: 'menu', label: t('menu.toggle'), group, icon: 'menu', run: toggleMenu },
        ...appearance,
        { id: 'signOut', label: t('user.signOut'), group, icon: 'logout', run: () => void signOut() },
      ];
    }, [t, places, appearance, openPalette, openHelp, toggleKeys, hasKeys, toggleMenu]),
  );
}
