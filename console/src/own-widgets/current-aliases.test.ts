import { expect, it, vi } from 'vitest';
import type { AliasInfo } from '../dashboard/aliases.ts';
import { createCurrentAliases } from './current-aliases.ts';
import { wantedParts } from './own-subscription-parts.ts';
import type { SubscriptionRequest } from './protocol.ts';

const PUMP = { entityType: 'DEVICE', id: 'pump' };
const PUMPS = { type: 'deviceType', deviceType: 'pump' };

const aliasOf = (resolveMultiple: boolean): AliasInfo => ({
  ...{ alias: 'Pumps', entityFilter: PUMPS, resolveMultiple, stateEntity: false },
});

/** What pages and alarms of an alias ask the server for, once it is known what that stands for. */
async function filtersOf(resolveMultiple: boolean, read: () => Promise<typeof PUMP | null>) {
  const dashboard = {
    ...{ alias: () => aliasOf(resolveMultiple), keyFilters: () => [], timeWindow: {}, revision: 1 },
    environment: { serverOffset: 0, maxDatapoints: 1000, locale: 'en' },
  } as unknown as Parameters<typeof wantedParts>[2];
  const datasources = [{ type: 'entity' as const, entityAliasId: 'a', dataKeys: [] }];
  const current = createCurrentAliases(read);
  const again = vi.fn();
  if (!current(dashboard, datasources, again)) await expect.poll(() => again.mock.calls.length).toBe(1);
  const known = current(dashboard, datasources, again);
  if (!known) throw new Error('It is not known');
  const filterOf = (more: Partial<SubscriptionRequest>) => {
    const request: SubscriptionRequest = {
      ...{ type: 'latest', datasources, stateData: false, singleEntity: false, isPaged: true, comparison: {} },
      ...more,
    };
    const page = { pageLink: { pageSize: 10 }, keyFilters: [] };
    return JSON.stringify(wantedParts(request, new Map([[-1, page]]), known));
  };
  return [filterOf({}), filterOf({ type: 'alarm', isPaged: false })];
}

it('pages and alarms of an alias for one entity are those of that entity', async () => {
  const read = vi.fn(async () => PUMP);
  for (const text of await filtersOf(false, read))
    expect(text).toContain(`"entityFilter":{"type":"singleEntity","singleEntity":${JSON.stringify(PUMP)}}`);
  expect(read).toHaveBeenCalledTimes(1);
});

it('pages and alarms of an alias for all that it finds are those of all', async () => {
  const read = vi.fn(async () => PUMP);
  for (const text of await filtersOf(true, read)) expect(text).toContain(`"entityFilter":${JSON.stringify(PUMPS)}`);
  expect(read).not.toHaveBeenCalled();
});

it('the filter of an alias that stands for nothing says so itself', async () => {
  for (const text of await filtersOf(false, async () => null))
    expect(text).toContain(`"entityFilter":${JSON.stringify(PUMPS)}`);
});
