import './texts/texts.ts';
import { Box, IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';

/** A form in a widget: Enter saves, Escape shows again what is stored. */
export function InputForm(props: { onSave: () => void; onRestore: () => void; isDirty: boolean; children: ReactNode }) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !props.isDirty) return;
        // What is typed is undone first; only then does Escape leave the full screen.
        event.stopPropagation();
        props.onRestore();
      }}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      {props.children}
    </Box>
  );
}

/** Restores and saves; both stay in their place, and keep the focus, while they cannot be used. */
export function SaveButtons(props: { canSave: boolean; isDirty: boolean; onRestore: () => void }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', flex: 'none', '& [aria-disabled=true]': { opacity: 0.4, cursor: 'default' } }}>
      <Tooltip title={t('input.restore')}>
        <IconButton
          aria-label={t('input.restore')}
          aria-disabled={!props.isDirty}
          onClick={() => props.isDirty && props.onRestore()}
        >
          <Icon name="undo" size={18} />
        </IconButton>
      </Tooltip>
      <Tooltip title={t('input.save')}>
        <IconButton type="submit" aria-label={t('input.save')} aria-disabled={!props.canSave}>
          <Icon name="check" size={18} {...(props.canSave ? { color: 'var(--accent)' } : {})} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
