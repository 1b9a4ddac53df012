import { Box, Dialog, DialogTitle, IconButton, Popover } from '@mui/material';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { safeStyle } from '../widgets/drawing/safe-style.ts';
import type { ActionDescriptor } from '../widgets/model.ts';
import { popoverPlace } from './popover-place.ts';
import { type StateStep, textWithEntity } from './states.ts';

/** A state that an action opened over the dashboard instead of in its place. */
export interface NestedState {
  action: ActionDescriptor;
  step: StateStep;
  /** What was clicked; a popover stands beside it. */
  anchor: Element | null;
}

/** Only lengths: what a dashboard says about sizes is not trusted as style. */
function length(value: unknown, unit: 'vw' | 'vh'): string {
  if (typeof value === 'number' && value >= 1 && value <= 100) return `${value}${unit}`;
  return typeof value === 'string' && /^\d{1,4}(\.\d+)?(px|vw|vh|%|em|rem)$/.test(value) ? value : '';
}

/** The same dashboard once more in another state, which `children` draws: in a dialog, or beside what was clicked. */
export function NestedDashboard(props: {
  /** May name the entity of the state. */
  title: string;
  opened: NestedState;
  onClose: () => void;
  children: (hideToolbar: boolean) => ReactNode;
}) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const { action, step, anchor } = opened;
  const title = textWithEntity(props.title, step.params);
  const inside = (hideToolbar: boolean) => (
    <Box
      sx={{
        position: 'relative',
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        background: 'var(--bg)',
      }}
    >
      {props.children(hideToolbar)}
    </Box>
  );
  // Without something to stand beside, a popover becomes a dialog.
  if (action.openInPopover === true && anchor && anchor !== document.body) {
    const place = popoverPlace(action.popoverPreferredPlacement);
    const size: CSSProperties = {
      width: length(action.popoverWidth, 'vw') || '25vw',
      height: length(action.popoverHeight, 'vh') || '25vh',
    };
    return (
      <Popover
        open
        anchorEl={anchor}
        anchorOrigin={place.anchor}
        transformOrigin={place.popover}
        onClose={(_, reason) => {
          if (reason === 'escapeKeyDown' || action.popoverHideOnClickOutside !== false) onClose();
        }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            style: { ...safeStyle(action.popoverStyle), ...size },
            sx: {
              ...{ minWidth: 240, minHeight: 160, border: '1px solid var(--line)' },
              ...{ display: 'flex', flexDirection: 'column' },
            },
          },
        }}
      >
        {/* A line of its own: widgets have their buttons where it would lie over them. */}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1, paddingInlineStart: 3, flex: 'none' }}>
          <Box
            dir="auto"
            sx={{
              ...{ minWidth: 0, fontSize: 13, fontWeight: 580 },
              ...{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
            }}
          >
            {title}
          </Box>
          <IconButton size="small" aria-label={t('action.close')} onClick={onClose} sx={{ marginInlineStart: 'auto' }}>
            <Icon name="close" size={16} />
          </IconButton>
        </Box>
        {inside(action.popoverHideDashboardToolbar !== false)}
      </Popover>
    );
  }
  const size: CSSProperties = {
    width: length(action.dialogWidth, 'vw') || '80vw',
    height: length(action.dialogHeight, 'vh') || '80vh',
    maxWidth: '100vw',
    maxHeight: '100vh',
  };
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { style: size, sx: { m: 0 } } }} aria-labelledby="nested-title">
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <DialogTitle id="nested-title" dir="auto" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {title}
        </DialogTitle>
        <IconButton aria-label={t('action.close')} onClick={onClose} sx={{ marginInline: 'auto 8px' }}>
          <Icon name="close" />
        </IconButton>
      </Box>
      {inside(action.dialogHideDashboardToolbar !== false)}
    </Dialog>
  );
}
