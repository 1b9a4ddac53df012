import { Box, Button, Checkbox, IconButton } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlannedCall } from '../../api/client.ts';
import { openDialog } from '../../app/dialogs.ts';
import { Icon, type IconName } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { attempt } from '../entity-action.ts';
import { ExportButton } from '../export-button.tsx';
import { SearchField } from '../search-field.tsx';
import type { ListAddress } from '../tab-address.ts';
import { useExportAction } from '../use-export-action.ts';
import { LongList } from './long-list.tsx';

/** A column of a list in a tab. */
export interface ListColumn<Row> {
  title: string;
  width?: number | string;
  align?: 'end';
  /** How much it says: the one that is read first, the others, and what matters least. */
  weight?: 'strong' | 'faint';
  /** Digits of equal width. */
  isNumeric?: boolean;
  cell: (row: Row) => ReactNode;
  /** The whole text of a cell, which may be cut off. */
  textOf?: (row: Row) => string;
  /** Path of what it shows in a row, by which the server exports it. */
  exported: string;
}

interface ListWords {
  search: string;
  selectAll: string;
  editOf: (name: string) => string;
  add: string;
  deleteSelected: (count: number) => string;
  failed: string;
  empty: string;
  emptyText: string;
}

interface EditableListProps<Row> {
  query: Parameters<typeof Loaded>[0]['from'];
  address: ListAddress;
  /** All that were loaded, in their order. */
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** Names a row for those who do not see it. */
  nameOf: (row: Row) => string;
  matches: (row: Row, search: string) => boolean;
  columns: readonly ListColumn<Row>[];
  words: ListWords;
  icon: IconName;
  /** Rows can be added, changed and deleted. */
  editable: boolean;
  /** What stands before the search: a choice of what is listed; another choice begins without a selection. */
  choice?: { value: string; input: ReactNode } | undefined;
  /** How it becomes a file: its name, that of the list, the call that loads it, and what else than the text is searched for. */
  exported: { name: string; title: string; load: () => unknown; search?: (text: string) => PlannedCall['query'] };
  /** Says that the list is not live any more. */
  problem?: ReactNode;
  /** Adds a row, or changes one. */
  edit: (row?: Row) => void;
  remove: (rows: readonly Row[]) => Promise<void>;
  /** Shows the values of the selected rows elsewhere; absent: there is nothing to show. */
  show?: ((rows: readonly Row[]) => void) | undefined;
}

function ListTable<Row>(
  props: Pick<EditableListProps<Row>, 'idOf' | 'nameOf' | 'columns' | 'words' | 'editable' | 'edit' | 'show'> & {
    rows: readonly Row[];
    selected: ReadonlySet<string>;
    onSelect: (ids: readonly string[], on: boolean) => void;
  },
) {
  const { t } = useTranslation();
  const { rows, idOf, nameOf, columns, words, editable, selected, onSelect } = props;
  const isSelectable = editable || props.show !== undefined;
  const ids = rows.map(idOf);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const read = (row: Row) => {
    const texts = columns.flatMap(({ title, textOf }) => (textOf ? [{ label: title, text: textOf(row) }] : []));
    attempt(async () => {
      const { RowDialog } = await import('./row-dialog.tsx');
      await openDialog((close) => <RowDialog title={nameOf(row)} texts={texts} onClose={() => close()} />);
    });
  };
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        tableLayout: 'fixed',
        fontSize: 13,
        '& th': { height: 28, color: 'text.disabled', fontSize: 12, fontWeight: 400, textAlign: 'start', p: 0 },
        '& td': { height: 38, p: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        '& td:not(:last-child)': { paddingInlineEnd: '10px' },
        // A name that is written from left to right is cut at its end there too.
        '[dir="rtl"] & td': { unicodeBidi: 'plaintext', textAlign: 'right' },
        '& td a': {
          display: 'inline-block',
          maxWidth: '100%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          verticalAlign: 'middle',
          lineHeight: '28px',
        },
        '& tr': { borderBottom: '1px solid var(--line-2)' },
      }}
    >
      <thead>
        <tr>
          {isSelectable && (
            <th scope="col" style={{ width: 36 }}>
              <Checkbox
                size="small"
                checked={chosen === ids.length}
                indeterminate={chosen > 0 && chosen < ids.length}
                onChange={(event) => onSelect(ids, event.target.checked)}
                slotProps={{ input: { 'aria-label': words.selectAll } }}
              />
            </th>
          )}
          {columns.map(({ title, width, align }) => (
            <th
              key={title}
              scope="col"
              style={{ ...(width === undefined ? {} : { width }), ...(align && { textAlign: align }) }}
            >
              {title}
            </th>
          ))}
          <th scope="col" style={{ width: 36 }}>
            <span className="visually-hidden">{editable ? t('action.edit') : t('list.read')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOf(row);
          return (
            <tr key={id}>
              {isSelectable && (
                <Box component="td" sx={{ p: '0 !important', textOverflow: 'clip !important' }}>
                  <Checkbox
                    size="small"
                    checked={selected.has(id)}
                    onChange={(event) => onSelect([id], event.target.checked)}
                    slotProps={{ input: { 'aria-label': t('list.selectRow', { name: nameOf(row) }) } }}
                  />
                </Box>
              )}
              {columns.map(({ title, align, weight, isNumeric, cell, textOf }) => (
                <Box
                  component="td"
                  key={title}
                  className={isNumeric ? 'num' : ''}
                  title={textOf?.(row)}
                  sx={{
                    ...(align && { textAlign: align }),
                    ...(weight === 'strong' && { fontWeight: 560 }),
                    ...(weight === 'faint' && { color: 'text.disabled', fontSize: 12 }),
                  }}
                >
                  {cell(row)}
                </Box>
              ))}
              <Box component="td" sx={{ p: '0 !important', textAlign: 'end' }}>
                {editable ? (
                  <IconButton size="small" aria-label={words.editOf(nameOf(row))} onClick={() => props.edit(row)}>
                    <Icon name="edit" size={15} />
                  </IconButton>
                ) : (
                  <IconButton
                    size="small"
                    aria-label={t('list.readOne', { name: nameOf(row) })}
                    onClick={() => read(row)}
                  >
                    <Icon name="visibility" size={15} />
                  </IconButton>
                )}
              </Box>
            </tr>
          );
        })}
      </tbody>
    </Box>
  );
}

