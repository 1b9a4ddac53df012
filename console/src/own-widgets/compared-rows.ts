import type { DataRow, WidgetData } from '../widgets/model.ts';

/** A row of the time that is compared with (widgets.md §3.10). */
export type ComparedRow = DataRow & { isAdditional: true; origDatasourceIndex: number };

/** Data with the rows of the time that is compared with after all others. */
export interface WithComparison extends WidgetData {
  comparedRange: { minTime: number; maxTime: number };
}

interface ComparisonSettings {
  showValuesForComparison?: unknown;
  comparisonValuesLabel?: unknown;
  color?: unknown;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Puts the rows of another time after those of a widget, of the keys that want it.
 * @param labelOf what such a row is called when its key does not say it
 * @param colorAt colour of the nth row of the whole
 * @param byDefault whether keys that do not say it want it
 */
export function withComparedRows(
  data: WidgetData,
  compared: WidgetData | undefined,
  labelOf: (label: string) => string,
  colorAt: (index: number) => string,
  byDefault: boolean,
): WidgetData | WithComparison {
  if (!compared?.range) return data;
  const sources = Math.max(data.pages.length, ...data.rows.map(({ datasourceIndex }) => datasourceIndex + 1));
  const wanted = compared.rows.flatMap((row, at) => {
    const settings = (row.dataKey.settings.comparisonSettings ?? {}) as ComparisonSettings;
    return (settings.showValuesForComparison ?? byDefault) === true ? [{ row, at, settings }] : [];
  });
  const added = wanted.map(({ row, at, settings }, index): ComparedRow => {
    const dataKey = {
      ...row.dataKey,
      label: text(settings.comparisonValuesLabel) ?? labelOf(row.dataKey.label),
      color: text(settings.color) ?? colorAt(data.rows.length + index),
      isAdditional: true,
      origDataKeyIndex: at,
    };
    const { datasourceIndex } = row;
    return {
      ...row,
      dataKey,
      datasourceIndex: sources + datasourceIndex,
      isAdditional: true,
      origDatasourceIndex: datasourceIndex,
    };
  });
  const { minTime, maxTime } = compared.range;
  return { ...data, rows: [...data.rows, ...added], comparedRange: { minTime, maxTime } };
}
