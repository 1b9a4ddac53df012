import { expect, it } from 'vitest';
import { newEntityId } from './ids.ts';

it('creates unique ids of the same millisecond in ascending order', () => {
  const made = Array.from({ length: 5000 }, newEntityId);
  expect(new Set(made.map(({ id }) => id)).size).toBe(5000);
  let pairs = 0;
  for (const [index, { id, createdTime }] of made.entries()) {
    const next = made[index + 1];
    if (next?.createdTime !== createdTime) continue;
    pairs++;
    expect(id < next.id, `${id} before ${next.id}`).toBe(true);
  }
  expect(pairs).toBeGreaterThan(100);
});
