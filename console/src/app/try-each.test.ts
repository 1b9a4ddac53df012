import { expect, it } from 'vitest';
import { tryEach } from './try-each.ts';

it('goes on after a failure, and says what failed', async () => {
  const done: number[] = [];
  const failed = await tryEach([1, 2, 3], async (item) => {
    if (item === 2) throw new Error('not two');
    done.push(item);
  });
  expect(done).toEqual([1, 3]);
  expect(failed).toEqual([{ item: 2, error: new Error('not two') }]);
});
