import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createDeletedTenants } from './deleted-tenants.ts';
import { createListPlaces } from './list-places.ts';

const listOf = (tenantId: string) => ({
  tenantId,
  name: tenantId,
  state: '1',
  numbered: (step: number) => ({ text: 'SELECT', values: [tenantId, step] }),
});
const poolOf = (read: (text: string, values: unknown[]) => Promise<unknown>) => {
  const query = (text: string, values: unknown[]) => (values ? read(text, values) : Promise.resolve());
  return { options: { max: 8 }, connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool;
};

const partsOf = (read: Parameters<typeof poolOf>[0], warn: (error: unknown) => void = vi.fn()) => ({
  pool: poolOf(read),
  log: { warn },
  deletedTenants: createDeletedTenants(),
});

/** Reads that end when they are told to, and whose they are: `name` of a list at a time, in the order in which they began. */
function createReads() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const query = (_: string, [name]: unknown[]): Promise<unknown> => {
    begun.push(String(name));
    return new Promise((resolve) => ends.push(() => resolve({ rows: [{ id: 'first' }] })));
  };
  return { query, begun, endNext: (): void => ends.shift()?.() };
}
const namedList = (tenantId: string, name: string) => ({
  ...{ tenantId, name, state: '1' },
  numbered: () => ({ text: 'SELECT', values: [name] }),
});

it('goes through two lists at a time, each of another tenant, the others after them, and leaves the connections to others', async () => {
  const waiting: (() => void)[] = [];
  const query = vi.fn(() => new Promise((resolve) => waiting.push(() => resolve({ rows: [] }))));
  const places = createListPlaces(partsOf(query));
  for (const tenant of ['one', 'one', 'two', 'three']) {
    expect(places.placeBefore(listOf(tenant), 50_000)).toBeUndefined();
  }
  await expect.poll(() => query.mock.calls.length).toBe(2);
  for (const resolve of waiting.splice(0)) resolve();
  await expect.poll(() => query.mock.calls.length).toBe(3);
  places.placeBefore(listOf('three'), 50_000);
  expect(query).toHaveBeenCalledTimes(3);
  for (const resolve of waiting) resolve();
  await places.settle();
});

it('says that a list could not be gone through, and tries again when it is asked for', async () => {
  const rows = [0, 1, 2].map((at) => ({ value: `name ${at}`, time: at, id: `${at}` }));
  const query = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue({ rows });
  const warn = vi.fn();
  const places = createListPlaces(partsOf(query, warn), { far: 10, step: 10 });
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(places.placeBefore(listOf('one'), 25)).toBeUndefined();
    await places.settle();
  }
  expect(warn).toHaveBeenCalledOnce();
  expect(places.placeBefore(listOf('one'), 25)).toMatchObject({ place: rows[2], skip: 5 });
});

it('takes rows for where they were lately, where that is near enough', async () => {
  const query = vi.fn().mockResolvedValue({ rows: [{ id: 'first' }] });
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  places.placeBefore(listOf('one'), 5);
  await places.settle();
  expect(places.placeBefore({ ...listOf('one'), state: '2' }, 5)).toBeUndefined();
  expect(places.placeBefore({ ...listOf('one'), state: '2', lately: 60_000 }, 5)).toMatchObject({
    place: { id: 'first' },
    skip: 5,
  });
});

