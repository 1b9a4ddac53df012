import { expect, it } from 'vitest';
import { inLibraryOrder } from './library-order.ts';

it('stands types of one kind together, the newest first', () => {
  const of = (type: unknown, createdTime: number) => ({ descriptor: { type }, createdTime });
  const types = [of('alarm', 1), of('latest', 2), of('timeseries', 1), of(undefined, 9), of('latest', 5)];
  expect(inLibraryOrder(types)).toEqual([
    of('timeseries', 1),
    of('latest', 5),
    of('latest', 2),
    of('alarm', 1),
    of(undefined, 9),
  ]);
});
