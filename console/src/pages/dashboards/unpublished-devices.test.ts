// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { fixedFilters, namedDevices } from './unpublished-devices.ts';

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
});