/** A list in a tab that is loaded as a whole: searched here, with rows that can be added, changed and deleted. */
export function EditableList<Row>(props: EditableListProps<Row>) {
  const { t } = useTranslation();
  const { rows: all, idOf, words, editable, address, choice } = props;
  const search = address.get('search') ?? '';
  const rows = all.filter((row) => props.matches(row, search));
  const of = choice?.value;
  /** Ids, and the choice they belong to. */
  const [selection, setSelection] = useState<{ of: string | undefined; ids: ReadonlySet<string> }>({
    of,
    ids: new Set(),
  });
  const selected = selection.of === of ? selection.ids : new Set<string>();
  const select = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setSelection({ of, ids: next });
  };
  const chosen = all.filter((row) => selected.has(idOf(row)));
  const { exported } = props;
  const exporting = useExportAction({
    name: exported.name,
    total: props.query.data === undefined ? undefined : rows.length,
    columns: props.columns,
    load: exported.load,
    search: { textSearch: search, ...(search.trim() === '' ? {} : exported.search?.(search)) },
  });
  const remove = () => {
    setSelection({ of, ids: new Set() });
    attempt(() => props.remove(chosen));
  };

  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {choice?.input}
        <SearchField
          inTab={words.search}
          placeholder={t('list.search')}
          value={search}
          onChange={(text) => address.change({ search: text }, { replace: true })}
        />
        {props.problem}
        <Box
          sx={{
            marginInlineStart: 'auto',
            display: 'flex',
            gap: 2,
            alignItems: 'center',
            flexWrap: 'wrap',
            justifyContent: 'flex-end',
          }}
        >
          {props.show && chosen.length > 0 && (
            <Button startIcon={<Icon name="dashboards" size={16} />} onClick={() => props.show?.(chosen)}>
              {t('details.showOnWidget')}
            </Button>
          )}
          {editable && chosen.length > 0 && (
            <Button color="error" startIcon={<Icon name="delete" size={16} />} onClick={remove}>
              {words.deleteSelected(chosen.length)}
            </Button>
          )}
          {editable && (
            <Button startIcon={<Icon name="add" size={16} />} onClick={() => props.edit()}>
              {words.add}
            </Button>
          )}
          <ExportButton action={exporting} list={exported.title} />
        </Box>
      </Box>
      <Loaded from={props.query} title={words.failed}>
        {() =>
          all.length === 0 ? (
            <EmptyState icon={props.icon} title={words.empty} text={words.emptyText}>
              {editable && (
                <Button variant="contained" color="primary" onClick={() => props.edit()}>
                  {words.add}
                </Button>
              )}
            </EmptyState>
          ) : rows.length === 0 ? (
            <EmptyState icon="search" title={t('list.nothingSearched', { search })}>
              <Button onClick={() => address.change({ search: undefined })}>{t('list.clearSearch')}</Button>
            </EmptyState>
          ) : (
            <LongList rows={rows}>
              {(shown) => <ListTable {...props} rows={shown} selected={selected} onSelect={select} />}
            </LongList>
          )
        }
      </Loaded>
    </>
  );
}
