import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs several tasks at a time and the others in order, whatever their outcome', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    inTurn(() => {
      begun.push(number);
      ends[number] = Promise.withResolvers<number>();
      return ends[number].promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await expect(works[1]).rejects.toThrow('broken');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[0]?.resolve(5);
  expect(await works[0]).toBe(5);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[2]?.resolve(6);
  ends[3]?.resolve(7);
  expect(await Promise.all([works[2], works[3]])).toEqual([6, 7]);
  // All turns are free again.
  expect(await Promise.all([inTurn(async () => 'a'), inTurn(async () => 'b')])).toEqual(['a', 'b']);
});

it('refuses tasks when too many wait', async () => {
  const inTurn = createTurns(1, { maxWaiting: 1, refusal: () => new Error('full') });
  const fails = () => Promise.reject(new Error('failed'));
  const all = await Promise.allSettled([inTurn(fails), inTurn(fails), inTurn(fails)]);
  expect(all.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(['failed', 'failed', 'full']);
  expect(await inTurn(async () => 'through')).toBe('through');
});
