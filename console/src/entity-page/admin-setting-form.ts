import type { AdminSetting } from '@signalbox/contract/admin-settings';
import type { FormValue } from './form.ts';

/** A setting of the installation as a form gets it; undefined while nobody has saved it. */
export type StoredSetting = AdminSetting | undefined;

/** The members of a setting; none when its value is no object. */
export function membersOf(setting: StoredSetting): Readonly<Record<string, unknown>> {
  const value = setting?.jsonValue;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function memberOf(setting: StoredSetting, name: string): unknown {
  return membersOf(setting)[name];
}

/** A member as the text of a field. */
export function memberText(setting: StoredSetting, name: string, absent = ''): string {
  const value = memberOf(setting, name);
  return value === undefined || value === null ? absent : String(value);
}

/** Whether a field holds a whole number in the range. */
export function isWholeNumber(value: FormValue, min: number, max: number): boolean {
  const text = String(value ?? '').trim();
  return /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
