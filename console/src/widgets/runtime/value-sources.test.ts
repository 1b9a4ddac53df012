// biome-ignore-all lint/suspicious/noTemplateCurlyInString: labels of widgets are written this way
import { describe, expect, it } from 'vitest';
import { gaugeModel } from '../digital-gauges/gauge-model.ts';
import type { DataRow, Settings, WidgetConfig, WidgetData } from '../model.ts';
import { labelKeys, valueSources, withLabelValues, withSourcedKeys, withSourcedValues } from './value-sources.ts';

const THRESHOLD = {
  thresholdValueSource: 'entityAttribute',
  thresholdEntityAlias: 'House',
  thresholdAttribute: 'limit',
  thresholdValue: 3,
  color: 'red',
};
const LEVEL = { valueSource: 'entityAttribute', entityAlias: 'House', attribute: 'limit' };

function row(label: string, settings: Settings = {}, entityId = 'd', value: unknown = 1): DataRow {
  return {
    datasourceIndex: 0,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType: 'DEVICE', id: entityId, name: 'Device', label: 'Device', description: '' },
    aliasName: '',
    dataKey: { name: label, type: 'timeseries', label, color: '#000000', settings },
    data: [[1, value]],
  };
}

function data(...rows: DataRow[]): WidgetData {
  return { status: 'ready', rows, entities: [], pages: [] };
}

describe('values that settings take from attributes', () => {
  it('are found in thresholds of keys and in levels and ticks of gauges, each once', () => {
    const config: WidgetConfig = {
      settings: {
        fixedLevelColors: [{ from: LEVEL, to: { valueSource: 'predefinedValue', value: 4 }, color: 'red' }],
        ticksValue: [{ ...LEVEL, attribute: 'best' }],
      },
      datasources: [
        { type: 'entity', dataKeys: [{ name: 't', type: 'timeseries', settings: { thresholds: [THRESHOLD] } }] },
      ],
    };
    expect(valueSources(config)).toEqual([
      { alias: 'House', attribute: 'limit' },
      { alias: 'House', attribute: 'best' },
    ]);
    expect(valueSources({ settings: { thresholds: null } })).toEqual([]);
  });

  it('stand where a number would, and leave nothing while they are unknown', () => {
    const before = data(row('t', { thresholds: [THRESHOLD, { thresholdValue: 9 }] }));
    const after = withSourcedKeys(before, ({ attribute }) => (attribute === 'limit' ? '21.5' : undefined));
    expect(after.rows[0]?.dataKey.settings.thresholds).toMatchObject([{ thresholdValue: 21.5 }, { thresholdValue: 9 }]);
    const unknown = withSourcedKeys(before, () => undefined).rows[0]?.dataKey.settings.thresholds as Settings[];
    expect(unknown[0]?.thresholdValue).toBeUndefined();
    expect(unknown[0]?.color).toBe('red');
  });

  it('decide where the levels and ticks of a gauge begin', () => {
    const settings = {
      useFixedLevelColor: true,
      fixedLevelColors: [{ from: LEVEL, color: 'red' }],
      showTicks: true,
      ticksValue: [LEVEL, { valueSource: 'predefinedValue', value: 75 }],
    };
    const known = gaugeModel(withSourcedValues(settings, () => 50) ?? {});
    expect(known.colors.fixed).toEqual([{ from: 0.5, to: 1, color: 'red' }]);
    expect(known.ticks.shares).toEqual([0.5, 0.75]);
    const unknown = gaugeModel(withSourcedValues(settings, () => 'no number') ?? {});
    expect(unknown.colors.fixed).toEqual([]);
    expect(unknown.ticks.shares).toEqual([0.75]);
  });
});

describe('newest values that labels name', () => {
  it('are asked for only by a legend of the widget itself', () => {
    const dataKeysListForLabels = [
      { name: 'place' },
      { name: 'mode', type: 'timeseries' },
      { type: 'attribute' },
      null,
    ];
    expect(labelKeys({ customLegendEnabled: true, dataKeysListForLabels })).toEqual([
      { name: 'place', type: 'attribute' },
      { name: 'mode', type: 'timeseries' },
    ]);
    expect(labelKeys({ customLegendEnabled: false, dataKeysListForLabels })).toEqual([]);
    expect(labelKeys(undefined)).toEqual([]);
  });

  it('are those of the same entity; other variables stay as they are', () => {
    const shown = data(row('${place} of ${other}', {}, 'd1'), row('${place}', {}, 'd2'), row('plain', {}, 'd1'));
    const labels = data(row('place', {}, 'd1', 'Hall'), row('place', {}, 'd2', 'Yard'));
    const written = withLabelValues(shown, labels).rows.map(({ dataKey }) => dataKey.label);
    expect(written).toEqual(['Hall of ${other}', 'Yard', 'plain']);
  });
});
