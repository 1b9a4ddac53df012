import { Checkbox, IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Icon } from '../controls/icon.tsx';
import type { Column } from './columns.ts';

/** Which columns a person chose for a list: those of the address, else those kept in this browser. */
export function useChosenColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const key = `signalbox-columns-${list}`;
  const [chosen, setChosen] = useState<readonly string[] | undefined>(() => {
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
      return Array.isArray(stored) ? (stored as string[]) : undefined;
    } catch {
      return undefined;
    }
  });
  const [address, setAddress] = useSearchParams();
  const linked = address.get('columns')?.split(',');
  const wanted = linked ?? chosen;
  const isShown = (column: Column<Row>) =>
    column.priority === 0 || (wanted ? wanted.includes(column.id) : !column.hiddenAtFirst);
  return {
    shown: columns.filter(isShown),
    /** A person said which: then all of them stay, and a narrow table scrolls. */
    isChosen: wanted !== undefined,
    toggle(id: string) {
      const now = columns.filter(isShown).map((column) => column.id);
      const next = now.includes(id) ? now.filter((other) => other !== id) : [...now, id];
      localStorage.setItem(key, JSON.stringify(next));
      setChosen(next);
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('columns', next.join(','));
          return after;
        },
        { replace: true },
      );
    },
  };
}

export function ColumnsMenu<Row>(props: {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  toggle: (id: string) => void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Tooltip title={t('list.columns')}>
        <IconButton
          aria-label={t('list.columns')}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="columns" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {props.columns.map((column) => {
          const on = props.shown.includes(column);
          return (
            <MenuItem
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={on}
              disabled={column.priority === 0}
              onClick={() => props.toggle(column.id)}
              sx={{ py: 0 }}
            >
              <Checkbox size="small" checked={on} tabIndex={-1} slotProps={{ input: { 'aria-hidden': true } }} />
              {column.title}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
