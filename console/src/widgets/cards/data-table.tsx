import '../texts/texts.ts';
import { Box } from '@mui/material';
import {
  type CSSProperties,
  createContext,
  memo,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStillRows } from '../../controls/use-still-rows.ts';
import { TableHead } from './table-head.tsx';
import { type LinesProps, TableLines } from './table-lines.tsx';
import type { TableSort } from './table-page.ts';
import { type Paging, TablePager } from './table-pager.tsx';
import { useSteady } from './use-steady.ts';

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

const COLUMN: CSSProperties = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' };

/** What of a table changes. It reaches its place past all that is around it. */
interface Changing {
  head: ReactNode;
  lines: ReactNode;
  /** What is said in place of lines. */
  empty: string | undefined;
}

const Parts = createContext<Changing>({ head: null, lines: null, empty: undefined });

function HeadAndLines() {
  const { head, lines } = useContext(Parts);
  return (
    <>
      {head}
      {lines}
    </>
  );
}

function Empty() {
  const { empty } = useContext(Parts);
  if (empty === undefined) return null;
  return <Box sx={{ p: 5, textAlign: 'center', color: 'text.secondary' }}>{empty}</Box>;
}

interface ScrolledProps {
  label: string;
  /** Whether something happens when a line is clicked. */
  acts: boolean;
  hasStickyHead: boolean;
  /** Whether the last column stays. */
  hasStickyEnd: boolean;
  onNearEnd: () => void;
}

/** What is scrolled of a table, and how it looks. */
const Scrolled = memo(function Scrolled({ label, acts, hasStickyHead, hasStickyEnd, onNearEnd }: ScrolledProps) {
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(box);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>) => {
    if (scrollTop + clientHeight > scrollHeight - NEAR_END) onNearEnd();
  };
  return (
    <Box
      ref={box}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
      onScroll={onScroll}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'separate',
          borderSpacing: 0,
          fontSize: 13,
          // All of the head together, not each of its cells: each would be composited by itself.
          ...(hasStickyHead ? { '& thead': { position: 'sticky', top: 0, zIndex: 1 } } : {}),
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
          ...(isWide ? stickyColumns(hasStickyHead, hasStickyEnd) : {}),
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
        <HeadAndLines />
      </Box>
      <Empty />
    </Box>
  );
});

/** The first column says what the row is: it stays when one scrolls sideways. */
function stickyColumns(hasStickyHead: boolean, hasStickyEnd: boolean) {
  const atEnd = { position: 'sticky', insetInlineEnd: 0 };
  return {
    '& tr': { background: 'var(--surface)' },
    ...(hasStickyHead ? { '& th:first-of-type': { position: 'sticky', insetInlineStart: 0, zIndex: 2 } } : {}),
    '& td:first-of-type': { position: 'sticky', insetInlineStart: 0, background: 'inherit' },
    ...(hasStickyEnd
      ? {
          '& td:last-of-type': { ...atEnd, background: 'inherit', borderInlineStart: '1px solid var(--line-2)' },
          ...(hasStickyHead ? { '& th:last-of-type': { ...atEnd, zIndex: 2 } } : {}),
        }
      : {}),
  };
}

interface TableProps<Row> extends LinesProps<Row> {
  label: string;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  empty: string;
  /** What stays in place while the rows are scrolled: the head, and the last column with its buttons. */
  sticky: { header: boolean; actions: boolean };
  paging?: Paging | undefined;
}

/**
 * The table of table widgets: sticky header and first column, sort by header, pages below. New values are drawn in its
 * lines alone, and its head only with other columns (`columns` is to stay the same list as long as they do): what is
 * around them takes longer to draw than they do. Rows that do something do not move down while somebody aims at one.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { columns, rowId, rowStyle, onRow, onRowDouble, sort, paging, sticky } = props;
  const [drawn, setDrawn] = useState(LINES);
  // Another page or order starts over.
  const order = `${sort.column} ${sort.direction} ${paging?.page ?? 0}`;
  const still = useStillRows(props.rows, (row) => rowId(row, 0), order);
  const acts = onRow !== undefined || onRowDouble !== undefined;
  const rows = acts || columns.at(-1)?.id === 'actions' ? still : props.rows;
  const [drawnOrder, setDrawnOrder] = useState(order);
  if (drawnOrder !== order) {
    setDrawnOrder(order);
    setDrawn(LINES);
  }
  const onNearEnd = useSteady(() => {
    if (drawn < rows.length) setDrawn(drawn + LINES);
  });
  const onSort = useSteady(props.onSort);
  const head = useMemo(() => <TableHead columns={columns} sort={sort} onSort={onSort} />, [columns, sort, onSort]);
  const shown = drawn < rows.length ? rows.slice(0, drawn) : rows;
  const lines = <TableLines {...{ columns, rows: shown, rowId, rowStyle, onRow, onRowDouble }} />;
  return (
    <div style={COLUMN}>
      <Parts value={{ head, lines, empty: rows.length === 0 ? props.empty : undefined }}>
        <Scrolled
          label={props.label}
          acts={acts}
          hasStickyHead={sticky.header}
          hasStickyEnd={sticky.actions && columns.at(-1)?.id === 'actions'}
          onNearEnd={onNearEnd}
        />
      </Parts>
      {paging && paging.total > Math.min(paging.pageSize, ...paging.sizes) && <TablePager {...paging} />}
    </div>
  );
}
