import type { DataEntity, DataRow, WidgetConfig } from '../model.ts';
import { datasourceName } from '../runtime/datasource-name.ts';
import type { PatternValues } from '../runtime/text-pattern.ts';
import { keyFormat } from '../runtime/values.ts';

/**
 * What patterns of a card may name: values by label, name and place, and the names of the entity.
 * @param first the entity of a card without keys
 */
export function patternValues(
  rows: readonly DataRow[],
  config: WidgetConfig,
  first?: DataEntity | undefined,
): PatternValues {
  const entity = rows[0]?.entity ?? first;
  const labelled = (label: string) => rows.find(({ dataKey }) => dataKey.label === label);
  const type = labelled('deviceType') ? undefined : labelled('type');
  return {
    keys: rows.map((row) => ({
      entityId: row.entity.id,
      label: row.dataKey.label,
      name: row.dataKey.name,
      value: row.data[0]?.[1],
      ts: row.data[0]?.[0],
      decimals: keyFormat(row.dataKey, config).decimals,
    })),
    names: {
      entityName: entity?.name ?? '',
      entityLabel: entity?.label || (entity?.name ?? ''),
      deviceName: entity?.name ?? '',
      entityId: entity?.id ?? '',
      entityType: entity?.entityType ?? '',
      entityDescription: entity?.description ?? '',
      ...(type ? { deviceType: String(type.data[0]?.[1] ?? '') } : {}),
      aliasName: rows[0]?.aliasName ?? '',
      dsName: rows[0] ? datasourceName(rows[0].datasource, rows[0].entity) : (entity?.name ?? ''),
    },
  };
}
