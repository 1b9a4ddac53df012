import { Menu, type MenuProps } from '@mui/material';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

/**
 * A menu that closes when the person goes elsewhere. Without an anchor, or a place in the window, it is closed.
 * @param at px from the top left corner
 */
export function PopupMenu({
  at,
  ...props
}: Omit<MenuProps, 'open' | 'onClose'> & { at?: { x: number; y: number } | undefined; onClose: () => void }) {
  const open = Boolean(props.anchorEl) || at !== undefined;
  useCloseOnNavigation(() => {
    if (open) props.onClose();
  });
  const place = at && { anchorReference: 'anchorPosition' as const, anchorPosition: { left: at.x, top: at.y } };
  return <Menu {...props} {...place} open={open} />;
}
