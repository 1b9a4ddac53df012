import '../texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { type LinesProps, TableLines } from './table-lines.tsx';
import type { TableSort } from './table-page.ts';

/** Whether the content of a box is wider than the box. Sticky cells are expensive to draw, so only wide tables get them. */
function useIsWide(box: RefObject<HTMLElement | null>): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setIsWide(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  return isWide;
}

/** Lines that are drawn at first, and added when their end comes near: pages may be of any length. */
const LINES = 100;
/** px from the end of the lines where more of them are added. */
const NEAR_END = 800;

interface Paging {
  page: number;
  pageSize: number;
  /** Lengths of pages to choose from. */
  sizes: readonly number[];
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** The table of table widgets: sticky header and first column, sort by header, pages below. */
export function DataTable<Row>(
  props: LinesProps<Row> & {
    label: string;
    sort: TableSort;
    onSort: (sort: TableSort) => void;
    empty: string;
    /** What stays in place while the rows are scrolled: the head, and the last column with its buttons. */
    sticky: { header: boolean; actions: boolean };
    paging?: Paging | undefined;
  },
) {
  const { columns, rows, sort } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(box);
  const [drawn, setDrawn] = useState(LINES);
  // Another page or order begins anew.
  const order = `${sort.column} ${sort.direction} ${props.paging?.page ?? 0}`;
  const [drawnOrder, setDrawnOrder] = useState(order);
  if (drawnOrder !== order) {
    setDrawnOrder(order);
    setDrawn(LINES);
  }
  const acts = props.onRow !== undefined || props.onRowDouble !== undefined;
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        ref={box}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (drawn < rows.length && scrollTop + clientHeight > scrollHeight - NEAR_END) setDrawn(drawn + LINES);
        }}
        tabIndex={0}
        role="region"
        aria-label={props.label}
      >
        <Box
          component="table"
          sx={{
            width: '100%',
            borderCollapse: 'separate',
            borderSpacing: 0,
            fontSize: 13,
            // All of the head together, not each of its cells: each would be composited by itself.
            ...(props.sticky.header ? { '& thead': { position: 'sticky', top: 0, zIndex: 1 } } : {}),
            '& th': {
              height: 36,
              px: 3,
              textAlign: 'start',
              fontWeight: 550,
              color: 'text.secondary',
              background: 'var(--surface-2)',
              borderBottom: '1px solid var(--line)',
              whiteSpace: 'nowrap',
            },
            // The first column says what the row is: it stays when one scrolls sideways.
            ...(isWide
              ? {
                  '& tr': { background: 'var(--surface)' },
                  ...(props.sticky.header
                    ? { '& th:first-of-type': { position: 'sticky', insetInlineStart: 0, zIndex: 2 } }
                    : {}),
                  '& td:first-of-type': { position: 'sticky', insetInlineStart: 0, background: 'inherit' },
                  ...(props.sticky.actions && columns.at(-1)?.id === 'actions'
                    ? {
                        '& td:last-of-type': {
                          ...{ position: 'sticky', insetInlineEnd: 0, background: 'inherit' },
                          borderInlineStart: '1px solid var(--line-2)',
                        },
                        ...(props.sticky.header
                          ? { '& th:last-of-type': { position: 'sticky', insetInlineEnd: 0, zIndex: 2 } }
                          : {}),
                      }
                    : {}),
                }
              : {}),
            '& td': {
              height: 'var(--row)',
              px: 3,
              borderBottom: '1px solid var(--line-2)',
              whiteSpace: 'nowrap',
              maxWidth: 360,
            },
            '& td.cut': { overflow: 'hidden', textOverflow: 'ellipsis' },
            '& .none': { color: 'text.disabled' },
            '& .end': { textAlign: 'end' },
            '& tbody tr:hover td': acts ? { background: 'var(--surface-2)', cursor: 'pointer' } : {},
          }}
        >
          <thead>
            <tr>
              {columns.map((column) => {
                const active = sort.column === column.id;
                return (
                  <th
                    key={column.id}
                    className={column.align === 'end' ? 'end' : ''}
                    style={column.width ? { width: column.width } : undefined}
                    aria-sort={active ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : undefined}
                  >
                    {column.head ??
                      (column.sortable ? (
                        <Box
                          component="button"
                          type="button"
                          onClick={() =>
                            props.onSort({
                              column: column.id,
                              direction: active && sort.direction === 'ASC' ? 'DESC' : 'ASC',
                            })
                          }
                          sx={{
                            font: 'inherit',
                            color: 'inherit',
                            background: 'none',
                            border: 0,
                            p: 0,
                            minHeight: 28,
                            cursor: 'pointer',
                            display: 'inline-flex',
                            gap: 1,
                            alignItems: 'center',
                          }}
                        >
                          {column.title}
                          {active && <Icon name={sort.direction === 'ASC' ? 'sortUp' : 'sortDown'} size={13} />}
                        </Box>
                      ) : (
                        column.title || <span className="visually-hidden">{t('widget.actions')}</span>
                      ))}
                  </th>
                );
              })}
            </tr>
          </thead>
          <TableLines
            columns={columns}
            rows={drawn < rows.length ? rows.slice(0, drawn) : rows}
            rowId={props.rowId}
            rowStyle={props.rowStyle}
            onRow={props.onRow}
            onRowDouble={props.onRowDouble}
          />
        </Box>
        {rows.length === 0 && <Box sx={{ p: 5, textAlign: 'center', color: 'text.secondary' }}>{props.empty}</Box>}
      </Box>
      {props.paging && props.paging.total > Math.min(props.paging.pageSize, ...props.paging.sizes) && (
        <Pager {...props.paging} />
      )}
    </Box>
  );
}

function Pager(props: Paging) {
  const { t } = useTranslation();
  const last = Math.max(0, Math.ceil(props.total / props.pageSize) - 1);
  const from = props.page * props.pageSize + 1;
  const to = Math.min(props.total, from + props.pageSize - 1);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        px: 2,
        height: 40,
        fontSize: 13,
        color: 'text.secondary',
        borderTop: '1px solid var(--line)',
        flex: 'none',
      }}
    >
      {props.sizes.length > 1 && (
        <Box
          component="select"
          aria-label={t('widget.rowsPerPage')}
          title={t('widget.rowsPerPage')}
          value={props.pageSize}
          onChange={(event: React.ChangeEvent<HTMLSelectElement>) => props.onSize(Number(event.target.value))}
          sx={{
            font: 'inherit',
            color: 'inherit',
            height: 28,
            px: 1,
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: '6px',
          }}
        >
          {props.sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Box>
      )}
      <Box
        component="span"
        className="num"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {t('widget.pageOf', { from, to, total: props.total })}
      </Box>
      <IconButton
        size="small"
        aria-label={t('widget.previousPage')}
        disabled={props.page === 0}
        onClick={() => props.onPage(props.page - 1)}
      >
        <Icon name="chevronLeft" size={16} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('widget.nextPage')}
        disabled={props.page >= last}
        onClick={() => props.onPage(props.page + 1)}
      >
        <Icon name="chevronRight" size={16} />
      </IconButton>
    </Box>
  );
}
