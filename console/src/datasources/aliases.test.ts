// @vitest-environment jsdom
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import type { DataKey } from '../widgets/model.ts';
import {
  ALIAS_FILTER_TYPES,
  type AliasFilter,
  dependsOnState,
  entityOfType,
  newAliasFilter,
  withFilterType,
} from './alias-filter.ts';
import { filterTypesFor, mayFind } from './alias-kinds.ts';
import { copyOfAlias, freeName, widgetsWithAlias, widgetsWithFilter } from './alias-use.ts';
import { aliasWords } from './alias-words.ts';
import { checkAlias } from './check-alias.ts';
import { meantKey, offeredKeys } from './offered-keys.ts';

startTranslations();
const t = i18next.t;
const problems = (filter: AliasFilter, name = 'Pumps', taken: string[] = []) =>
  Object.fromEntries(
    checkAlias(t, { alias: name, filter }, taken).flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])),
  );

describe('the filter of an alias', () => {
  it('can be of fifteen types, each of which needs what it goes by', () => {
    expect(ALIAS_FILTER_TYPES).toHaveLength(15);
    const needed = ALIAS_FILTER_TYPES.map((type) => [type, Object.keys(problems(newAliasFilter(type)))]);
    expect(Object.fromEntries(needed)).toEqual({
      singleEntity: ['filter.singleEntity'],
      entityList: ['filter.entityList'],
      entityName: ['filter.entityNameFilter'],
      entityType: [],
      stateEntity: [],
      deviceType: ['filter.deviceType'],
      assetType: ['filter.assetType'],
      entityViewType: ['filter.entityViewType'],
      edgeType: ['filter.edgeType'],
      apiUsageState: [],
      relationsQuery: ['filter.rootEntity'],
      deviceSearchQuery: ['filter.rootEntity'],
      assetSearchQuery: ['filter.rootEntity'],
      entityViewSearchQuery: ['filter.rootEntity'],
      edgeSearchQuery: ['filter.rootEntity'],
    });
  });

  it('begins as dashboards of other clients hold it', () => {
    expect(newAliasFilter('deviceType')).toEqual({
      type: 'deviceType',
      resolveMultiple: true,
      deviceType: '',
      deviceNameFilter: '',
    });
    expect(newAliasFilter('stateEntity')).toEqual({
      type: 'stateEntity',
      resolveMultiple: false,
      stateEntityParamName: null,
      defaultStateEntity: null,
    });
    expect(newAliasFilter('edgeSearchQuery')).toEqual({
      type: 'edgeSearchQuery',
      resolveMultiple: true,
      rootStateEntity: false,
      stateEntityParamName: null,
      defaultStateEntity: null,
      rootEntity: null,
      direction: 'FROM',
      maxLevel: 1,
      fetchLastLevelOnly: false,
      relationType: 'Contains',
      edgeTypes: [],
    });
  });

  it('keeps what means the same in another type', () => {
    const rootEntity = { entityType: 'ASSET', id: '1' };
    const search = { ...newAliasFilter('deviceSearchQuery'), rootEntity, maxLevel: 3, deviceTypes: ['pump'] };
    const next = withFilterType(search, 'relationsQuery');
    expect(next).toMatchObject({ rootEntity, maxLevel: 3, filters: [] });
    expect(next).not.toHaveProperty('deviceTypes');
  });

  it('knows entities that depend on who looks', () => {
    expect(problems({ type: 'singleEntity', singleEntity: entityOfType('CURRENT_USER') })).toEqual({});
    expect(problems({ type: 'singleEntity', singleEntity: entityOfType('CURRENT_CUSTOMER') })).not.toEqual({});
    expect(dependsOnState({ type: 'relationsQuery', rootStateEntity: true })).toBe(true);
    expect(problems({ type: 'relationsQuery', rootStateEntity: true })).toEqual({});
  });

  it('has a name of its own', () => {
    const filter = newAliasFilter('entityType');
    expect(problems(filter, ' ')).toEqual({ alias: 'Required' });
    expect(problems(filter, 'Pumps ', ['Pumps'])).toHaveProperty('alias');
  });

  it('may find devices or not', () => {
    expect(mayFind({ type: 'assetType' }, ['DEVICE'])).toBe(false);
    expect(mayFind({ type: 'stateEntity' }, ['DEVICE'])).toBe(true);
    expect(mayFind({ type: 'singleEntity', singleEntity: entityOfType('CURRENT_TENANT') }, ['DEVICE'])).toBe(false);
    expect(mayFind({ type: 'relationsQuery', filters: [{ entityTypes: ['ASSET'] }] }, ['DEVICE'])).toBe(false);
    expect(mayFind({ type: 'relationsQuery', filters: [{ entityTypes: [] }] }, ['DEVICE'])).toBe(true);
    expect(filterTypesFor(['DEVICE'])).not.toContain('edgeSearchQuery');
    expect(filterTypesFor(undefined)).toHaveLength(15);
  });
});

