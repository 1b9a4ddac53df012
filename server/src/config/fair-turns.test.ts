import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

/** Creates tasks that end on command, and records the order in which they start. */
function createWorks(atOnce: number) {
  const inTurn = createFairTurns(atOnce);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    ask: (tenant: string, name: string, cost = 1) =>
      inTurn(tenant, async (charge) => {
        started.push(name);
        charge(cost);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    async end(name: string) {
      ends.get(name)?.();
      for (let i = 0; i < 5; i++) await Promise.resolve();
    },
  };
}

test('a tenant with a hundred tasks delays another by only one', async () => {
  const works = createWorks(1);
  for (let i = 0; i < 100; i++) void works.ask('loud', `loud ${i}`);
  void works.ask('quiet', 'quiet');
  await works.end('loud 0');
  expect(works.started).toEqual(['loud 0', 'quiet']);
});

test('turns are shared by cost, not by number', async () => {
  const works = createWorks(1);
  for (let i = 0; i < 3; i++) void works.ask('dear', `dear ${i}`, 10);
  for (let i = 0; i < 20; i++) void works.ask('cheap', `cheap ${i}`);
  for (let i = 0; i < 12; i++) await works.end(works.started.at(-1) as string);
  expect(works.started.filter((name) => name.startsWith('cheap')).length).toBeGreaterThanOrEqual(10);
  expect(works.started.filter((name) => name.startsWith('dear'))).toEqual(['dear 0', 'dear 1']);
});

test('a returning owner gets its share from then on, without unused credit', async () => {
  const works = createWorks(1);
  for (let i = 0; i < 10; i++) void works.ask('a', `a ${i}`);
  for (let i = 0; i < 4; i++) await works.end(`a ${i}`);
  for (let i = 0; i < 10; i++) void works.ask('b', `b ${i}`);
  for (let i = 0; i < 6; i++) await works.end(works.started.at(-1) as string);
  expect(works.started.slice(5).filter((name) => name.startsWith('a')).length).toBeGreaterThanOrEqual(2);
});

test('a failed task frees its slot', async () => {
  const inTurn = createFairTurns(1);
  const failing = inTurn('a', () => Promise.reject(new Error('no')));
  const after = inTurn('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('yes');
});

test('limits the waiting tasks of an owner', async () => {
  const refusal = () => new Error('too many');
  const inTurn = createFairTurns(1, { perOwner: 2, total: 100, refusal });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const works = ['a', 'a', 'a', 'a', 'b'].map((owner) => inTurn(owner, () => end.then(() => owner)));
  await expect(works[3]).rejects.toThrow('too many');
  resolve();
  expect(await Promise.all(works.filter((_work, at) => at !== 3))).toEqual(['a', 'a', 'a', 'b']);
});

test('refuses the owner with the most waiting tasks when too many wait, never one with a single task', async () => {
  const refusal = () => new Error('too many');
  const inTurn = createFairTurns(1, { perOwner: 100, total: 3, refusal });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const ask = (owner: string) => inTurn(owner, () => end.then(() => owner));
  const first = [ask('loud'), ask('loud'), ask('loud'), ask('loud')];
  const quiet = ask('quiet');
  await expect(first[3]).rejects.toThrow('too many');
  const others = [ask('second')];
  await expect(first[2]).rejects.toThrow('too many');
  await expect(ask('third')).rejects.toThrow('too many');
  resolve();
  expect(await Promise.all([first[0], first[1], quiet, ...others])).toEqual(['loud', 'loud', 'quiet', 'second']);
});

test('leaves turns to others while as many of an owner run as may', async () => {
  const inTurn = createFairTurns(3, undefined, 2);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (owner: string) =>
    inTurn(owner, async () => {
      started.push(owner);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = ['loud', 'loud', 'loud', 'loud', 'quiet'].map(ask);
  expect(started).toEqual(['loud', 'loud', 'quiet']);
  ends.splice(2, 1)[0]?.();
  await all[4];
  expect(started).toEqual(['loud', 'loud', 'quiet']);
  for (const end of ends.splice(0)) end();
  await Promise.all(all.slice(0, 2));
  expect(started).toEqual(['loud', 'loud', 'quiet', 'loud', 'loud']);
  for (const end of ends) end();
  await Promise.all(all);
});

test('who leaves while it waits gives up its place, and nothing is done for it', async () => {
  const refusal = () => new Error('too many');
  const inTurn = createFairTurns(1, { perOwner: 2, total: 2, refusal });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const done: string[] = [];
  const ask = (name: string, signal?: AbortSignal) =>
    inTurn(
      'a',
      async () => {
        done.push(name);
        await end;
      },
      signal,
    );
  const running = ask('running');
  const left = [ask('left', leaving.signal), ask('left too', leaving.signal)];
  await expect(ask('third')).rejects.toThrow('too many');
  leaving.abort(new Error('gone'));
  for (const one of left) await expect(one).rejects.toThrow('gone');
  const others = [ask('second'), ask('third')];
  await expect(ask('late', leaving.signal)).rejects.toThrow('gone');
  resolve();
  await Promise.all([running, ...others]);
  expect(done).toEqual(['running', 'second', 'third']);
});
