import './texts/texts.ts';
import { Box, Button, ButtonBase, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { WIDGET_KINDS, type WidgetKind } from '@signalbox/contract/widget';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../controls/icon.tsx';

const ICONS: Readonly<Record<WidgetKind, IconName>> = {
  timeseries: 'chart',
  latest: 'table',
  rpc: 'settings',
  alarm: 'alarm',
  static: 'code',
};

/** Asks which data the widgets of a new type show. */
export function KindDialog({ onClose }: { onClose: (kind?: WidgetKind) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('widgetEditor.newType.title')}</DialogTitle>
      <DialogContent>
        <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('widgetEditor.newType.text')}</Box>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {WIDGET_KINDS.map((kind) => (
            <ButtonBase
              key={kind}
              onClick={() => onClose(kind)}
              sx={{
                display: 'flex',
                justifyContent: 'flex-start',
                alignItems: 'center',
                gap: 3,
                p: 3,
                textAlign: 'start',
                border: '1px solid var(--line)',
                borderRadius: '8px',
                '&:hover, &:focus-visible': { borderColor: 'var(--accent)', background: 'var(--accent-soft)' },
              }}
            >
              <Icon name={ICONS[kind]} size={20} />
              <Box>
                <Box sx={{ fontWeight: 580 }}>{t(`widgetEditor.kind.${kind}.name`)}</Box>
                <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t(`widgetEditor.kind.${kind}.text`)}</Box>
              </Box>
            </ButtonBase>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose()}>{t('action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}