it('finds places again beside what they are used for, where rows move all the time, and forgets those that are old', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const query = vi
      .fn()
      .mockResolvedValueOnce({ rows: [{ id: 'first' }] })
      .mockResolvedValue({ rows: [{ id: 'later' }] });
    const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
    const moving = { ...listOf('one'), renewed: 1000 };
    const placeNow = () => places.placeBefore(moving, 5)?.place;
    expect(placeNow()).toBeUndefined();
    await places.settle();
    vi.advanceTimersByTime(999);
    expect(placeNow()).toEqual({ id: 'first' });
    expect(query).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2);
    expect(placeNow()).toEqual({ id: 'first' });
    await places.settle();
    expect(placeNow()).toEqual({ id: 'later' });
    vi.advanceTimersByTime(30_001);
    expect(placeNow()).toBeUndefined();
    await places.settle();
    expect(query).toHaveBeenCalledTimes(3);
    expect(places.placeBefore({ ...moving, state: '2' }, 5)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it('goes through a list before a far page is asked for, once, when no other one is gone through', async () => {
  const query = vi.fn().mockResolvedValue({ rows: [{ id: 'first' }] });
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  places.placeBefore(listOf('other'), 50);
  await places.learn(listOf('one'));
  expect(places.placeBefore(listOf('one'), 5)).toMatchObject({ place: { id: 'first' }, skip: 5 });
  await places.learn({ ...listOf('one'), state: '2' });
  expect(query).toHaveBeenCalledTimes(2);
});

it('has who asks again wait for it, and not who asked first, nor who asks for another list', async () => {
  const waiting: (() => void)[] = [];
  const rows = [{ id: 'first' }];
  const query = vi.fn(() => new Promise((resolve) => waiting.push(() => resolve({ rows }))));
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  expect(await places.placeSoon(listOf('one'), 5)).toBeUndefined();
  await expect.poll(() => query.mock.calls.length).toBe(1);
  const again = places.placeSoon(listOf('one'), 5);
  expect(await places.placeSoon({ ...listOf('one'), name: 'other' }, 5)).toBeUndefined();
  for (const resolve of waiting) resolve();
  expect(await again).toMatchObject({ place: { id: 'first' }, skip: 5 });
  await expect.poll(() => query.mock.calls.length).toBe(2);
});

it('goes through a list that somebody asks for beside one that is only foreseen, and the next foreseen one after it', async () => {
  const { query, begun, endNext } = createReads();
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  const foreseen = places.learn(namedList('one', 'foreseen'));
  const later = places.learn(namedList('one', 'foreseen later'));
  await expect.poll(() => begun).toEqual(['foreseen']);
  places.placeBefore(namedList('one', 'asked'), 50);
  await expect.poll(() => begun).toEqual(['foreseen', 'asked']);
  endNext();
  await foreseen;
  expect(begun).toEqual(['foreseen', 'asked']);
  endNext();
  await expect.poll(() => begun).toEqual(['foreseen', 'asked', 'foreseen later']);
  endNext();
  await later;
  expect(places.placeBefore(namedList('one', 'asked'), 5)).toMatchObject({ place: { id: 'first' }, skip: 5 });
});

it('goes through the list first that was asked for last, and lets tenants take turns', async () => {
  const { query, begun, endNext } = createReads();
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  for (const name of ['one a', 'one b', 'one c', 'one b', 'two a', 'three a', 'three b']) {
    places.placeBefore(namedList(name.slice(0, -2), name), 50);
  }
  await expect.poll(() => begun).toEqual(['one a', 'two a']);
  for (const next of ['one b', 'three b', 'one c', 'three a']) {
    endNext();
    await expect.poll(() => begun.at(-1)).toBe(next);
  }
  for (let left = 0; left < 2; left++) endNext();
  await places.settle();
  expect(begun).toHaveLength(6);
});

it('has nobody wait for places for longer than it takes to read without them', async () => {
  const { query, begun, endNext } = createReads();
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  const list = listOf('one');
  expect(await places.placeSoon(list, 5)).toBeUndefined();
  expect(await places.placeSoon(list, 5, { patience: 0 })).toBeUndefined();
  expect(await places.placeSoon(list, 5, { patience: 1 })).toBeUndefined();
  expect(await places.isKnownSoon(list, 1)).toBe(false);
  const patient = places.placeSoon(list, 5, { patience: 600_000 });
  await expect.poll(() => begun).toEqual(['one']);
  endNext();
  expect(await patient).toMatchObject({ place: { id: 'first' }, skip: 5 });
});

it('has only so many lists wait, and drops those that the tenant with most of them asked for the longest ago', async () => {
  const { query, begun, endNext } = createReads();
  const places = createListPlaces(partsOf(query), { far: 10, step: 10 });
  for (const tenant of ['one', 'two']) places.placeBefore(namedList(tenant, `${tenant} first`), 50);
  await expect.poll(() => begun).toHaveLength(2);
  places.placeBefore(namedList('two', 'two waits'), 50);
  for (let at = 0; at < 60; at++) places.placeBefore(namedList('one', `one ${at}`), 50);
  let isOver = false;
  const over = places.settle().then(() => {
    isOver = true;
  });
  const endOne = (): boolean => {
    endNext();
    return isOver;
  };
  await expect.poll(endOne, { interval: 1, timeout: 30_000 }).toBe(true);
  await over;
  expect(begun).toHaveLength(52);
  expect(begun).toContain('two waits');
  expect(begun).toContain('one 11');
  expect(begun).not.toContain('one 10');
});

it('goes one after the other through lists that somebody else knows until the next start, through few of each tenant', async () => {
  const { query, begun, endNext } = createReads();
  const stored = { find: async () => undefined, write: vi.fn(), removeLeft: vi.fn() };
  const warn = vi.fn();
  const kept = (tenantId: string, name: string) => ({ ...namedList(tenantId, name), state: '' });
  const places = createListPlaces(partsOf(query, warn), { far: 10, step: 10, quiet: 0 }, stored as never);
  for (let number = 0; number < 30; number++) places.keep(kept('one', `of one, ${number}`));
  places.keep(kept('two', 'of two'));
  places.keep(kept('two', 'of two'));
  const all = [...Array.from({ length: 10 }, (_, number) => `of one, ${number}`), 'of two'];
  for (let done = 1; done <= all.length; done++) {
    await expect.poll(() => begun).toEqual(all.slice(0, done));
    endNext();
  }
  await expect.poll(() => places.placeBefore(kept('two', 'of two'), 5)).toMatchObject({ place: { id: 'first' } });
  // Nothing is stored of others.
  const unstored = createListPlaces(partsOf(query, warn), { far: 10, step: 10 });
  unstored.keep(kept('one', 'of nobody'));
  await unstored.settle();
  expect(begun).toEqual(all);
  expect(warn).not.toHaveBeenCalled();
});

it('goes through lists for the next start once nobody has read such pages for a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { query, begun } = createReads();
  const stored = { find: async () => undefined, write: vi.fn(), removeLeft: vi.fn() };
  const places = createListPlaces(partsOf(query), { far: 10, step: 10, quiet: 20 }, stored as never);
  places.keep({ ...namedList('one', 'kept'), state: '' });
  for (let at = 0; at < 5; at++) {
    vi.advanceTimersByTime(15);
    places.keep({ ...namedList('one', 'kept'), state: '' });
    await delay(30);
    expect(begun).toEqual([]);
  }
  vi.advanceTimersByTime(20);
  await expect.poll(() => begun).toEqual(['kept']);
  vi.useRealTimers();
});

