// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of widgets are written this way
import { describe, expect, it } from 'vitest';
import { aliasesOfState, aliasInfo, pickableAliases } from './aliases.ts';
import { exported, exportFileName, readImport } from './exchange.ts';
import { desktopGrid, mobileGrid, orderedItems } from './grid.ts';
import { flatKeyFilters, userPredicates, withUserValue } from './key-filters.ts';
import { resolvedDatasources } from './resolve-datasources.ts';
import { decodedSteps, encodedSteps, needsAddress, paramsForEntity, stateName, withOpened } from './states.ts';
import { upgradedConfiguration } from './upgrade.ts';

const VIEWER = { tenantId: 't', customerId: 'c', userId: 'u' };
const ALIAS_ID = '68a058e1-fdda-8482-715b-3ae4a488568e';

describe('import and export', () => {
  it('says what is wrong with a file', () => {
    expect(readImport('{')).toMatchObject({ problem: { key: 'dashboard.import.notJson' } });
    expect(readImport('[]')).toMatchObject({ problem: { key: 'dashboard.import.notDashboard' } });
    expect(readImport('{"ruleChain":{},"metadata":{}}')).toMatchObject({
      problem: { key: 'dashboard.import.isRuleChain' },
    });
    expect(readImport('{"configuration":{}}')).toMatchObject({ problem: { key: 'dashboard.import.noTitle' } });
    expect(readImport('{"title":"A"}')).toMatchObject({ problem: { key: 'dashboard.import.noConfiguration' } });
    expect(readImport('{"title":"A","configuration":{"states":[]}}')).toMatchObject({
      problem: { key: 'dashboard.import.badSection', values: { section: 'states' } },
    });
    expect(readImport('{"title":"A","configuration":{"widgets":"many"}}')).toMatchObject({
      problem: { key: 'dashboard.import.badSection', values: { section: 'widgets' } },
    });
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    expect(readImport(`{"title":"A","configuration":${deep}}`)).toMatchObject({
      problem: { key: 'dashboard.import.tooDeep', values: { limit: '200' } },
    });
  });

  it('keeps everything but where it came from', () => {
    const source = {
      id: { id: 'x' },
      tenantId: {},
      title: 'A',
      configuration: { later: [1] },
      image: 'data:image/png;base64,AA==',
      fromLater: true,
    };
    const { dashboard } = readImport(JSON.stringify(source)) as { dashboard: object };
    expect(dashboard).toEqual({
      title: 'A',
      configuration: { later: [1] },
      image: 'data:image/png;base64,AA==',
      fromLater: true,
    });
    expect(exported({ ...dashboard, id: { id: 'y' }, createdTime: 1 })).toEqual(dashboard);
    expect(exported({ title: 'A', image: null, mobileHide: false, mobileOrder: null })).toEqual({ title: 'A' });
    expect(exportFileName('Rule Engine: Statistics')).toBe('rule_engine_statistics.json');
    expect(exportFileName('::')).toBe('dashboard.json');
  });
});

describe('configurations of every age', () => {
  it('keep what is unknown at every level', () => {
    const stored = {
      later: 1,
      widgets: {
        w: { id: 'w', later: 2, config: { later: 3, datasources: [{ type: 'entity', dataKeys: [], later: 4 }] } },
      },
      states: {
        default: {
          name: 'A',
          root: true,
          later: 5,
          layouts: { main: { later: 6, widgets: {}, gridSettings: { later: 7 } } },
        },
      },
      entityAliases: { [ALIAS_ID]: { id: ALIAS_ID, alias: 'a', later: 8, filter: { type: 'entityType' } } },
      filters: {},
      settings: { later: 9 },
    };
    expect(upgradedConfiguration(stored, 'A')).toMatchObject(stored);
  });

  it('turn the first shapes into states, maps and aliases', () => {
    let next = 0;
    const upgraded = upgradedConfiguration(
      {
        widgets: [
          {
            isSystemType: true,
            bundleAlias: 'charts',
            typeAlias: 'timeseries',
            sizeX: 8,
            sizeY: 6,
            row: 1,
            col: 2,
            config: {
              datasources: [{ type: 'device', deviceAliasId: '1', dataKeys: [] }],
              targetDeviceAliasIds: ['1'],
            },
          },
        ],
        deviceAliases: { 1: { alias: 'Van', deviceFilter: { useFilter: true, deviceNameFilter: 'Van' } } },
        gridSettings: { showTitle: true, showDevicesSelect: false, columns: 12, margins: [5, 5] },
      },
      'Old',
      () => `00000000-0000-0000-0000-00000000000${next++}`,
    );
    const aliasId = Object.keys(upgraded.entityAliases)[0];
    const widget = Object.values(upgraded.widgets)[0];
    expect(upgraded.entityAliases[aliasId ?? '']?.filter).toEqual({
      type: 'entityName',
      entityType: 'DEVICE',
      entityNameFilter: 'Van',
      resolveMultiple: false,
    });
    expect(widget).toMatchObject({
      typeAlias: 'basic_timeseries',
      config: { datasources: [{ type: 'entity', entityAliasId: aliasId }], targetDeviceAliasIds: [aliasId] },
    });
    expect(upgraded.states.default).toMatchObject({
      name: 'Old',
      root: true,
      layouts: {
        main: {
          gridSettings: { columns: 12, margin: 5 },
          widgets: { [widget?.id ?? '']: { sizeX: 8, row: 1, col: 2 } },
        },
      },
    });
    expect(upgraded.settings).toMatchObject({
      showTitle: true,
      showEntitiesSelect: false,
      stateControllerId: 'entity',
    });
  });

  it('survive having nothing', () => {
    expect(upgradedConfiguration(null, 'Empty').states.default?.layouts.main?.gridSettings.columns).toBe(24);
    expect(upgradedConfiguration({ widgets: 7, states: 'x', entityAliases: [] }, 'Odd').widgets).toEqual({});
  });
});

