import { Box, Button } from '@mui/material';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon } from '../controls/icon.tsx';
import { formatNumber } from '../i18n/format.ts';
import type { EntityAction } from './entity-action.ts';

/** What can be done with the selected rows; the palette offers it too. */
export function SelectionBar<Row>(props: {
  actions: readonly EntityAction<Row>[];
  count: number;
  start: (action: EntityAction<Row>) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
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
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flexWrap: 'wrap',
        p: '6px 12px',
        background: 'var(--accent-soft)',
        color: 'var(--accent-text)',
        fontWeight: 550,
      }}
    >
      <span aria-live="polite">{words}</span>
      <Box sx={{ flex: 1 }} />
      {actions.map((action) => (
        <Button
          key={action.id}
          size="small"
          sx={action.destructive ? { color: 'var(--critical)' } : null}
          startIcon={<Icon name={action.icon} size={16} />}
          onClick={() => start(action)}
        >
          {action.label}
        </Button>
      ))}
      <Button size="small" variant="text" onClick={onClear}>
        {t('action.clear')}
      </Button>
    </Box>
  );
}
