import { expect, it } from 'vitest';
import { newEntityId } from '../../storage/ids.ts';
import { bytesOf, createIdSlots } from './id-slots.ts';

it('finds the number of each of many ids, and none of others', () => {
  const ids = Array.from({ length: 20_000 }, () => newEntityId().id);
  const slots = createIdSlots();
  for (let first = 0; first < ids.length; first += 1_000) {
    slots.add(Buffer.concat(ids.slice(first, first + 1_000).map(bytesOf)), first);
  }
  for (const [number, id] of ids.entries()) expect(slots.find(bytesOf(id), 0, (one) => ids[one] === id)).toBe(number);
  expect(slots.find(bytesOf(newEntityId().id), 0, () => false)).toBeUndefined();
});

it('goes on to the next number where one is not right any longer', () => {
  const id = bytesOf(newEntityId().id);
  const slots = createIdSlots();
  slots.add(id, 7);
  slots.add(id, 9);
  expect(slots.find(id, 0, () => true)).toBe(7);
  expect(slots.find(id, 0, (number) => number !== 7)).toBe(9);
});
