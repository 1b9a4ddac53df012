import { expect, it } from 'vitest';
import { delaysOf, type Seen, type WatchedWidget } from './drawn-updates.ts';

const KEYS = ['level', 'power'];
const command = (cmdId: number) =>
  JSON.stringify({
    entityDataCmds: [
      { cmdId, query: { entityFilter: { type: 'entityList' }, latestValues: KEYS.map((key) => ({ key })) } },
    ],
  });
const update = (at: number, cmdId: number, value: number) => ({
  at,
  text: JSON.stringify({
    cmdId,
    update: [{ entityId: { id: 'pump' }, latest: { TIME_SERIES: { level: { value: String(value) } } } }],
  }),
});
const table: WatchedWidget = { id: 'pump', key: 'level', keys: KEYS, text: 'td', row: ' 1' };

it('counts the updates of two tables that follow the same once each, by what came for each of them', () => {
  const seen: Seen = {
    sent: [command(3), command(5)],
    // The second table has its own a little later, when the first one has drawn; then nothing comes for a while.
    arrivals: [update(100, 3, 7), update(120, 5, 7), update(1000, 3, 8), update(1001, 5, 8)],
    edges: {},
    drawings: [
      { at: 110, widget: 'first', value: 7 },
      { at: 140, widget: 'second', value: 7 },
      { at: 1020, widget: 'first', value: 8 },
      { at: 1020, widget: 'second', value: 8 },
    ],
  };
  const delays = delaysOf(
    seen,
    new Map([
      ['first', table],
      ['second', table],
    ]),
  );
  expect([...delays]).toEqual([
    ['first', [10, 20]],
    ['second', [20, 19]],
  ]);
});
