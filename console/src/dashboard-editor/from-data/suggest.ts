import type { DataKey, Datasource, Settings, WidgetKind } from '../../widgets/model.ts';

/** What the values of a key are, by those that are there. */
export type ValueSort = 'number' | 'boolean' | 'text' | 'none';

/** A key that was chosen, with the values that it has now. */
export interface ChosenValues {
  key: DataKey;
  sort: ValueSort;
  /** The largest and the smallest number; absent: there is none. */
  range?: readonly [least: number, greatest: number];
}

/** What was chosen to be shown. */
export interface ChosenData {
  /** How many entities the alias stands for now. */
  entities: number;
  values: readonly ChosenValues[];
}

/** A type of the system that shows what was chosen, and which of it. */
export interface Suggestion {
  /** Of the tenant; absent: a type of the system. */
  isOwn?: boolean;
  bundleAlias: string;
  typeAlias: string;
  kind: WidgetKind;
  keys: readonly DataKey[];
  settings?: Settings;
}

/** How many widgets are suggested. */
const SUGGESTED = 3;
/** Bars side by side that can still be told apart. */
const MAX_BARS = 20;

const LATITUDE = /^(lat|latitude)$/i;
const LONGITUDE = /^(lng|lon|long|longitude)$/i;

/** What texts as they are stored say of a key. Empty ones say nothing. */
export function sortOf(texts: readonly string[]): Pick<ChosenValues, 'sort' | 'range'> {
  const said = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (said.length === 0) return { sort: 'none' };
  if (said.every((text) => text === 'true' || text === 'false')) return { sort: 'boolean' };
  const numbers = said.map(Number);
  if (!numbers.every(Number.isFinite)) return { sort: 'text' };
  return { sort: 'number', range: [Math.min(...numbers), Math.max(...numbers)] };
}

/** The ends of a scale that holds a value, as people would choose them: 1, 2 or 5 and noughts. */
export function scaleFor([least, greatest]: readonly [number, number]): { minValue: number; maxValue: number } {
  const round = (size: number): number => {
    if (size === 0) return 0;
    const unit = 10 ** Math.floor(Math.log10(size));
    return unit * ([1, 2, 5, 10].find((step) => step * unit >= size) ?? 10);
  };
  if (least >= 0 && greatest <= 100 && greatest > 5) return { minValue: 0, maxValue: 100 };
  return { minValue: least < 0 ? -round(-least) : 0, maxValue: greatest > 0 ? round(greatest) : least < 0 ? 0 : 100 };
}

const keysOf = (values: readonly ChosenValues[]): DataKey[] => values.map(({ key }) => key);

/** The position that two of the keys are, and what is left. */
function placeIn(values: readonly ChosenValues[]): { settings: Settings } | undefined {
  const named = (pattern: RegExp) => values.find(({ key, sort }) => pattern.test(key.name) && sort !== 'text')?.key;
  const latitude = named(LATITUDE);
  const longitude = named(LONGITUDE);
  if (!latitude || !longitude) return undefined;
  return { settings: { provider: 'openstreet-map', latKeyName: latitude.name, lngKeyName: longitude.name } };
}

/** A key of several entities in one drawing, told apart by their names. */
export function ofEach(key: DataKey, isOnly: boolean): DataKey {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the pattern of a label
  const name = '${entityName}';
  return { ...key, label: isOnly ? name : `${name} ${key.label || key.name}` };
}

/** Everything that could show what was chosen, the best first. */
function candidates({ entities, values }: ChosenData): Suggestion[] {
  const all = keysOf(values);
  const series = values.filter(({ key }) => key.type === 'timeseries');
  const place = placeIn(values);
  const isPlace = (name: string) => place !== undefined && (LATITUDE.test(name) || LONGITUDE.test(name));
  const numbers = values.filter(({ sort, key }) => (sort === 'number' || sort === 'none') && !isPlace(key.name));
  const curves = keysOf(numbers.filter(({ key }) => key.type === 'timeseries'));
  const states = keysOf(series.filter(({ sort }) => sort === 'boolean'));
  const isOne = entities <= 1;
  const [first] = values;
  const gauge = numbers.find(({ range }) => range) ?? numbers[0];

  const latest = (
    bundleAlias: string,
    typeAlias: string,
    keys: readonly DataKey[],
    settings?: Settings,
  ): Suggestion => ({
    ...{ bundleAlias, typeAlias, kind: 'latest', keys },
    ...(settings ? { settings } : {}),
  });
  const over = (bundleAlias: string, typeAlias: string, keys: readonly DataKey[], settings?: Settings): Suggestion => ({
    ...latest(bundleAlias, typeAlias, keys, settings),
    kind: 'timeseries',
  });

  const found: Suggestion[] = [];
  if (place) {
    found.push(latest('maps_v2', 'openstreetmap', all, place.settings));
    if (isOne && series.length > 1) {
      found.push(over('maps_v2', 'route_map_openstreetmap', keysOf(series), place.settings));
    }
  }
  const drawn = (keys: readonly DataKey[]) => (isOne ? keys : keys.map((key) => ofEach(key, keys.length === 1)));
  if (curves.length > 0) found.push(over('charts', 'basic_timeseries', drawn(curves)));
  if (states.length > 0) found.push(over('charts', 'state_chart', drawn(states)));
  if (isOne && numbers.length === 1 && gauge) {
    found.push(
      latest('digital_gauges', 'gauge_justgage', [gauge.key], gauge.range ? scaleFor(gauge.range) : undefined),
    );
  }
  if (isOne && values.length === 1 && first) found.push(latest('cards', 'simple_card', [first.key]));
  if (!isOne) found.push(latest('cards', 'entities_table', all));
  if (numbers.length > 0 && numbers.length * entities > 1 && numbers.length * entities <= MAX_BARS) {
    found.push(latest('charts', 'bars', drawn(keysOf(numbers))));
  }
  if (isOne) found.push(latest('cards', 'attributes_card', all));
  if (curves.length > 0) found.push(over('charts', 'timeseries_bars_flot', drawn(curves)));
  if (series.length > 0) found.push(over('cards', 'timeseries_table', keysOf(series)));
  if (isOne) found.push(latest('cards', 'entities_table', all));
  else found.push(latest('cards', 'attributes_card', all));
  found.push(latest('cards', 'markdown_card', all));
  return found;
}

/** The types that show best what was chosen; none when nothing was. */
export function suggestWidgets(data: ChosenData): Suggestion[] {
  return data.values.length === 0 ? [] : candidates(data).slice(0, SUGGESTED);
}

/** The datasource of a suggested widget. @param keySettings what its type's schema fills in */
export function datasourceOf(
  { keys }: Suggestion,
  source: Omit<Datasource, 'type' | 'name' | 'dataKeys'>,
  keySettings: Settings,
): Datasource {
  const dataKeys = keys.map((key) => ({ ...key, settings: { ...keySettings, ...key.settings } }));
  return { type: 'entity', name: null, ...source, dataKeys };
}
