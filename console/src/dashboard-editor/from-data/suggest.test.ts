// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of labels
import { describe, expect, it } from 'vitest';
import type { DataKeyType } from '../../widgets/model.ts';
import { type ChosenValues, datasourceOf, scaleFor, sortOf, suggestWidgets, type ValueSort } from './suggest.ts';

const value = (name: string, sort: ValueSort = 'number', type: DataKeyType = 'timeseries'): ChosenValues => ({
  key: { name, type, label: name, settings: {} },
  sort,
  ...(sort === 'number' ? { range: [20, 24] } : {}),
});
const temperature = value('temperature');

describe('widgets for what was chosen', () => {
  it.each([
    ['a number of one', 1, [temperature], 'basic_timeseries gauge_justgage simple_card'],
    ['a number of some', 8, [temperature], 'basic_timeseries entities_table bars'],
    ['a number of forty', 40, [temperature], 'basic_timeseries entities_table timeseries_bars_flot'],
    ['numbers of one', 1, [temperature, value('humidity')], 'basic_timeseries bars attributes_card'],
    ['a switch of one', 1, [value('open', 'boolean')], 'state_chart simple_card attributes_card'],
    ['a switch of many', 9, [value('open', 'boolean')], 'state_chart entities_table timeseries_table'],
    ['an attribute of one', 1, [value('model', 'text', 'attribute')], 'simple_card attributes_card entities_table'],
    ['names of many', 9, [value('name', 'text', 'entityField')], 'entities_table attributes_card markdown_card'],
    ['places of many', 9, [value('latitude'), value('longitude')], 'openstreetmap entities_table timeseries_table'],
    [
      'places of one',
      1,
      [value('lat'), value('lng'), temperature],
      'openstreetmap route_map_openstreetmap basic_timeseries',
    ],
    ['a number that has not come yet', 0, [value('flow', 'none')], 'basic_timeseries gauge_justgage simple_card'],
  ] as const)('%s', (_, entities, values, expected) => {
    expect(suggestWidgets({ entities, values }).map(({ typeAlias }) => typeAlias)).toEqual(expected.split(' '));
  });

  it('are none while nothing is chosen', () => {
    expect(suggestWidgets({ entities: 40, values: [] })).toEqual([]);
  });

  it('show what they can: curves only series', () => {
    const [chart, card] = suggestWidgets({ entities: 1, values: [temperature, value('limit', 'number', 'attribute')] });
    expect(chart?.keys.map(({ name }) => name)).toEqual(['temperature']);
    expect(card?.keys.map(({ name }) => name)).toEqual(['temperature', 'limit']);
  });

  it('tell entities apart where they are drawn together', () => {
    const labels = (entities: number, values: ChosenValues[]) =>
      suggestWidgets({ entities, values })[0]?.keys.map(({ label }) => label);
    expect(labels(1, [temperature])).toEqual(['temperature']);
    expect(labels(4, [temperature])).toEqual(['${entityName}']);
    expect(labels(4, [temperature, value('humidity')])).toEqual([
      '${entityName} temperature',
      '${entityName} humidity',
    ]);
  });

  it('have the settings of their type and those of the key', () => {
    const [chart] = suggestWidgets({ entities: 1, values: [temperature] });
    const source = chart && datasourceOf(chart, { entityAliasId: 'a', filterId: null }, { showLines: true });
    expect(source).toMatchObject({ type: 'entity', entityAliasId: 'a' });
    expect(source?.dataKeys[0]).toMatchObject({ name: 'temperature', settings: { showLines: true } });
  });
});

describe('values as they are stored', () => {
  it.each([
    [[], { sort: 'none' }],
    [['', ' '], { sort: 'none' }],
    [['true', 'false', ''], { sort: 'boolean' }],
    [['21.5', '-3', '1e3'], { sort: 'number', range: [-3, 1000] }],
    [['21', 'off'], { sort: 'text' }],
    [['Infinity'], { sort: 'text' }],
  ] as const)('%o', (texts, expected) => {
    expect(sortOf(texts)).toEqual(expected);
  });
});

describe('a scale', () => {
  it.each([
    [[21, 21], 0, 100],
    [[0, 0], 0, 100],
    [[0, 0.7], 0, 1],
    [[3, 3], 0, 5],
    [[100, 230], 0, 500],
    [[-12, 34], -20, 50],
    [[-7, -3], -10, 0],
  ] as const)('for %o is from %d to %d', (range, minValue, maxValue) => {
    expect(scaleFor(range)).toEqual({ minValue, maxValue });
  });
});
