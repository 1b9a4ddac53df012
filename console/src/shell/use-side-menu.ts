import { useMediaQuery } from '@mui/material';
import { useCallback, useState } from 'react';
import { localStore } from '../api/browser-storage.ts';

/** In the local storage: the menu is collapsed where it stands beside the page. */
const COLLAPSED_KEY = 'signalbox-menu-collapsed';

/** Whether the menu stands beside the page, or opens over it where there is no room, and whether it can be seen. */
export function useSideMenu() {
  const isBeside = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isCollapsed, setCollapsed] = useState(() => localStore.getItem(COLLAPSED_KEY) === 'true');
  const toggle = useCallback(() => {
    if (!isBeside) return setDrawerOpen((now) => !now);
    setCollapsed((now) => {
      localStore.setItem(COLLAPSED_KEY, String(!now));
      return !now;
    });
  }, [isBeside]);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  return { isBeside, isOpen: isBeside ? !isCollapsed : isDrawerOpen, toggle, closeDrawer };
}
