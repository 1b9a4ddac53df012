// @vitest-environment jsdom
import { ENTITY_TRAITS, entityTypesWith } from '@signalbox/contract/entity-traits';
import { NULL_UUID } from '@signalbox/contract/id';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ENTITY_KINDS, type ListedEntity } from '../api/entity-kinds.ts';
import { assignableTo, choicesOf, labelOf } from './entity-choices.ts';

afterEach(() => vi.restoreAllMocks());

const find = (type: keyof typeof ENTITY_KINDS, data: readonly ListedEntity[]) =>
  vi
    .spyOn(ENTITY_KINDS[type], 'find')
    .mockResolvedValue({ data: [...data], totalElements: data.length, totalPages: 1, hasNext: false });

const device = (name: string, customer: string | undefined): ListedEntity => ({
  id: { id: name },
  name,
  customerId: { id: customer ?? NULL_UUID },
  customerTitle: customer ?? null,
});

describe('what can be chosen', () => {
  it('is every kind whose traits say so, by the order of its names', async () => {
    expect(Object.keys(ENTITY_KINDS).sort()).toEqual(entityTypesWith('isChosen').sort());
    for (const type of entityTypesWith('isSearched')) expect(ENTITY_TRAITS[type].isChosen, type).toBe(true);
    const found = find('USER', [{ id: { id: 'u' }, name: 'a@b.example' }]);
    expect(await choicesOf('USER', { customerId: 'c' })('a', 0)).toEqual({
      choices: [{ id: 'u', label: 'a@b.example' }],
      hasNext: false,
    });
    expect(found).toHaveBeenCalledWith(
      expect.objectContaining({ textSearch: 'a', sortProperty: 'email', sortOrder: 'ASC' }),
      { customerId: 'c' },
    );
  });

  it('leaves out the customer that stands for everybody, and names one by its id', async () => {
    find('CUSTOMER', [
      { id: { id: 'p' }, title: 'Public', additionalInfo: { isPublic: true } },
      { id: { id: 'h' }, title: 'Harbour', additionalInfo: null },
    ]);
    expect(await choicesOf('CUSTOMER')('', 0)).toEqual({
      choices: [{ id: 'h', label: 'Harbour' }],
      hasNext: false,
    });
    vi.spyOn(ENTITY_KINDS.CUSTOMER, 'read').mockResolvedValue({ id: { id: 'h' }, title: 'Harbour' });
    expect(await labelOf('CUSTOMER')('h')).toBe('Harbour');
  });
});

describe('lists of choices', () => {
  it('are read page by page, those of dashboards in pages of ten', async () => {
    const found = find('DEVICE', [device('Free', undefined)]);
    await choicesOf('DEVICE')('', 3);
    expect(found).toHaveBeenLastCalledWith(expect.objectContaining({ pageSize: 50, page: 3 }), {});
    const dashboards = find('DASHBOARD', []);
    await choicesOf('DASHBOARD')('', 1);
    expect(dashboards).toHaveBeenLastCalledWith(
      expect.objectContaining({ pageSize: 10, page: 1, sortProperty: 'title', sortOrder: 'ASC' }),
      {},
    );
  });
});

describe('what a customer can be given', () => {
  it("is, of a kind with one owner, what is nobody's; of all, also what others have, with their names", async () => {
    const found = find('DEVICE', [device('Free', undefined)]);
    expect((await assignableTo('DEVICE', 'mine', 'f', 0)).choices).toEqual([{ id: 'Free', label: 'Free' }]);
    expect(found).toHaveBeenLastCalledWith(expect.anything(), { unassigned: true });
    find('DEVICE', [device('Free', undefined), device('Theirs', 'Harbour'), device('Mine', 'mine')]);
    expect((await assignableTo('DEVICE', 'mine', '', 0, true)).choices.map(({ label }) => label)).toEqual([
      'Free',
      'Theirs (Harbour)',
    ]);
  });

  it('is, of a kind that several share, what this one does not have', async () => {
    const found = find('DASHBOARD', [
      { id: { id: 'd' }, title: 'Tides', assignedCustomers: [{ customerId: { id: 'other' } }] },
      { id: { id: 'e' }, title: 'Mine', assignedCustomers: [{ customerId: { id: 'mine' } }] },
      { id: { id: 'f' }, title: 'Free', assignedCustomers: null },
    ]);
    expect((await assignableTo('DASHBOARD', 'mine', '', 0)).choices.map(({ label }) => label)).toEqual([
      'Tides',
      'Free',
    ]);
    expect(found).toHaveBeenCalledWith(expect.anything(), {});
  });
});
