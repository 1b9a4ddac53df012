import { Box, IconButton, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';

/** What stands beside the widgets; on a phone, over them. */
export function AsidePanel(props: {
  title: string;
  subtitle?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'));
  return (
    <Box
      component="aside"
      aria-label={props.title}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 'none',
        minHeight: 0,
        background: 'var(--surface)',
        ...(phone
          ? { position: 'fixed', inset: 0, zIndex: 'modal' }
          : { width: { md: 380, lg: 440 }, borderInlineStart: '1px solid var(--line)' }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, p: 4, pb: 2 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box component="h2" dir="auto" sx={{ m: 0, fontSize: 16, fontWeight: 650, overflowWrap: 'anywhere' }}>
            {props.title}
          </Box>
          {props.subtitle && <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>{props.subtitle}</Box>}
        </Box>
        {/* In one line with the title. */}
        <IconButton size="small" aria-label={t('action.close')} onClick={props.onClose} sx={{ my: -1.5 }}>
          <Icon name="close" />
        </IconButton>
      </Box>
      {props.children}
    </Box>
  );
}
