import { expect, it, vi } from 'vitest';
import { createDeletedTenants } from './deleted-tenants.ts';
import { newEntityId } from './ids.ts';
import { createListOrders } from './list-orders.ts';

const rows = [1, 2, 3, 4, 5].map(() => ({ id: newEntityId().id }));
const ids = rows.map(({ id }) => id);
const list = { tenantId: newEntityId().id, name: 'by name', state: '1' };

it('finds an order once for a state of the list, and cuts pages out of it', async () => {
  const find = vi.fn(async () => rows);
  const orders = createListOrders(createDeletedTenants(), 0);
  expect(await orders.page(list, { offset: 0, limit: 2 }, find)).toEqual({ ids: ids.slice(0, 2), total: 5 });
  expect((await orders.page(list, { offset: 3, limit: 2 }, find)).ids).toEqual(ids.slice(3));
  expect((await orders.page(list, { offset: 5, limit: 2 }, find)).ids).toEqual([]);
  expect(find).toHaveBeenCalledOnce();
  const shorter = await orders.page({ ...list, state: '2' }, { offset: 4, limit: 2 }, async () => rows.slice(0, 4));
  expect(shorter).toEqual({ ids: [], total: 4 });
});

it('finds it once for all who ask at the same time, and again after a failure', async () => {
  const find = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(rows);
  const orders = createListOrders(createDeletedTenants(), 0);
  const ask = () => orders.page(list, { offset: 1, limit: 1 }, find);
  const requested = await Promise.allSettled([ask(), ask()]);
  expect(requested.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([ask(), ask()])).toMatchObject([{ ids: [ids[1]] }, { ids: [ids[1]] }]);
  expect(find).toHaveBeenCalledTimes(2);
});

it('remembers nothing that is found quickly', async () => {
  const find = vi.fn(async () => rows);
  const orders = createListOrders(createDeletedTenants(), 10_000);
  await orders.page(list, { offset: 0, limit: 2 }, find);
  await orders.page(list, { offset: 0, limit: 2 }, find);
  expect(find).toHaveBeenCalledTimes(2);
});

it('remembers many short orders, and few long ones', async () => {
  const find = vi.fn(async () => rows);
  const most = 20_100;
  const orders = createListOrders(createDeletedTenants(), 0, most);
  const short = Array.from({ length: 20 }, (_, at) => ({ ...list, name: `list ${at}` }));
  const page = { offset: 0, limit: 2 };
  for (const one of [...short, ...short]) await orders.page(one, page, find);
  expect(find).toHaveBeenCalledTimes(short.length);
  const long = Array.from({ length: most / 2 }, () => rows[0] as { id: string });
  await orders.page({ ...list, name: 'a long one' }, page, async () => long);
  for (const one of short) await orders.page(one, page, find);
  expect(find.mock.calls.length).toBeGreaterThanOrEqual(short.length + short.length / 2);
});

it('finds no order again because another tenant has looked at many lists', async () => {
  const find = vi.fn(async () => rows);
  const orders = createListOrders(createDeletedTenants(), 0, 20_000);
  const page = { offset: 0, limit: 2 };
  await orders.page(list, page, find);
  const tenantId = newEntityId().id;
  for (let at = 0; at < 100; at++) await orders.page({ ...list, tenantId, name: `list ${at}` }, page, async () => rows);
  await orders.page(list, page, find);
  expect(find).toHaveBeenCalledTimes(1);
});

it('remembers no order of a tenant that has been deleted, nor one that was being found', async () => {
  const deletedTenants = createDeletedTenants();
  const orders = createListOrders(deletedTenants, 0);
  const find = vi.fn(async () => rows);
  const page = { offset: 0, limit: 2 };
  const later = { ...list, name: 'under way' };
  await orders.page(list, page, find);
  await orders.page(later, page, async () => {
    deletedTenants.note(list.tenantId);
    return rows;
  });
  await orders.page(list, page, find);
  await orders.page(later, page, find);
  expect(find).toHaveBeenCalledTimes(3);
});
