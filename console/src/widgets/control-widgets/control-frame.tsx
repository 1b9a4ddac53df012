import './texts/texts.ts';
import { Box, IconButton, LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import type { Settings } from '../model.ts';

/** Height of the line of the title, px. */
export const TITLE_HEIGHT = 24;

/** The title of a control, as its settings have it. */
export function controlTitle(settings: Settings): string {
  return typeof settings.title === 'string' ? settings.title : '';
}

/** A control below its title; what went wrong lies over its foot, so that nothing moves. */
export function ControlFrame(props: {
  title: string;
  isBusy: boolean;
  problem: string | undefined;
  onCloseProblem: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
      <Box sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2 }}>
        {props.isBusy && <LinearProgress sx={{ height: 2 }} />}
      </Box>
      {props.title && (
        <Box
          dir="auto"
          sx={{
            height: TITLE_HEIGHT,
            lineHeight: `${TITLE_HEIGHT}px`,
            textAlign: 'center',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            fontWeight: 500,
          }}
          title={props.title}
        >
          {props.title}
        </Box>
      )}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', alignItems: 'center', justifyContent: 'center' }}>
        {props.children}
      </Box>
      {props.problem && (
        <Box
          role="alert"
          sx={{
            position: 'absolute',
            insetInline: 0,
            bottom: 0,
            display: 'flex',
            alignItems: 'center',
            paddingInlineStart: 2,
            borderRadius: 1,
            fontSize: 12,
            bgcolor: 'var(--bad-bg, var(--surface-2))',
            color: 'var(--critical)',
          }}
        >
          <Box
            component="span"
            sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            title={props.problem}
          >
            {props.problem}
          </Box>
          <IconButton size="small" aria-label={t('control.closeProblem')} onClick={props.onCloseProblem}>
            <Icon name="close" size={14} />
          </IconButton>
        </Box>
      )}
    </Box>
  );
}
