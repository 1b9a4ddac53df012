import { type CSSProperties, Fragment, isValidElement, memo, type ReactNode, type SyntheticEvent } from 'react';

export interface TableColumn<Row> {
  id: string;
  title: string;
  /** Stands in the head instead of the title. */
  head?: ReactNode;
  align?: 'start' | 'end';
  width?: string | undefined;
  sortable?: boolean;
  style?: (row: Row) => CSSProperties;
  cell: (row: Row) => ReactNode;
}

/** What a cell shows. */
interface Cell {
  column: string;
  className: string;
  style: CSSProperties | undefined;
  content: ReactNode;
}

/** Texts of no more letters than this, all of them Latin, are narrower than any cell may be. */
const SHORT = /^[ -\u024f\u2013]{0,24}$/;

/** All text of a content that is nothing but text; undefined for any other. */
function plainText(content: ReactNode): string | undefined {
  if (content === null || content === undefined || typeof content === 'boolean') return '';
  if (typeof content === 'string' || typeof content === 'number') return String(content);
  if (Array.isArray(content)) {
    const texts = content.map(plainText);
    return texts.includes(undefined) ? undefined : texts.join('');
  }
  if (!isValidElement<{ children?: ReactNode }>(content)) return undefined;
  return content.type === Fragment || content.type === 'span' ? plainText(content.props.children) : undefined;
}

const ownStyle = (style: CSSProperties | undefined) => (style && Object.keys(style).length > 0 ? style : undefined);

/**
 * Only what may be too wide is cut off. A cell that is cut off is composited by itself, of which a table would have
 * hundreds: with each new value browsers go through all of them.
 */
function cellOf<Row>(column: TableColumn<Row>, row: Row, isStyled: boolean): Cell {
  const content = column.cell(row);
  const style = ownStyle(column.style?.(row));
  const isShort = !isStyled && style === undefined && SHORT.test(plainText(content) ?? '\n');
  const className = `num${column.align === 'end' ? ' end' : ''}${isShort ? '' : ' cut'}`;
  return { column: column.id, className, style, content };
}

/** Whether two contents are drawn alike: texts, or elements of one kind whose members are the same. */
function isSameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, at) => isSameContent(part, other[at]));
  if (!isValidElement<object>(one) || !isValidElement<object>(other)) return false;
  if (one.type !== other.type || one.key !== other.key) return false;
  const [members, others] = [Object.entries(one.props), new Map(Object.entries(other.props))];
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && isSameContent(value, others.get(name)))
  );
}

/** Whether two styles say the same. */
function isSameStyle(one: CSSProperties = {}, other: CSSProperties = {}): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

interface LineProps {
  cells: readonly Cell[];
  style: CSSProperties | undefined;
  canFocus: boolean;
}

function isSameLine(one: LineProps, other: LineProps): boolean {
  return (
    one.canFocus === other.canFocus &&
    one.cells.length === other.cells.length &&
    isSameStyle(one.style, other.style) &&
    one.cells.every((cell, at) => {
      const to = other.cells[at];
      return (
        to !== undefined &&
        isSameContent(cell.content, to.content) &&
        cell.column === to.column &&
        cell.className === to.className &&
        isSameStyle(cell.style, to.style)
      );
    })
  );
}

/** A line of a table, drawn again only when something in it has changed. */
const Line = memo(function Line({ cells, style, canFocus }: LineProps) {
  return (
    <tr style={style} {...(canFocus ? { tabIndex: 0 } : {})}>
      {cells.map(({ column, className, style: own, content }) => (
        <td key={column} className={className} style={own}>
          {content}
        </td>
      ))}
    </tr>
  );
}, isSameLine);

export interface LinesProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row, index: number) => string;
  rowStyle?: ((row: Row) => CSSProperties) | undefined;
  /** With the keyboard: Enter, and Shift+Enter for the double click. */
  onRow?: ((row: Row) => void) | undefined;
  onRowDouble?: ((row: Row) => void) | undefined;
}

/** The lines of a table. */
export function TableLines<Row>({ columns, rows, rowId, rowStyle, onRow, onRowDouble }: LinesProps<Row>) {
  const acts = onRow !== undefined || onRowDouble !== undefined;
  /** Lines that stay as they are know nothing of what is behind them by now, so clicks are taken for all of them. */
  const actOn = (event: SyntheticEvent<HTMLElement>, act: ((row: Row) => void) | undefined) => {
    const at = [...event.currentTarget.children].findIndex((line) => line.contains(event.target as Node));
    const row = rows[at];
    if (row !== undefined) act?.(row);
  };
  return (
    <tbody
      {...(acts
        ? {
            onClick: (event) => actOn(event, onRow),
            onDoubleClick: (event) => actOn(event, onRowDouble),
            onKeyDown: (event) => {
              const isOnLine = (event.target as HTMLElement).parentElement === event.currentTarget;
              if (event.key === 'Enter' && isOnLine)
                actOn(event, event.shiftKey ? onRowDouble : (onRow ?? onRowDouble));
            },
          }
        : {})}
    >
      {rows.map((row, index) => {
        const style = ownStyle(rowStyle?.(row));
        return (
          <Line
            key={rowId(row, index)}
            cells={columns.map((column) => cellOf(column, row, style !== undefined))}
            style={style}
            canFocus={acts}
          />
        );
      })}
    </tbody>
  );
}
