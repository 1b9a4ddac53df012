import type { TFunction } from 'i18next';
import type { DataRow, Settings } from '../model.ts';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import { labelFromPattern } from '../runtime/patterns.ts';
import { type Draft, enteredValue, type FieldSpec, type SelectOption, type ValueKind } from './input-value.ts';
import { numberSetting, textSetting } from './read-settings.ts';
import { type Target, targetProblem } from './save-target.ts';

/** A field of a form with several of them. */
export interface MultipleField {
  spec: FieldSpec;
  row: DataRow;
  target: Target;
  isHidden: boolean;
  /** Name or label of the key that has to be true for the field to be used; empty: none. */
  disabledOn: string;
  /** Why it cannot be saved at all. */
  problem: string | undefined;
}

/** The fields of one entity. */
export interface FieldGroup {
  id: string;
  title: string;
  fields: readonly MultipleField[];
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  string: 'string',
  double: 'double',
  integer: 'integer',
  booleanCheckbox: 'booleanCheckbox',
  booleanSwitch: 'boolean',
  dateTime: 'dateTime',
  date: 'date',
  time: 'time',
  select: 'select',
};
const TARGETS: Readonly<Record<string, Target>> = {
  server: 'SERVER_SCOPE',
  shared: 'SHARED_SCOPE',
  timeseries: 'timeseries',
};
const own = <Value>(values: Readonly<Record<string, Value>>, name: unknown): Value | undefined =>
  typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : undefined;

function optionsOf(options: unknown): SelectOption[] {
  if (!Array.isArray(options)) return [];
  return options.filter(Boolean).map(({ value, label }: { value?: unknown; label?: unknown }) => ({
    value: value ?? null,
    label: textSetting(label),
  }));
}

/** Whether people may change the field; `readOnly` is what settings of older dashboards have. */
function accessOf({ isEditable, readOnly }: Settings): FieldSpec['access'] {
  if (isEditable === 'disabled' || isEditable === 'readonly') return isEditable;
  return isEditable === undefined && readOnly === true ? 'readonly' : 'editable';
}

function fieldOf(row: DataRow, widgetSettings: Settings, id: string, t: TFunction): MultipleField {
  const { settings, label } = row.dataKey;
  const target =
    own(TARGETS, settings.dataKeyType) ?? (widgetSettings.attributesShared === true ? 'SHARED_SCOPE' : 'SERVER_SCOPE');
  const kind = own(KINDS, settings.dataKeyValueType) ?? (settings.inputTypeNumber === true ? 'double' : 'string');
  const problem = targetProblem(row, target, t);
  return {
    row,
    target,
    problem,
    isHidden: settings.dataKeyHidden === true,
    disabledOn: textSetting(settings.disabledOnDataKey),
    spec: {
      ...{ id, kind, label, showLabel: true },
      isRequired: settings.required === true,
      messages: {
        required: textSetting(settings.requiredErrorMessage),
        tooSmall: textSetting(settings.minValueErrorMessage),
        tooLarge: textSetting(settings.maxValueErrorMessage),
        notADate: textSetting(settings.invalidDateErrorMessage),
      },
      min: numberSetting(settings.minValue),
      max: numberSetting(settings.maxValue),
      step: numberSetting(settings.step),
      options: optionsOf(settings.selectOptions),
      access: problem ? 'disabled' : accessOf(settings),
      icon: textSetting(settings.icon),
    },
  };
}

/** The fields that keys make, entity by entity. */
export function fieldGroups(rows: readonly DataRow[], settings: Settings, t: TFunction): FieldGroup[] {
  return groupedByEntity(rows).map((group) => {
    const [first] = group as [DataRow, ...DataRow[]];
    const { name: entityName, label: entityLabel, description: entityDescription } = first.entity;
    const names = { entityName, entityLabel, entityDescription, aliasName: first.aliasName };
    const id = `${first.datasourceIndex} ${first.entity.id}`;
    return {
      id,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern
      title: labelFromPattern(textSetting(settings.groupTitle) || '${entityName}', names),
      fields: group.map((row, place) => fieldOf(row, settings, `${id} ${place}`, t)),
    };
  });
}

/** Whether a field cannot be used now: because of its settings, or of the key that it depends on. */
export function isDisabled(field: MultipleField, group: FieldGroup, shown: (id: string) => Draft): boolean {
  if (field.spec.access === 'disabled') return true;
  if (!field.disabledOn) return false;
  const condition =
    group.fields.find(({ row }) => row.dataKey.name === field.disabledOn) ??
    group.fields.find(({ row }) => row.dataKey.label === field.disabledOn);
  return condition !== undefined && [false, '', 'false', '0'].includes(shown(condition.spec.id));
}

const DATES: readonly ValueKind[] = ['dateTime', 'date', 'time'];

/**
 * What is saved of a field: null deletes the key. What was not edited is saved as it is stored: a date with its seconds,
 * which fields do not show, and a text with the room around it.
 */
export function savedValue({ spec, row }: MultipleField, draft: Draft, isEdited: boolean): unknown {
  const stored = row.data[0]?.[1];
  if (!isEdited && DATES.includes(spec.kind) && stored !== undefined) return Number(stored);
  if (!isEdited && spec.kind === 'string' && draft !== '') return draft;
  const value = enteredValue(spec, draft);
  return value === '' ? null : value;
}

/** A field that is to be saved, with its value. */
export interface EnteredField {
  field: MultipleField;
  draft: Draft;
  value: unknown;
}

/** What is saved in one call: fields of one entity with the same target. */
export function batchesOf(entered: readonly EnteredField[]): EnteredField[][] {
  const batches = new Map<string, EnteredField[]>();
  for (const one of entered) {
    const of = `${one.field.row.entity.id} ${one.field.target}`;
    batches.set(of, [...(batches.get(of) ?? []), one]);
  }
  return [...batches.values()];
}