it('goes through no list again, and corrects it further, though another tenant has asked for many', async () => {
  const read = vi.fn(async (_: string, _values: unknown[]) => ({
    rows: [{ id: 'first', rows_before: '0', moment: '1' }],
  }));
  const query = vi.fn(async (_: string) => ({ rows: [{ isKnown: true, moment: '2', moved: null, gone: null }] }));
  const pool = { ...poolOf(read), query } as unknown as pg.Pool;
  const places = createListPlaces(
    { pool, log: { warn: vi.fn() }, deletedTenants: createDeletedTenants() },
    { far: 10, step: 10 },
  );
  const corrected = (tenantId: string, name: string) => ({
    ...namedList(tenantId, name),
    corrected: () => ({ text: `correct ${name}`, values: [] }),
  });
  const own = [namedList('one', 'a list'), corrected('one', 'a corrected list')] as const;
  for (const list of own) await places.learn(list);
  for (let at = 0; at < 150; at++) await places.learn(corrected('other', `list ${at}`));
  expect(read).toHaveBeenCalledTimes(152);
  await places.keepCorrect();
  expect(query.mock.calls.map(([text]) => text)).toContain('correct a corrected list');
  expect(places.placeBefore(own[0], 5)).toBeDefined();
  expect(places.isKnown(own[1])).toBe(true);
  await places.settle();
  expect(read).toHaveBeenCalledTimes(152);
});

it('remembers nothing of a tenant that has been deleted, and goes through none of its lists', async () => {
  const { query, begun, endNext } = createReads();
  const stored = { find: async () => undefined, write: vi.fn(), removeLeft: vi.fn() };
  const parts = partsOf(query);
  const places = createListPlaces<{ id: string }>(parts, { far: 10, step: 10, quiet: 0 }, stored as never);
  const listed = (tenantId: string, name: string) => ({ ...namedList(tenantId, `${tenantId} ${name}`), state: '' });
  const moving = (tenantId: string, name: string) => ({ ...listed(tenantId, name), renewed: 60_000 });
  for (const tenant of ['gone', 'other']) {
    expect(places.placeBefore(moving(tenant, 'known'), 50)).toBeUndefined();
    await expect.poll(() => begun).toContain(`${tenant} known`);
    endNext();
    await places.settle();
  }
  places.placeBefore(moving('gone', 'under way'), 50);
  places.placeBefore(moving('gone', 'waits'), 50);
  places.keep(listed('gone', 'kept'));
  await expect.poll(() => begun).toContain('gone under way');

  parts.deletedTenants.note('gone');
  endNext();
  await places.settle();
  expect(places.placeBefore(moving('other', 'known'), 50)).toMatchObject({ place: { id: 'first' } });
  for (const name of ['known', 'under way', 'waits']) {
    expect(places.placeBefore(moving('gone', name), 50), name).toBeUndefined();
  }
  await places.store();
  expect(stored.write).toHaveBeenLastCalledWith([expect.objectContaining({ tenantId: 'other' })]);
  // Would come behind the one that is kept for the tenant.
  places.keep(listed('other', 'kept'));
  await expect.poll(() => begun).toContain('other kept');
  endNext();
  await places.settle();
  expect(begun).toEqual(['gone known', 'other known', 'gone under way', 'other kept']);
});
