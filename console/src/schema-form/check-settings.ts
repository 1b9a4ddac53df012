import { isTrue } from './condition.ts';
import { settingsInForce } from './default-settings.ts';
import { type Field, fieldGroups, placeOf } from './form-fields.ts';
import { memberAt, nameOfPath } from './members.ts';
import { type SettingsSchema, typeOf } from './settings-schema.ts';

/** What is wrong with a setting: the end of a text's key, and the bound that it is beyond. */
export interface SettingProblem {
  key: 'required' | 'number' | 'whole' | 'min' | 'max' | 'short' | 'long';
  bound?: number;
}

function problemOf({ control, schema, isRequired }: Field, value: unknown): SettingProblem | undefined {
  if (value === undefined || value === null || value === '') {
    return isRequired && control !== 'switch' ? { key: 'required' } : undefined;
  }
  const { minimum, maximum, minLength, maxLength } = schema;
  if (control === 'number') {
    const number = typeof value === 'number' ? value : Number(value);
    if (!Number.isFinite(number)) return { key: 'number' };
    if (typeOf(schema) === 'integer' && !Number.isInteger(number)) return { key: 'whole' };
    if (typeof minimum === 'number' && number < minimum) return { key: 'min', bound: minimum };
    if (typeof maximum === 'number' && number > maximum) return { key: 'max', bound: maximum };
  }
  if (typeof value === 'string') {
    if (typeof minLength === 'number' && value.length < minLength) return { key: 'short', bound: minLength };
    if (typeof maxLength === 'number' && value.length > maxLength) return { key: 'long', bound: maxLength };
  }
  return undefined;
}

/** Whether a field is there, for these settings as they count and this place in its list. */
export function isFieldShown(
  { condition }: Pick<Field, 'condition'>,
  inForce: unknown,
  places: readonly number[],
): boolean {
  return condition === undefined || isTrue(condition, inForce, places.at(-1));
}

/**
 * What is wrong in fields and in those within them, by the path of the setting.
 * @param inForce the settings as they count, which say what fields are there
 */
export function problemsIn(
  fields: readonly Field[],
  model: unknown,
  inForce: unknown,
  places: readonly number[] = [],
): Record<string, SettingProblem> {
  const problems: Record<string, SettingProblem> = {};
  for (const field of fields) {
    if (!isFieldShown(field, inForce, places)) continue;
    const path = placeOf(field, places);
    const value = path.length > 0 ? memberAt(model, path) : undefined;
    if (field.control === 'list') {
      const count = Array.isArray(value) ? value.length : 0;
      if (count === 0 && field.isRequired) problems[nameOfPath(path)] = { key: 'required' };
      for (let place = 0; place < count; place++) {
        Object.assign(problems, problemsIn(field.children, model, inForce, [...places, place]));
      }
    } else if (field.children.length > 0) {
      Object.assign(problems, problemsIn(field.children, model, inForce, places));
    } else {
      const problem = problemOf(field, value);
      if (problem) problems[nameOfPath(path)] = problem;
    }
  }
  return problems;
}

/** What is wrong with settings, by the path of each (`labels.0.pattern`), in fields that are there. */
export function settingsProblems(schema: SettingsSchema, settings: unknown): Record<string, SettingProblem> {
  return problemsIn(
    fieldGroups(schema).flatMap(({ fields }) => fields),
    settings,
    settingsInForce(schema, settings),
  );
}
