import type { DataRow, Settings, WidgetConfig, WidgetData } from '../model.ts';

/** An attribute that settings take a number from, of the entity behind an alias. */
export interface ValueSource {
  /** The name of the alias, not its id. */
  alias: string;
  attribute: string;
}

export type SourcedValue = (source: ValueSource) => unknown;

type Loose = Record<string, unknown>;

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What one object of settings names as its source: a threshold of a chart, or a value of a gauge. */
function sourceOf(settings: Loose): ValueSource | undefined {
  const [alias, attribute] =
    settings.thresholdValueSource === 'entityAttribute'
      ? [settings.thresholdEntityAlias, settings.thresholdAttribute]
      : settings.valueSource === 'entityAttribute'
        ? [settings.entityAlias, settings.attribute]
        : [];
  return typeof alias === 'string' && alias !== '' && typeof attribute === 'string' && attribute !== ''
    ? { alias, attribute }
    : undefined;
}

function collect(value: unknown, found: Map<string, ValueSource>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (isLoose(value)) {
    const source = sourceOf(value);
    if (source) found.set(JSON.stringify(source), source);
    for (const member of Object.values(value)) if (typeof member === 'object') collect(member, found);
  }
}

/** All attributes that a widget's settings, and those of its keys, take values from; each once. */
export function valueSources(config: WidgetConfig): ValueSource[] {
  const found = new Map<string, ValueSource>();
  collect(config.settings, found);
  for (const datasource of config.datasources ?? [])
    for (const key of datasource.dataKeys) collect(key.settings, found);
  return [...found.values()];
}

function written(value: unknown, sourced: SourcedValue): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, sourced));
  if (!isLoose(value)) return value;
  const source = sourceOf(value);
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, written(member, sourced)]));
  if (!source) return copy;
  const known = sourced(source);
  const number = known === undefined || known === null || known === '' ? Number.NaN : Number(known);
  // Unknown so far: nothing is drawn for it.
  copy['thresholdValueSource' in value ? 'thresholdValue' : 'value'] = Number.isFinite(number) ? number : undefined;
  return copy;
}

/** Settings with the values of their sources written in as if they had been given as numbers. */
export function withSourcedValues(settings: Settings | undefined, sourced: SourcedValue): Settings | undefined {
  return settings && (written(settings, sourced) as Settings);
}

/** The same for the settings of the keys that data belong to. */
export function withSourcedKeys(data: WidgetData, sourced: SourcedValue): WidgetData {
  const row = (before: DataRow): DataRow => ({
    ...before,
    dataKey: { ...before.dataKey, settings: withSourcedValues(before.dataKey.settings, sourced) ?? {} },
  });
  return { ...data, rows: data.rows.map(row) };
}

/** The keys whose newest values may be named in labels, when the legend is of the widget's own making. */
export function labelKeys(settings: Settings | undefined): { name: string; type: 'attribute' | 'timeseries' }[] {
  if (settings?.customLegendEnabled !== true || !Array.isArray(settings.dataKeysListForLabels)) return [];
  return settings.dataKeysListForLabels
    .filter(isLoose)
    .flatMap(({ name, type }) =>
      typeof name === 'string' && name !== ''
        ? [{ name, type: type === 'timeseries' ? ('timeseries' as const) : ('attribute' as const) }]
        : [],
    );
}

function rowOwner(row: DataRow): string {
  return `${row.datasourceIndex} ${row.entity.id}`;
}

/** Writes newest values into the `${name}` of labels; `labels` has the rows of those keys. */
export function withLabelValues(data: WidgetData, labels: WidgetData): WidgetData {
  /** By owner, then by the name of the key. */
  const values = new Map<string, Map<string, unknown>>();
  for (const row of labels.rows) {
    const owned = values.get(rowOwner(row)) ?? new Map<string, unknown>();
    values.set(rowOwner(row), owned.set(row.dataKey.name, row.data[0]?.[1]));
  }
  return {
    ...data,
    rows: data.rows.map((row) => {
      const owned = values.get(rowOwner(row));
      if (!owned || !row.dataKey.label.includes('${')) return row;
      const label = row.dataKey.label.replace(/\$\{([^}]+)(\}|$)/g, (whole, name: string, end: string) =>
        end && owned.has(name) ? String(owned.get(name) ?? '') : whole,
      );
      return { ...row, dataKey: { ...row.dataKey, label } };
    }),
  };
}
