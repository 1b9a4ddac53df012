import { Menu, type MenuProps } from '@mui/material';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

/** A menu that closes when the person goes elsewhere. Without an anchor it is closed. */
export function PopupMenu(props: Omit<MenuProps, 'open' | 'onClose'> & { onClose: () => void }) {
  const open = Boolean(props.anchorEl);
  useCloseOnNavigation(() => {
    if (open) props.onClose();
  });
  return <Menu {...props} open={open} />;
}
