import './texts/texts.ts';
import { Box, IconButton, Tooltip } from '@mui/material';
import type { WidgetTypeDetails } from '@signalbox/contract/widget';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { WidgetPreview } from '../../dashboard/preview-dashboard.tsx';
import { type EntityAction, offeredFor } from '../../entity-page/entity-action.ts';
import { kindOf, previewWidget } from './preview-widget.ts';

/** A type with a widget of it at work. */
export function TypeCard(props: { type: WidgetTypeDetails; actions: readonly EntityAction<WidgetTypeDetails>[] }) {
  const { t } = useTranslation();
  const { type, actions } = props;
  const widget = useMemo(() => previewWidget(type), [type]);
  const kind = kindOf(type);
  return (
    <Box
      component="li"
      aria-label={type.name}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        border: '1px solid var(--line)',
        borderRadius: '8px',
        background: 'var(--surface)',
        overflow: 'hidden',
      }}
    >
      <Box sx={{ position: 'relative', height: 240, background: 'var(--bg)', m: 2, mb: 0 }}>
        <WidgetPreview widget={widget} />
      </Box>
      <Box sx={{ display: 'flex', gap: 1, p: 3, pt: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box component="h2" dir="auto" sx={{ m: 0, fontSize: 14, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {type.name}
          </Box>
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
            {kind ? t(`widgetLibrary.kind.${kind}`) : t('widgetLibrary.unknownKind')}
          </Box>
          {type.description && (
            <Box dir="auto" sx={{ fontSize: 13, mt: 1, overflowWrap: 'anywhere' }}>
              {type.description}
            </Box>
          )}
        </Box>
        <Box sx={{ display: 'flex', flex: 'none' }}>
          {offeredFor(actions, type).map(({ id, label, icon, run }) => (
            <Tooltip key={id} title={label}>
              <IconButton
                size="small"
                aria-label={t('widgetLibrary.actionOn', { action: label, name: type.name })}
                onClick={run}
              >
                <Icon name={icon} size={16} />
              </IconButton>
            </Tooltip>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
