import { Box, Button, IconButton, Tooltip, useMediaQuery } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { formatNumber } from '../i18n/format.ts';
import { ActionsButton } from './actions-menu.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ColumnsControl } from './use-columns.ts';
import { useWidth } from './use-width.ts';

/** px of a letter of the title and of an action, about, of what stands beside the words of an action, and of the icons */
const LETTER_OF_TITLE = 10.5;
const LETTER_OF_ACTION = 7.5;
const ROOM_BESIDE_WORDS = 62;
const ROOM_FOR_ICONS = 130;
/** A longer title is shortened before further actions go into a menu. */
const LONGEST_TITLE = 24;

/** How wide a header is that shows its title and all of its actions, in px, about. */
function roomFor(title: string, actions: readonly ListAction[]): number {
  const words = actions.reduce((all, { label }) => all + label.length * LETTER_OF_ACTION + ROOM_BESIDE_WORDS, 0);
  return Math.min(title.length, LONGEST_TITLE) * LETTER_OF_TITLE + words + ROOM_FOR_ICONS;
}

/** Something that is done with the list, not with one of its rows: add, import. */
export interface ListAction {
  id: string;
  label: string;
  /** The first word of it, for phones. */
  shortLabel?: string | undefined;
  icon: IconName;
  keys?: string | undefined;
  /** Does not stand out, even as the first. */
  isQuiet?: boolean | undefined;
  run: () => void;
}

/** Title, count and what is done with the whole list. */
export function ListHeader<Row>(props: {
  title: string;
  /** Absent while it is not known. */
  total: number | undefined;
  /** Absent: its columns cannot be chosen. */
  columns?: ColumnsControl<Row> | undefined;
  onRefresh: () => void;
  /** The first stands out, unless it is quiet. */
  actions: readonly ListAction[];
}) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { actions, onRefresh } = props;
  useActions(
    useMemo<Action[]>(
      () => [
        {
          id: 'refresh',
          label: t('action.refresh'),
          group: t('keys.list'),
          icon: 'refresh',
          keys: 'R',
          run: onRefresh,
        },
        ...actions.map((action) => ({ ...action, group: t('keys.list') })),
      ],
      [t, onRefresh, actions],
    ),
  );
  const first = actions[0]?.isQuiet ? undefined : actions[0];
  const others = first ? actions.slice(1) : actions;
  const { ref, width } = useWidth();
  // The title stays readable, also beside an open panel.
  const isNarrow = phone || (width !== undefined && width < roomFor(props.title, actions));
  const refresh = t('action.refresh');
  return (
    <Box ref={ref} sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, sm: 2.5 }, mb: 3, minHeight: 36 }}>
      <Tooltip title={props.title} placement="bottom-start">
        <Box
          component="h1"
          sx={{
            typography: 'h1',
            m: 0,
            minWidth: 0,
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            // A long title has two lines on a phone: what a list has of what is said at its end.
            ...(phone
              ? { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2 }
              : { whiteSpace: 'nowrap', textOverflow: 'ellipsis' }),
          }}
        >
          {props.title}
        </Box>
      </Tooltip>
      {props.total !== undefined && (
        <Box component="span" className="num" sx={{ color: 'text.disabled', marginInlineStart: { xs: 1, sm: 0 } }}>
          {formatNumber(props.total)}
        </Box>
      )}
      <Box sx={{ flex: 1 }} />
      {/* Phones only have room for the columns that must be there. */}
      {!phone && props.columns && <ColumnsMenu control={props.columns} />}
      {isNarrow && others.length > 0 ? (
        <ActionsButton
          label={t('list.more')}
          actions={[{ id: 'refresh', label: refresh, icon: 'refresh', run: onRefresh }, ...others]}
        />
      ) : (
        <>
          <Tooltip title={refresh}>
            <IconButton aria-label={refresh} onClick={onRefresh}>
              <Icon name="refresh" />
            </IconButton>
          </Tooltip>
          {others.map((action) => (
            <Button key={action.id} startIcon={<Icon name={action.icon} size={16} />} onClick={action.run}>
              {action.label}
            </Button>
          ))}
        </>
      )}
      {first && (
        <Button
          variant="contained"
          color="primary"
          startIcon={<Icon name={first.icon} size={16} />}
          onClick={first.run}
          // What is heard has to contain what is seen.
          {...(phone && first.shortLabel && first.label.includes(first.shortLabel)
            ? { 'aria-label': first.label }
            : {})}
          sx={{ flex: 'none' }}
        >
          {phone ? (first.shortLabel ?? first.label) : first.label}
        </Button>
      )}
    </Box>
  );
}
