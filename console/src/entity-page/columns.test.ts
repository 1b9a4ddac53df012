import { describe, expect, it } from 'vitest';
import { type Column, chooseColumns, columnsThatFit } from './columns.ts';

const column = (id: string, priority: number, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  title: id,
  width: 100,
  priority,
  sortProperty: id,
  cell: () => id,
  ...more,
});
const ALL = [
  column('name', 0, { isName: true }),
  column('label', 5),
  column('state', 0),
  column('profile', 2),
  column('created', 7, { hiddenAtFirst: true }),
];
const ids = (columns: readonly Column<unknown>[]) => columns.map(({ id }) => id);

describe('columns of the page', () => {
  const choice = chooseColumns(ALL, undefined);
  it('are those that are not hidden at first', () => {
    expect(ids(choice.on)).toEqual(['name', 'label', 'state', 'profile']);
    expect(ids(choice.off)).toEqual(['created']);
  });

  it('give way by priority when the room is short; the first ones stay', () => {
    expect(ids(columnsThatFit(choice, 400))).toEqual(['name', 'label', 'state', 'profile']);
    expect(ids(columnsThatFit(choice, 300))).toEqual(['name', 'state', 'profile']);
    expect(ids(columnsThatFit(choice, 50))).toEqual(['name', 'state']);
  });

  it('always have the one that the list is sorted by, on or off', () => {
    expect(ids(columnsThatFit(choice, 300, { sortProperty: 'label' }))).toEqual(['name', 'label', 'state']);
    expect(ids(columnsThatFit(choice, 200, { sortProperty: 'created' }))).toEqual(['name', 'state', 'created']);
    expect(ids(columnsThatFit(choice, 50, { sortProperty: 'state' }))).toEqual(['name', 'state']);
  });
});

describe('a column that stays without having room', () => {
  it('is drawn in its compact form', () => {
    const compact = { width: 40, cell: () => 'c' };
    const choice = chooseColumns([ALL[0] as Column<unknown>, column('created', 1, { compact })], undefined);
    const widthAt = (room: number) => columnsThatFit(choice, room, { sortProperty: 'created' }).at(-1)?.width;
    expect([widthAt(200), widthAt(199)]).toEqual([100, 40]);
  });
});

describe('columns without room for their compact forms', () => {
  const compact = (width: number) => ({ compact: { width } });
  const name = { ...(ALL[0] as Column<unknown>), ...compact(100) };
  const columns = [
    name,
    column('severity', 0, compact(88)),
    column('status', 0, compact(84)),
    column('created', 1, compact(84)),
  ];
  const choice = chooseColumns(columns, undefined);
  const fit = (room: number, sortProperty: string) => columnsThatFit(choice, room, { sortProperty });

  it('give way from the end, but for the name and the sorted one', () => {
    expect(ids(fit(356, 'created'))).toEqual(['name', 'severity', 'status', 'created']);
    expect(ids(fit(355, 'created'))).toEqual(['name', 'severity', 'created']);
    expect(ids(fit(272, 'created'))).toEqual(['name', 'severity', 'created']);
    expect(ids(fit(272, 'severity'))).toEqual(['name', 'severity', 'status']);
    expect(ids(fit(100, 'created'))).toEqual(['name', 'created']);
  });

  it('leave what is left of the room to the name', () => {
    expect(fit(300, 'created').map(({ width }) => width)).toEqual([128, 88, 84]);
  });
});

describe('chosen columns', () => {
  const choice = chooseColumns(ALL, ['created', 'gone', 'state', 'profile']);
  it('are in the order of the choice, behind the name', () => {
    expect(ids(choice.on)).toEqual(['name', 'created', 'state', 'profile']);
    expect(ids(choice.off)).toEqual(['label']);
  });

  it('give way from the end, but for the sorted one', () => {
    expect(ids(columnsThatFit(choice, 200, { inOrder: true }))).toEqual(['name', 'created']);
    expect(ids(columnsThatFit(choice, 300, { inOrder: true, sortProperty: 'profile' }))).toEqual([
      'name',
      'created',
      'profile',
    ]);
    expect(ids(columnsThatFit(choice, 500, { inOrder: true, sortProperty: 'label' }))).toEqual([
      'name',
      'created',
      'state',
      'profile',
      'label',
    ]);
  });
});