describe('states in the address', () => {
  const states = {
    default: { name: 'All', root: true, layouts: {} },
    chart: { name: '${entityName} · ${other:entityLabel}', root: false, layouts: {} },
  };
  const entity = { entityId: { entityType: 'DEVICE', id: 'd' }, entityName: 'Gewächshaus A' };

  it('are read back as they were written', () => {
    const steps = withOpened(
      [{ id: 'default', params: {} }],
      { id: 'chart', params: paramsForEntity({}, entity, null) },
      'entity',
    );
    expect(decodedSteps(encodedSteps(steps), states, 'entity')).toEqual(steps);
    expect(decodedSteps(decodeURIComponent(encodedSteps(steps)), states, 'entity')).toEqual(steps);
    expect(decodedSteps(encodedSteps(steps), states, 'default')).toEqual([steps[1]]);
    expect(needsAddress(steps, states, 'entity')).toBe(true);
    expect(needsAddress([{ id: 'default', params: {} }], states, 'entity')).toBe(false);
  });

  it('lead to the root when they make no sense', () => {
    const root = [{ id: 'default', params: {} }];
    expect(decodedSteps('%%%', states, 'entity')).toEqual(root);
    expect(decodedSteps(null, states, 'entity')).toEqual(root);
    expect(
      decodedSteps(
        encodedSteps([
          { id: 'gone', params: {} },
          { id: 'gone', params: {} },
        ]),
        states,
        'entity',
      ),
    ).toEqual(root);
  });

  it('are named after their entities', () => {
    const params = paramsForEntity(paramsForEntity({}, entity, null), { ...entity, entityLabel: 'B' }, 'other');
    expect(stateName({ id: 'chart', params: { ...params, targetEntityParamName: null } }, states)).toBe(
      'Gewächshaus A · B',
    );
  });
});

describe('aliases', () => {
  it('that cannot be resolved leave the other datasources of a widget alone', () => {
    const found = { alias: 'A', entityFilter: { type: 'singleEntity' }, resolveMultiple: false, stateEntity: false };
    const lost = { alias: 'B', problem: { key: 'dashboard.alias.noStateEntity', values: {} } };
    const alias = (id: string) => ({ found, lost, waiting: 'loading' as const })[id];
    const resolve = (...ids: string[]) =>
      resolvedDatasources(
        ids.map((entityAliasId) => ({ type: 'entity', entityAliasId, dataKeys: [] })),
        {},
        alias,
        () => [],
      );
    expect(resolve('lost', 'found')).toMatchObject({ datasources: [{ aliasName: 'A' }] });
    expect(resolve('lost', 'gone')).toEqual({ problem: lost.problem });
    expect(resolve('found', 'waiting')).toEqual({ datasources: [], isLoading: true });
  });

  const alias = (filter: Record<string, unknown>) => ({ id: ALIAS_ID, alias: 'Houses', filter });

  it('are sent as they are, or with the entity of the state', () => {
    const filter = { type: 'deviceType', deviceType: 'climate', resolveMultiple: true };
    expect(aliasInfo(alias(filter), {}, VIEWER, undefined)).toMatchObject({
      entityFilter: filter,
      resolveMultiple: true,
    });
    const params = { entityId: { entityType: 'DEVICE', id: 'd' } };
    expect(
      aliasInfo(alias({ type: 'stateEntity', stateEntityParamName: null }), params, VIEWER, undefined),
    ).toMatchObject({
      entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'd' } },
      stateEntity: true,
    });
  });

  it('let viewers choose one entity of those that there are, in a state another one of the same kind', () => {
    const of = (id: string, filter: Record<string, unknown>) => ({ [id]: { id, alias: id, filter } });
    const house = { entityType: 'DEVICE', id: 'd' };
    const climate = { type: 'deviceType', deviceType: 'climate', resolveMultiple: false };
    const below = { type: 'relationsQuery', rootStateEntity: true };
    const aliases = {
      ...of('all', { ...climate, resolveMultiple: true }),
      ...of('fixed', { type: 'singleEntity', singleEntity: house }),
      ...of('first', climate),
      ...of('below', below),
      ...of('shown', { type: 'stateEntity' }),
    };
    const requested = (current: object, choices: object = current) => expect.objectContaining({ current, choices });
    expect(pickableAliases(aliases, {}, VIEWER)).toEqual([requested(climate)]);
    const rooted = { ...below, rootEntity: house };
    const single = { type: 'singleEntity', singleEntity: house };
    expect(pickableAliases(aliases, { entityId: house }, VIEWER)).toEqual([
      requested(climate),
      requested(rooted),
      requested(single, { type: 'entityType', entityType: 'DEVICE' }),
    ]);
    // What was picked for these was meant for the state alone.
    expect(aliasesOfState(aliases)).toEqual(['below', 'shown']);
  });

  it('know who is looking', () => {
    expect(
      aliasInfo(
        alias({ type: 'singleEntity', singleEntity: { entityType: 'CURRENT_CUSTOMER', id: 'x' } }),
        {},
        VIEWER,
        undefined,
      ),
    ).toMatchObject({ entityFilter: { singleEntity: { entityType: 'CUSTOMER', id: 'c' } } });
  });

  it('say why they find nothing', () => {
    expect(aliasInfo(alias({ type: 'stateEntity' }), {}, VIEWER, undefined)).toMatchObject({
      problem: { key: 'dashboard.alias.noStateEntity' },
    });
    expect(aliasInfo(alias({ type: 'somethingNew' }), {}, VIEWER, undefined)).toMatchObject({
      problem: { key: 'dashboard.alias.unknownFilter' },
    });
  });
});

