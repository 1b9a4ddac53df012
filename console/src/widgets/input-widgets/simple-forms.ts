import './texts/texts.ts';
import type { TFunction } from 'i18next';
import type { DataRow, Settings } from '../model.ts';
import type { FieldSpec, ValueKind } from './input-value.ts';
import { alignmentOf, numberSetting, textSetting } from './read-settings.ts';
import type { Target } from './save-target.ts';

export type FormKind = 'integer' | 'double' | 'string' | 'boolean' | 'image' | 'date' | 'location';

/** A form for one value of one entity, or for a place. */
export interface SimpleForm {
  kind: FormKind;
  target: Target;
}

const KINDS: readonly FormKind[] = ['integer', 'double', 'string', 'boolean', 'image', 'date', 'location'];
/** Kinds that are attributes only. */
const NO_SERIES: readonly FormKind[] = ['image', 'date'];

/** The simple forms by the alias of their widget type (widgets.md §4.12). */
export const SIMPLE_FORMS: Readonly<Record<string, SimpleForm>> = Object.fromEntries(
  KINDS.flatMap((kind): [string, SimpleForm][] => [
    ...(NO_SERIES.includes(kind)
      ? []
      : [[`update_${kind}_timeseries`, { kind, target: 'timeseries' }] as [string, SimpleForm]]),
    [`update_server_${kind}_attribute`, { kind, target: 'SERVER_SCOPE' }],
    [`update_shared_${kind}_attribute`, { kind, target: 'SHARED_SCOPE' }],
  ]),
);

/** A field of a form with the row whose key it saves. */
export interface SimpleField {
  spec: FieldSpec;
  row: DataRow;
}

/** The names of the keys that a place consists of. */
export function locationKeys(settings: Settings): readonly [latitude: string, longitude: string] {
  return [textSetting(settings.latKeyName) || 'latitude', textSetting(settings.lngKeyName) || 'longitude'];
}

function locationFields(target: Target, settings: Settings, rows: readonly DataRow[], t: TFunction): SimpleField[] {
  const [latitude, longitude] = locationKeys(settings);
  const field = (key: string, label: string, limit: number, isRequired: unknown): SimpleField[] => {
    const row = rows.find(({ dataKey }) => dataKey.name === key);
    if (!row) return [];
    const spec: FieldSpec = {
      ...common(row, settings, label),
      kind: 'double',
      isRequired: target === 'timeseries' || isRequired !== false,
      min: -limit,
      max: limit,
    };
    return [{ spec, row }];
  };
  return [
    ...field(latitude, textSetting(settings.latLabel) || t('input.latitude'), 90, settings.isLatRequired),
    ...field(longitude, textSetting(settings.lngLabel) || t('input.longitude'), 180, settings.isLngRequired),
  ];
}

function common(row: DataRow, settings: Settings, label: string) {
  return {
    id: `${row.entity.id} ${row.dataKey.name}`,
    label,
    showLabel: settings.showLabel !== false,
    messages: { required: textSetting(settings.requiredErrorMessage) },
  };
}

function valueKind(kind: Exclude<FormKind, 'location'>, settings: Settings): ValueKind {
  return kind === 'date' && settings.showTimeInput !== false ? 'dateTime' : kind;
}

/** The fields of a form; fewer than it needs when the data lack keys. */
export function fieldsOf(
  { kind, target }: SimpleForm,
  settings: Settings,
  rows: readonly DataRow[],
  t: TFunction,
): readonly SimpleField[] {
  if (kind === 'location') return locationFields(target, settings, rows, t);
  const [row] = rows;
  if (!row) return [];
  const label = textSetting(settings.labelValue) || row.dataKey.label || t('input.value');
  const isRequired =
    kind !== 'boolean' && kind !== 'image' && (target === 'timeseries' || settings.isRequired !== false);
  const spec: FieldSpec = { ...common(row, settings, label), kind: valueKind(kind, settings), isRequired };
  switch (kind) {
    case 'integer':
    case 'double':
      spec.min = numberSetting(settings.minValue);
      spec.max = numberSetting(settings.maxValue);
      break;
    case 'string':
      spec.minLength = numberSetting(settings.minLength);
      spec.maxLength = numberSetting(settings.maxLength);
      break;
    case 'boolean':
      spec.words = { on: textSetting(settings.trueValue), off: textSetting(settings.falseValue) };
      break;
    case 'image':
      spec.image = { hasPreview: settings.displayPreview !== false, hasClear: settings.displayClearButton === true };
      break;
    case 'date':
      spec.parts = alignmentOf(settings.inputFieldsAlignment, 'column');
      break;
  }
  return [{ spec, row }];
}
