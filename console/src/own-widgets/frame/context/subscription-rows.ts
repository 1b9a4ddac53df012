import { seriesFigures } from '../../../widgets/runtime/legend.ts';
import { formatValue } from '../../../widgets/runtime/values.ts';
import type { DataUpdate, Plain } from '../../protocol.ts';

export type Point = [time: number, value: unknown];

/** A key of an entity with its values, as `ctx.data` has it. */
export interface Row {
  datasource: Plain;
  dataKey: Record<string, unknown>;
  data: Point[];
}

/** A page as the API answers it. */
export interface Page<Item> {
  data: Item[];
  hasNext: boolean;
  totalElements: number;
  totalPages: number;
}

/** `legendData` of a subscription (widgets.md §3.9). */
export interface Legend {
  keys: { dataKey: Row['dataKey']; dataIndex: number }[];
  data: Record<'min' | 'max' | 'avg' | 'total', string | null>[];
}

const settingsOf = (dataKey: Row['dataKey']) => (dataKey.settings ?? {}) as Plain;

/** Whether a row is hidden until somebody shows it. */
export const hiddenAtFirst = (dataKey: Row['dataKey']): boolean => settingsOf(dataKey).hideDataByDefault === true;

/** Figures of each row, as texts. */
export function legendOf(subscription: {
  type: string;
  data: readonly Row[];
  units: string;
  decimals: number;
}): Legend {
  const { data, type } = subscription;
  const listed = data.map(({ dataKey }, dataIndex) => ({ dataKey, dataIndex }));
  return {
    keys: listed.filter(({ dataKey }) => settingsOf(dataKey).removeFromLegend !== true),
    data: data.map(({ dataKey, data: points }) => {
      const figures = seriesFigures(type === 'timeseries' ? points : []);
      const decimals = (dataKey.decimals as number | null | undefined) ?? subscription.decimals;
      const units = (dataKey.units as string | null | undefined) ?? subscription.units;
      const said = (value: number | undefined) =>
        value === undefined ? null : formatValue(value, decimals, units, true);
      const { min, max, avg, total } = figures;
      return { min: said(min), max: said(max), avg: said(avg), total: said(total), hidden: dataKey.hidden === true };
    }),
  };
}

/** The pages of each configured datasource: its entities, and their rows. */
export function pagesOf(
  shape: NonNullable<DataUpdate['shape']>,
  datasources: readonly Plain[],
  data: readonly Row[],
  pageSize: (datasource: number) => number | undefined,
): { datasourcePages: Page<Plain>[]; dataPages: Page<Row[]>[] } {
  const pages = shape.pages.map((page, at) => {
    const entities = datasources.filter((_, index) => shape.configured[index] === at);
    const { totalElements = entities.length, hasNext = false } = page ?? {};
    const totalPages = Math.ceil(totalElements / (pageSize(at) || Math.max(1, entities.length)));
    return { entities, about: { hasNext, totalElements, totalPages } };
  });
  return {
    datasourcePages: pages.map(({ entities, about }) => ({ ...about, data: entities })),
    dataPages: pages.map(({ entities, about }) => ({
      ...about,
      data: entities.map((entity) => data.filter(({ datasource }) => datasource === entity)),
    })),
  };
}
