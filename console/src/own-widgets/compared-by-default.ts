import type { WidgetType as StoredType } from '@signalbox/contract/widget';
import { defaultSettings } from '../schema-form/default-settings.ts';
import { isObject, readSettingsSchema } from '../schema-form/settings-schema.ts';
import type { WidgetData } from '../widgets/model.ts';

/** What the schema of the settings of keys says of the other time; undefined: nothing. */
function defaultIn(source: unknown): boolean | undefined {
  const schema = readSettingsSchema(source);
  const { comparisonSettings } = schema ? defaultSettings(schema) : {};
  if (!schema?.schema.properties?.comparisonSettings) return undefined;
  return isObject(comparisonSettings) && comparisonSettings.showValuesForComparison === true;
}

/**
 * Whether keys of a type that do not say it are compared with another time: what its own schema has as the default, or
 * where that says nothing, whether it draws with something that compares.
 * @param answer the schema that its script gives
 */
export function comparesByDefault(
  { descriptor }: Pick<StoredType, 'descriptor'>,
  answer: unknown,
  drawsComparison: boolean,
): boolean {
  return defaultIn(answer) ?? defaultIn(descriptor.dataKeySettingsSchema) ?? drawsComparison;
}

/** Data whose keys say themselves that they are not compared, where that is what their type has as the default. */
export function withComparedKeys<Data extends WidgetData | undefined>(data: Data, byDefault: boolean): Data {
  // What draws compares keys that do not say it.
  if (byDefault || !data) return data;
  const rows = data.rows.map((row) => {
    const { settings } = row.dataKey;
    const own = isObject(settings.comparisonSettings) ? settings.comparisonSettings : {};
    if ('showValuesForComparison' in own) return row;
    const comparisonSettings = { showValuesForComparison: false, ...own };
    return { ...row, dataKey: { ...row.dataKey, settings: { ...settings, comparisonSettings } } };
  });
  return { ...data, rows };
}