describe('filters', () => {
  const value = { defaultValue: 20, dynamicValue: null };
  const filter = {
    id: 'f',
    filter: 'Warm',
    editable: true,
    keyFilters: [
      {
        key: { type: 'TIME_SERIES', key: 't' },
        valueType: 'NUMERIC',
        predicates: [
          {
            keyFilterPredicate: {
              type: 'COMPLEX',
              operation: 'AND',
              predicates: [
                {
                  keyFilterPredicate: { type: 'NUMERIC', operation: 'GREATER', value },
                  userInfo: { editable: true, label: 'Above', order: 0 },
                },
              ],
            },
            userInfo: { editable: true },
          },
        ],
      },
    ],
  };

  it('go to the server without what only people need, with the value of the viewer', () => {
    expect(userPredicates({ f: filter })).toEqual([
      { filterId: 'f', path: [0, 0, 0], label: 'Above', order: 0, valueType: 'NUMERIC', value: 20 },
    ]);
    expect(flatKeyFilters(withUserValue(filter, [0, 0, 0], 25))).toEqual([
      {
        key: { type: 'TIME_SERIES', key: 't' },
        valueType: 'NUMERIC',
        predicate: {
          type: 'COMPLEX',
          operation: 'AND',
          predicates: [{ type: 'NUMERIC', operation: 'GREATER', value: { ...value, userValue: 25 } }],
        },
      },
    ]);
    expect(filter.keyFilters[0]?.predicates[0]?.keyFilterPredicate.predicates[0]?.keyFilterPredicate.value).toEqual(
      value,
    );
  });
});

describe('the grid', () => {
  const widget = (id: string, mobile = {}) =>
    ({
      id,
      bundleAlias: 'b',
      typeAlias: 't',
      type: 'latest',
      sizeX: 1,
      sizeY: 1,
      row: 0,
      col: 0,
      config: mobile,
    }) as const;
  const layout = {
    gridSettings: {},
    widgets: {
      b: { sizeX: 12, sizeY: 6.5, row: 0, col: 12 },
      a: { sizeX: 12, sizeY: 6, row: 0, col: 0, mobileHeight: 3 },
      c: { sizeX: 24, sizeY: 4, row: 6, col: 0, mobileHide: true },
    },
  };
  const items = orderedItems(layout, { a: widget('a'), b: widget('b'), c: widget('c') });

  it('draws square cells with a margin all around', () => {
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const grid = desktopGrid(items, { columns: 24, margin: 10 }, 1210, 800);
    expect(grid.boxes.get('a')).toEqual({ left: 10, top: 10, width: 590, height: 290 });
    expect(grid.boxes.get('b')).toEqual({ left: 610, top: 10, width: 590, height: 290 });
    expect(grid.height).toBe(510);
  });

  it('fits rows into the view when asked', () => {
    const grid = desktopGrid(items, { columns: 24, margin: 10, autoFillHeight: true }, 1210, 810);
    expect(grid.boxes.get('c')).toMatchObject({ top: 490, height: 310 });
    expect(grid.height).toBe(810);
  });

  it('stacks widgets on phones', () => {
    const grid = mobileGrid(items, { columns: 24, margin: 10, mobileRowHeight: 70 }, 390, 800);
    expect([...grid.boxes]).toEqual([
      ['a', { left: 10, top: 10, width: 370, height: 210 }],
      ['b', { left: 10, top: 230, width: 370, height: 420 }],
    ]);
    const edited = mobileGrid(items, { columns: 24, margin: 10, mobileRowHeight: 70 }, 390, 800, true);
    expect([...edited.boxes.keys()]).toEqual(['a', 'b', 'c']);
  });
});
