// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DataRow, Point } from '../model.ts';
import { DataTable } from './data-table.tsx';
import { type TableColumn, TableLines } from './table-lines.tsx';
import { matchingRows, timeLines, timeRows } from './time-rows.ts';

interface Row {
  id: string;
  cells: ReactNode[];
  hidden?: number;
}

const counted = { drawn: 0 };

function Counted({ text, children }: { text: string; children: ReactNode }) {
  counted.drawn++;
  return (
    <b>
      {text}
      {children}
    </b>
  );
}

const columns = [0, 1].map((at): TableColumn<Row> => ({ id: `${at}`, title: '', cell: ({ cells }) => cells[at] }));
const NEWEST = { column: 'time', direction: 'DESC' } as const;
const STICKY = { header: true, actions: true };
let root: Root;
let table: HTMLTableElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  table = document.body.appendChild(document.createElement('table'));
  root = createRoot(table);
});
afterEach(async () => {
  await act(async () => root.unmount());
  table.remove();
});

const draw = (rows: readonly Row[], onRow?: (row: Row) => void) =>
  act(async () => root.render(<TableLines columns={columns} rows={rows} rowId={({ id }) => id} onRow={onRow} />));

it('a value that changes touches its own text alone', async () => {
  const rows = Array.from({ length: 10 }, (_, at): Row => ({ id: `${at}`, cells: [`Pump ${at}`, `${at}`] }));
  await draw(rows);
  const changed: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changed.push(...records));
  observer.observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
  await draw(rows.map((row) => (row.id === '3' ? { ...row, cells: ['Pump 3', '99'] } : { ...row })));
  expect([...changed, ...observer.takeRecords()].map(({ target }) => target.textContent)).toEqual(['99']);
});

it('lines whose cells are made of the same parts as before are not drawn again', async () => {
  counted.drawn = 0;
  const row = (severity: string, unit: string): Row => ({
    id: 'a',
    cells: [
      <Counted key="s" text={severity}>
        <i>{unit}</i>
      </Counted>,
      '1',
    ],
  });
  await draw([row('MAJOR', 'bar')]);
  await draw([row('MAJOR', 'bar')]);
  expect(counted.drawn).toBe(1);
  await draw([row('MINOR', 'bar')]);
  await draw([row('MINOR', 'psi')]);
  expect(counted.drawn).toBe(3);
  expect(table.textContent).toBe('MINORpsi1');
});

it('new values are drawn without the head and what else is around the lines', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  let titles = 0;
  const titled: TableColumn<Row>[] = [
    {
      ...{ id: 'value', sortable: true, cell: ({ cells }) => cells[0] },
      get title() {
        titles++;
        return 'Value';
      },
    },
  ];
  const sorted: string[] = [];
  const drawTable = (value: string) =>
    act(async () =>
      root.render(
        <DataTable<Row>
          {...{ label: 'Values', columns: titled, rows: [{ id: 'a', cells: [value] }], rowId: ({ id }) => id }}
          {...{ sort: NEWEST, onSort: ({ column }) => sorted.push(`${column} ${value}`), empty: 'None' }}
          {...{ sticky: STICKY }}
        />,
      ),
    );
  const host = document.body.appendChild(document.createElement('div'));
  await act(async () => root.unmount());
  root = createRoot(host);
  await drawTable('1');
  const before = titles;
  await drawTable('2');
  expect(host.querySelector('td')?.textContent).toBe('2');
  expect(titles).toBe(before);
  // The head does what the table wants by now.
  await act(async () => host.querySelector<HTMLElement>('th button')?.click());
  expect(sorted).toEqual(['value 2']);
  host.remove();
});

it('cuts off only what may be too wide, since each cell that is cut off is composited by itself', async () => {
  const cut = (text: string) => text.length > 24 || /[^ -\u024f]/.test(text);
  const texts = ['21.5', 'Außentemperatur', 'a text that is longer than most of them', '温度温度', ''];
  await draw(texts.map((text, at) => ({ id: `${at}`, cells: [text, <b key="b">{text}</b>] })));
  const classes = [...table.rows].map(({ cells }) => [...cells].map(({ className }) => className.includes('cut')));
  expect(classes).toEqual(texts.map((text) => [cut(text), true]));
});

it('a click is for what is behind the line by now, although the line has stayed the same', async () => {
  const clicked: (number | undefined)[] = [];
  const onRow = ({ hidden }: Row) => clicked.push(hidden);
  await draw([{ id: 'a', cells: ['Pump', '1'], hidden: 1 }], onRow);
  await draw([{ id: 'a', cells: ['Pump', '1'], hidden: 2 }], onRow);
  await act(async () => table.rows[0]?.cells[0]?.click());
  expect(clicked).toEqual([2]);
});

/** How often a line asks what a key is called tells how many lines were put together. */
function values(count: number, labels: { read: number }): DataRow[] {
  return ['a', 'b'].map((name, key) => {
    const dataKey = {
      name,
      get label() {
        labels.read++;
        return name;
      },
    };
    const data = Array.from({ length: count }, (_, at): Point => [1000 * at + (at % 7 === 0 ? key : 0), at % 10]);
    return { dataKey, data } as unknown as DataRow;
  });
}

it('only those lines of a minute of values are put together that are seen', () => {
  const labels = { read: 0 };
  const lines = timeLines(values(1000, labels), { hideEmpty: false, search: '', sort: NEWEST });
  expect(lines.slice(0, 10)).toHaveLength(10);
  expect(labels.read).toBeLessThan(100);
});

it.each([
  { column: 'time', direction: 'DESC' },
  { column: 'time', direction: 'ASC' },
  { column: 'key 1', direction: 'DESC' },
] as const)('pages of values over time by $column $direction are those of all lines in this order', (sort) => {
  const rows = values(40, { read: 0 });
  const sign = sort.direction === 'ASC' ? 1 : -1;
  const by = ({ time, values: [, value] }: { time: number; values: unknown[] }) =>
    sort.column === 'time' ? time : Number(value ?? Number.NaN);
  for (const search of ['', '7']) {
    const lines = timeLines(rows, { hideEmpty: false, search, sort });
    const all = matchingRows(timeRows(rows, false), search);
    expect(lines.count).toBe(all.length);
    const pages = [0, 10, 20, 30, 40, 50].flatMap((from) => lines.slice(from, from + 10));
    if (sort.column === 'time') expect(pages).toEqual(all.sort((one, other) => sign * (by(one) - by(other))));
    else expect(pages.map(({ time }) => time).sort()).toEqual(all.map(({ time }) => time).sort());
  }
});
