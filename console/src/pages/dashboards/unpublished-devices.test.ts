// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { tokens } from '../../api/client.ts';
import { fixedFilters, namedDevices, unpublishedDevices } from './unpublished-devices.ts';

describe('the devices of a dashboard', () => {
  it('are those of its aliases, but for what depends on who looks or on what was clicked', () => {
    const single = { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'd1' } };
    const aliases = [
      single,
      { type: 'entityType', entityType: 'DEVICE' },
      { type: 'stateEntity' },
      { type: 'relationsQuery', rootStateEntity: true },
      { type: 'singleEntity', singleEntity: { entityType: 'CURRENT_CUSTOMER', id: 'x' } },
      null,
    ];
    const entityAliases = Object.fromEntries(aliases.map((filter, index) => [`a${index}`, { alias: 'a', filter }]));
    expect(fixedFilters({ entityAliases })).toEqual([single, { type: 'entityType', entityType: 'DEVICE' }]);
    for (const odd of [undefined, null, [], 'x', { entityAliases: 3 }]) expect(fixedFilters(odd)).toEqual([]);
  });

  it('are those that widgets name, too', () => {
    const datasources = [
      { type: 'entity', entityType: 'DEVICE', entityId: 'd2' },
      { type: 'entity', entityAliasId: 'a' },
      { entityType: 'ASSET', entityId: 'a1' },
    ];
    expect(namedDevices({ widgets: { w: { config: { datasources } }, v: { config: {} }, u: null } })).toEqual(['d2']);
  });

  it('are said to be part of them when an alias finds more than are looked at', async () => {
    const customerId = { entityType: 'CUSTOMER', id: 'nobody' };
    vi.spyOn(tokens, 'access').mockReturnValue('token');
    vi.spyOn(tokens, 'isAccessValid').mockReturnValue(true);
    const alias = { filter: { type: 'entityType', entityType: 'DEVICE' } };
    const answer = (total: number) =>
      vi.stubGlobal('fetch', async (url: string) => {
        if (url.includes('/api/dashboard/')) return Response.json({ configuration: { entityAliases: { a: alias } } });
        if (!url.includes('/find')) return Response.json([{ id: { id: 'd1' }, name: 'Pump', customerId }]);
        const data = [{ entityId: { entityType: 'DEVICE', id: 'd1' }, latest: {} }];
        return Response.json({ data, totalElements: total, totalPages: 1, hasNext: false });
      });
    for (const [total, isPartial] of [
      [100, false],
      [101, true],
    ] as const) {
      answer(total);
      expect(await unpublishedDevices('dashboard', 'public')).toMatchObject({ devices: [{ name: 'Pump' }], isPartial });
    }
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
