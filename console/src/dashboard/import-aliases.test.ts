import { describe, expect, it } from 'vitest';
import { singleAliases, withEntities } from './import-aliases.ts';

const single = (alias: string, entityType: string, id: string) => ({
  id: alias,
  alias,
  filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: { entityType, id } },
});
const dashboard = {
  title: 'Imported',
  configuration: {
    widgets: { w: { config: {} } },
    entityAliases: {
      a: single('Pump', 'DEVICE', '1'),
      b: single('Me', 'CURRENT_USER', ''),
      c: { id: 'c', alias: 'Meters', filter: { type: 'deviceType', deviceType: 'meter' } },
      d: null,
    },
  },
};

describe('the aliases of a dashboard that is imported', () => {
  it('are in question where they name one entity by its id', () => {
    expect(singleAliases(dashboard)).toEqual([{ aliasId: 'a', name: 'Pump', entityType: 'DEVICE', entityId: '1' }]);
    expect(singleAliases({ configuration: 'none' })).toEqual([]);
  });

  it('can be given another entity, and nothing else changes', () => {
    const changed = withEntities(dashboard, { a: '2', c: '3' });
    const { entityAliases: aliases, ...others } = changed.configuration as typeof dashboard.configuration;
    expect(aliases.a).toEqual(single('Pump', 'DEVICE', '2'));
    expect(aliases.c).toEqual(dashboard.configuration.entityAliases.c);
    expect(others).toEqual({ widgets: dashboard.configuration.widgets });
    expect(withEntities(dashboard, {})).toEqual(dashboard);
  });
});
