import { Box, Button, Checkbox, FormControlLabel, IconButton } from '@mui/material';
import { type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import type { Column } from './columns.ts';
import type { ColumnsControl } from './use-columns.ts';

const ROW = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 34,
  borderRadius: '6px',
  '& [aria-disabled=true]': { opacity: 0.4, cursor: 'default' },
  '&[data-dragged]': { background: 'var(--accent-soft)' },
} as const;

/** A column with its checkbox and a note. */
function ColumnBox(props: {
  title: string;
  note: string;
  dimmed?: boolean;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
}) {
  return (
    <FormControlLabel
      sx={{ m: 0, flex: 1, minWidth: 0, '& .MuiFormControlLabel-label': { fontSize: 13, lineHeight: '16px' } }}
      control={
        <Checkbox size="small" checked={props.checked} disabled={props.disabled ?? false} onChange={props.onChange} />
      }
      label={
        <>
          <Box component="span" sx={{ color: props.dimmed ? 'text.secondary' : 'text.primary', marginInlineEnd: 2 }}>
            {props.title}
          </Box>
          {props.note && (
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {props.note}
            </Box>
          )}
        </>
      }
    />
  );
}

/** The index of the row under the pointer, limited to the rows that can be moved. */
function rowAt(list: HTMLElement, y: number, first: number): number {
  const rows = [...list.children];
  const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return Math.max(first, below < 0 ? rows.length - 1 : below);
}

/** The shown columns in order: hidden by their checkbox, moved by dragging or with the arrows. */
function ColumnsOn<Row>({ control }: { control: ColumnsControl<Row> }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ column: Column<Row>; to: number }>();
  const [said, setSaid] = useState('');
  const { on, shown } = control;
  const first = on.findIndex((column) => !column.isName);
  const order = drag ? on.filter((column) => column !== drag.column).toSpliced(drag.to, 0, drag.column) : on;

  const move = (column: Column<Row>, to: number) => {
    control.move(column, to);
    setSaid(t('columns.moved', { name: column.title, place: to + 1, of: on.length }));
  };
  const follow = (event: PointerEvent) => {
    if (drag && list.current) setDrag({ ...drag, to: rowAt(list.current, event.clientY, first) });
  };
  const drop = () => {
    if (drag && on.indexOf(drag.column) !== drag.to) move(drag.column, drag.to);
    setDrag(undefined);
  };
  return (
    <>
      <Box component="ul" ref={list} aria-label={t('columns.on')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {order.map((column, index) => {
          const fixed = column.isName === true;
          const hasRoom = shown.some(({ id }) => id === column.id);
          const sorted = control.isSorted(column);
          const notes = [sorted && t('columns.sorted'), !hasRoom && t('columns.noRoom')].filter(Boolean);
          return (
            <Box component="li" key={column.id} sx={ROW} data-dragged={drag?.column === column ? '' : undefined}>
              <ColumnBox
                title={column.title}
                note={notes.join(' · ')}
                dimmed={!hasRoom}
                checked
                disabled={fixed || sorted}
                onChange={() => control.turn(column, false)}
              />
              {column.settings && (
                <IconButton size="small" aria-label={column.settings.label} onClick={column.settings.open}>
                  <Icon name="settings" size={16} />
                </IconButton>
              )}
              {!fixed && (
                <>
                  <IconButton
                    size="small"
                    aria-label={t('columns.up', { name: column.title })}
                    aria-disabled={index <= first}
                    onClick={() => index > first && move(column, index - 1)}
                  >
                    <Icon name="chevronUp" size={16} />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={t('columns.down', { name: column.title })}
                    aria-disabled={index === on.length - 1}
                    onClick={() => index < on.length - 1 && move(column, index + 1)}
                  >
                    <Icon name="chevronDown" size={16} />
                  </IconButton>
                  <Box
                    data-control="drag"
                    title={t('columns.drag')}
                    onPointerDown={(event: PointerEvent) => {
                      event.currentTarget.setPointerCapture(event.pointerId);
                      setDrag({ column, to: index });
                    }}
                    onPointerMove={follow}
                    onPointerUp={drop}
                    onPointerCancel={() => setDrag(undefined)}
                    sx={{ p: '6px', cursor: 'grab', touchAction: 'none', color: 'text.disabled', lineHeight: 0 }}
                  >
                    <Icon name="drag" size={16} />
                  </Box>
                </>
              )}
            </Box>
          );
        })}
      </Box>
      <Box className="visually-hidden" role="status">
        {said}
      </Box>
    </>
  );
}

/** Which columns a list shows, in which order: those that are on, with or without room, and those that are off. */
export function ColumnsPanel<Row>({ control }: { control: ColumnsControl<Row> }) {
  const { t } = useTranslation();
  const offId = useId();
  const { on, off, shown, isChosen } = control;
  const narrow = on.some((column) => !shown.some(({ id }) => id === column.id));
  const heading = { fontSize: 12, fontWeight: 550, color: 'text.secondary', m: 0, px: 2 } as const;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Box component="h2" sx={{ ...heading, fontSize: 13, color: 'text.primary' }}>
          {t('list.columns')}
        </Box>
        <Button size="small" variant="text" disabled={!isChosen} onClick={control.reset}>
          {t('columns.reset')}
        </Button>
      </Box>
      <ColumnsOn control={control} />
      {narrow && (
        <Box component="p" sx={{ m: '4px 0 0', px: 2, fontSize: 12, color: 'text.secondary' }}>
          {t(isChosen ? 'columns.lastGoFirst' : 'columns.narrow')}
        </Box>
      )}
      {off.length > 0 && (
        <>
          <Box component="h3" id={offId} sx={{ ...heading, mt: 3 }}>
            {t('columns.off')}
          </Box>
          <Box component="ul" aria-labelledby={offId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {off.map((column) => (
              <Box component="li" key={column.id} sx={ROW}>
                <ColumnBox
                  title={column.title}
                  note={control.isSorted(column) ? t('columns.shownSorted') : ''}
                  checked={false}
                  onChange={() => control.turn(column, true)}
                />
              </Box>
            ))}
          </Box>
        </>
      )}
    </>
  );
}
