import { NULL_UUID } from '@signalbox/contract/id';
import type { WidgetTypeInfo } from '@signalbox/contract/widget';
import { describe, expect, it } from 'vitest';
import { upgradedConfiguration } from '../dashboard/upgrade.ts';
import { suggestWidgets } from '../dashboard-editor/from-data/suggest.ts';
import { pasteItem } from '../dashboard-editor/model/widget-item.ts';
import type { Widget } from '../widgets/model.ts';
import { chosenData, itemFor, type ShownValues, typesFor } from './shown-values.ts';

const PUMP = { entityType: 'DEVICE', id: '0b6f9a54-5f2e-4d30-8a27-0000000000d1' } as const;
const OTHER = { ...PUMP, id: '0b6f9a54-5f2e-4d30-8a27-0000000000d2' };

const shown = (type: ShownValues['type'], values: Record<string, string>): ShownValues => ({
  entity: PUMP,
  type,
  values: Object.entries(values).map(([key, text]) => ({ key, text })),
});
const aliasesOf = (data: ShownValues) => suggestWidgets(chosenData(data)).map(({ typeAlias }) => typeAlias);

describe('values of an entity', () => {
  it('have a colour each, and say what would show them', () => {
    const { values } = chosenData(shown('timeseries', { pressure: '3.1', running: 'true' }));
    expect(values.map(({ sort, key }) => [key.name, key.type, sort])).toEqual([
      ['pressure', 'timeseries', 'number'],
      ['running', 'timeseries', 'boolean'],
    ]);
    expect(new Set(values.map(({ key }) => key.color)).size).toBe(2);
    expect(aliasesOf(shown('timeseries', { pressure: '3.1' }))[0]).toBe('basic_timeseries');
    expect(aliasesOf(shown('attribute', { serial: 'b-7' }))).toEqual([
      'simple_card',
      'attributes_card',
      'entities_table',
    ]);
  });

  it('are shown by the types of a bundle that can: attributes have no history', () => {
    const type = (widgetType: string, tenantId: string): WidgetTypeInfo =>
      ({
        bundleAlias: 'mine',
        alias: widgetType,
        widgetType,
        tenantId: { entityType: 'TENANT', id: tenantId },
      }) as never;
    const types = ['timeseries', 'latest', 'rpc', 'alarm', 'static'].map((kind) => type(kind, NULL_UUID));
    const offered = (of: ShownValues['type']) => typesFor(types, shown(of, {}), []).map(({ typeAlias }) => typeAlias);
    expect([offered('timeseries'), offered('attribute')]).toEqual([['timeseries', 'latest'], ['latest']]);
    expect(typesFor([type('latest', PUMP.id)], shown('attribute', {}), [])).toMatchObject([{ isOwn: true }]);
  });

  it('come onto a dashboard with an alias for their entity, once for each entity', () => {
    const widget = {
      ...{
        id: 'w',
        bundleAlias: 'cards',
        typeAlias: 'simple_card',
        type: 'latest',
        sizeX: 5,
        sizeY: 3,
        row: 0,
        col: 0,
      },
      config: {
        datasources: [{ type: 'entity', entityType: 'DEVICE', entityId: PUMP.id, entityName: 'Pump', dataKeys: [] }],
      },
    } as unknown as Widget;
    const place = { state: 'default', layout: 'main' } as const;
    let dashboard = { title: 'Pumps', configuration: upgradedConfiguration(null, 'Pumps') };
    const ids = [PUMP, PUMP, OTHER].map((entity) => {
      const added = pasteItem(dashboard, place, itemFor(widget, entity, 'Pump'), undefined);
      dashboard = added?.dashboard ?? dashboard;
      return added?.id ?? '';
    });
    const { widgets, entityAliases } = dashboard.configuration;
    expect(Object.values(entityAliases).map(({ alias, filter }) => [alias, filter.singleEntity])).toEqual([
      ['Pump', PUMP],
      ['Pump1', OTHER],
    ]);
    const [first, second] = Object.keys(entityAliases);
    expect(ids.map((id) => widgets[id]?.config.datasources)).toEqual(
      [first, first, second].map((entityAliasId) => [{ type: 'entity', entityAliasId, filterId: null, dataKeys: [] }]),
    );
  });
});
