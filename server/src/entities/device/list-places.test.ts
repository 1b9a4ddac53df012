import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { listOrder } from './device-list-sql.ts';
import { createListPlaces } from './list-places.ts';

const order = listOrder({ pageSize: 10, page: 0, sortProperty: 'name' }, true);
const listOf = (tenantId: string) => ({
  tenantId,
  state: '1',
  where: 'device.tenant_id = $1',
  values: [tenantId],
  order,
});
const poolOf = (query: () => Promise<unknown>) => ({ query }) as unknown as pg.Pool;

it('goes through two lists at a time, each of another tenant, and leaves the connections to others', async () => {
  const waiting: (() => void)[] = [];
  const query = vi.fn(() => new Promise((resolve) => waiting.push(() => resolve({ rows: [] }))));
  const places = createListPlaces(poolOf(query), { warn: vi.fn() });
  for (const tenant of ['one', 'one', 'two', 'three']) {
    expect(places.placeBefore(listOf(tenant), 50_000)).toBeUndefined();
  }
  expect(query).toHaveBeenCalledTimes(2);
  for (const resolve of waiting) resolve();
  await places.settle();
  places.placeBefore(listOf('three'), 50_000);
  expect(query).toHaveBeenCalledTimes(3);
});

it('says that a list could not be gone through, and tries again when it is asked for', async () => {
  const rows = [0, 1, 2].map((at) => ({ value: `name ${at}`, time: at, id: `${at}` }));
  const query = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue({ rows });
  const warn = vi.fn();
  const places = createListPlaces(poolOf(query), { warn }, { far: 10, step: 10 });
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(places.placeBefore(listOf('one'), 25)).toBeUndefined();
    await places.settle();
  }
  expect(warn).toHaveBeenCalledOnce();
  expect(places.placeBefore(listOf('one'), 25)).toEqual({ place: rows[2], skip: 5 });
});
