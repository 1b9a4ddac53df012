import { expect, it } from 'vitest';
import { numberedId, packIds } from '../../test/numbered-ids.ts';
import { createWatchList } from './watch-list.ts';

/** @param dueAt of devices whose ids are numbered from `first` on */
const devices = (first: number, dueAt: number[]) => ({
  ids: packIds(dueAt.map((_, at) => numberedId(first + at))),
  dueAt: Float64Array.from(dueAt),
});

it('tells of each device once, as soon as it has been silent for too long', () => {
  const list = createWatchList();
  list.add(devices(1, [100, 300, 200]));
  list.add(devices(4, [150]));
  list.add(devices(5, []));
  expect(list.size).toBe(4);
  expect([...list.takeDue(99)]).toEqual([]);
  expect([...list.takeDue(150)]).toEqual([numberedId(1), numberedId(4)]);
  expect(list.size).toBe(2);
  expect([...list.takeDue(1000)]).toEqual([numberedId(2), numberedId(3)]);
  expect(list.size).toBe(0);
  expect([...list.takeDue(1000)]).toEqual([]);
});

it('keeps those that were not asked for yet', () => {
  const list = createWatchList();
  list.add(devices(1, [1, 1, 1]));
  expect(list.takeDue(5).next().value).toBe(numberedId(1));
  expect(list.size).toBe(2);
  expect([...list.takeDue(5)]).toEqual([numberedId(2), numberedId(3)]);
});
