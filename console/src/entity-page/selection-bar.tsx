import { Box, Button } from '@mui/material';
import { MAX_JOB_ENTITIES } from '@signalbox/contract/job';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon } from '../controls/icon.tsx';
import { formatNumber } from '../i18n/format.ts';
import type { EntityAction, Identified } from './entity-action.ts';
import type { Selection } from './use-selection.ts';

const NARROW = '@container (max-width: 660px)';

/**
 * What can be done with the selected rows; the palette offers it too. It lies over the heads of the columns, beside the
 * box that selects all, so that no row moves.
 */
export function SelectionBar<Row extends Identified>(props: {
  actions: readonly EntityAction<Row>[];
  selection: Selection<Row>;
  /** Rows of this page that can be selected. */
  selectable: readonly Row[];
  /** Rows on all pages. */
  total: number;
  start: (action: EntityAction<Row>) => void;
}) {
  const { t } = useTranslation();
  const { actions, selection, selectable, total, start } = props;
  const count = selection.rows.size;
  const isWholePage = count > 0 && count === selectable.length;
  const hasMore = isWholePage && total > count && !selection.isAllFound;
  const formatted = formatNumber(selection.isAllFound ? total : count);
  const words = selection.isAllFound
    ? t('list.allFoundSelected', { formatted })
    : hasMore
      ? t('list.pageSelected', { formatted })
      : t('list.selected', { count, formatted });
  // The palette keeps the actions; what they start is with the rows selected then.
  const latest = useRef({ start, onClear: selection.clear });
  latest.current = { start, onClear: selection.clear };
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
        // Beside an open panel, and on phones, there is room for the signs only.
        containerType: 'inline-size',
        [NARROW]: { '& .words': { display: 'none' }, '& .MuiButton-startIcon': { marginInline: 0 } },
      }}
    >
      <span aria-live="polite">{words}</span>
      {hasMore &&
        (total <= MAX_JOB_ENTITIES ? (
          <Button size="small" variant="text" onClick={() => selection.selectAllFound(selectable)}>
            {t('list.selectAllFound', { formatted: formatNumber(total) })}
          </Button>
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('list.tooManyFound', { formatted: formatNumber(MAX_JOB_ENTITIES) })}
          </Box>
        ))}
      <Box sx={{ flex: 1 }} />
      {actions.map((action) => (
        <Button
          key={action.id}
          size="small"
          variant="text"
          aria-label={action.label}
          title={action.label}
          sx={{ flex: 'none', minWidth: 0, ...(action.destructive ? { color: 'var(--critical)' } : {}) }}
          startIcon={<Icon name={action.icon} size={16} />}
          onClick={() => start(action)}
        >
          <span className="words">{action.label}</span>
        </Button>
      ))}
      <Button size="small" variant="text" onClick={selection.clear}>
        {t('action.clear')}
      </Button>
    </Box>
  );
}