describe('the words for a filter', () => {
  it.each<[AliasFilter, string]>([
    [{ type: 'deviceType', deviceType: 'thermostat', deviceNameFilter: '' }, 'devices of the type thermostat'],
    [{ type: 'entityName', entityType: 'ASSET', entityNameFilter: 'P' }, 'assets whose names begin with “P”'],
    [{ type: 'entityList', entityType: 'DEVICE', entityList: ['1', '2'] }, '2 chosen: devices'],
    [{ type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: '1' } }, 'Device Pump'],
    [{ type: 'singleEntity', singleEntity: entityOfType('CURRENT_USER') }, 'whoever looks at the dashboard'],
    [{ type: 'stateEntity' }, 'the entity of the dashboard state'],
    [
      {
        type: 'relationsQuery',
        rootStateEntity: true,
        direction: 'FROM',
        maxLevel: 2,
        filters: [{ relationType: 'Contains', entityTypes: ['DEVICE', 'ASSET'] }],
      },
      'devices or assets by “Contains” that the entity of the dashboard state leads to, within 2 levels',
    ],
    [
      {
        type: 'edgeSearchQuery',
        rootEntity: { entityType: 'DEVICE', id: '1' },
        direction: 'TO',
        fetchLastLevelOnly: true,
      },
      'edges that lead to Device Pump, at any distance (the last level only)',
    ],
    [{ type: 'ofTomorrow' }, 'unknown filter: ofTomorrow'],
  ])('%j', (filter, words) => {
    expect(aliasWords(t, filter, () => 'Pump')).toBe(words);
  });
});

describe('who uses what', () => {
  const keys: DataKey[] = [];
  const widgets = [
    {
      title: 'chart',
      config: { datasources: [{ type: 'entity' as const, entityAliasId: 'a', filterId: 'f', dataKeys: keys }] },
    },
    { title: 'alarms', config: { alarmSource: { type: 'entity' as const, entityAliasId: 'a', dataKeys: keys } } },
    { title: 'switch', config: { targetDeviceAliasIds: ['a'] } },
    { title: 'clock', config: {} },
  ];
  it('is found in datasources, alarm sources and target devices', () => {
    expect(widgetsWithAlias(widgets, 'a').map(({ title }) => title)).toEqual(['chart', 'alarms', 'switch']);
    expect(widgetsWithFilter(widgets, 'f').map(({ title }) => title)).toEqual(['chart']);
  });

  it('a copy has a name of its own', () => {
    expect(freeName('a', ['a', 'a 2'])).toBe('a 3');
    const copy = copyOfAlias({ id: '1', alias: 'Pumps', filter: { type: 'x', kept: [1] } }, 'Pumps', ['Pumps'], '2');
    expect(copy).toEqual({ id: '2', alias: 'Pumps 2', filter: { type: 'x', kept: [1] } });
  });
});

describe('keys that are offered', () => {
  const inUse = { timeseries: ['temperature', 'humidity'], attribute: ['model'] };
  it('are those of the types of the widget', () => {
    const series = offeredKeys(t, ['timeseries'], inUse, '');
    expect(series.map(({ words }) => words)).toEqual(['temperature', 'humidity']);
    const all = offeredKeys(t, ['timeseries', 'attribute', 'entityField'], inUse, '');
    expect(all.map(({ words }) => words)).toContain('model (attribute)');
    expect(all.map(({ words }) => words)).toContain('Created time (field)');
  });

  it('include what was typed as a new one, unless it is there', () => {
    const found = offeredKeys(t, ['timeseries', 'attribute'], inUse, 'model');
    expect(found.map(({ type, isNew }) => [type, isNew ?? false])).toEqual([
      ['attribute', false],
      ['timeseries', true],
    ]);
    expect(meantKey(found, 'model')).toMatchObject({ type: 'attribute' });
    expect(meantKey(offeredKeys(t, ['timeseries'], inUse, 'new'), 'new')).toMatchObject({ name: 'new', isNew: true });
    expect(meantKey(offeredKeys(t, ['alarm'], inUse, 'Severity'), 'Severity')).toMatchObject({ name: 'severity' });
    expect(offeredKeys(t, ['alarm'], inUse, 'details.reason')).toMatchObject([{ name: 'details.reason' }]);
  });
});
