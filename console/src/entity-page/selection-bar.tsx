import { Box, Button, IconButton, useMediaQuery } from '@mui/material';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon } from '../controls/icon.tsx';
import { formatNumber } from '../i18n/format.ts';
import type { EntityAction } from './entity-action.ts';

/**
 * What can be done with the selected rows; the palette offers it too. It lies over the heads of the columns, beside the
 * box that selects all, so that no row moves.
 */
export function SelectionBar<Row>(props: {
  actions: readonly EntityAction<Row>[];
  count: number;
  start: (action: EntityAction<Row>) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { actions, count, start, onClear } = props;
  const words = t('list.selected', { count, formatted: formatNumber(count) });
  // The palette keeps the actions; what they start is with the rows selected then.
  const latest = useRef({ start, onClear });
  latest.current = { start, onClear };
  const actionNames = actions.map(({ label }) => label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: actions with the same labels are the same
  const all = useMemo<Action[]>(
    () => [
      ...actions.map((action) => ({
        id: `selected-${action.id}`,
        label: action.label,
        group: words,
        icon: action.icon,
        run: () => latest.current.start(action),
      })),
      {
        id: 'clear-selection',
        label: t('list.clearSelection'),
        group: words,
        icon: 'close',
        run: () => latest.current.onClear(),
      },
    ],
    [actionNames, words, t],
  );
  useActions(all);
  return (
    <Box
      role="toolbar"
      aria-label={words}
      sx={{
        position: 'absolute',
        zIndex: 3,
        top: 0,
        insetInline: '48px 0',
        // As high as the heads with their line.
        height: 37,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0, sm: 2 },
        paddingInline: '12px',
        borderBottom: '1px solid var(--line)',
        background: 'var(--surface-2)',
        color: 'var(--accent-text)',
        fontSize: 13,
        fontWeight: 550,
        whiteSpace: 'nowrap',
        overflowX: 'auto',
      }}
    >
      <span aria-live="polite">{words}</span>
      <Box sx={{ flex: 1 }} />
      {actions.map((action) =>
        phone ? (
          <IconButton
            key={action.id}
            size="small"
            aria-label={action.label}
            title={action.label}
            sx={action.destructive ? { color: 'var(--critical)' } : null}
            onClick={() => start(action)}
          >
            <Icon name={action.icon} size={16} />
          </IconButton>
        ) : (
          <Button
            key={action.id}
            size="small"
            variant="text"
            sx={action.destructive ? { color: 'var(--critical)' } : null}
            startIcon={<Icon name={action.icon} size={16} />}
            onClick={() => start(action)}
          >
            {action.label}
          </Button>
        ),
      )}
      <Button size="small" variant="text" onClick={onClear}>
        {t('action.clear')}
      </Button>
    </Box>
  );
}
