import { isObject } from '../../schema-form/settings-schema.ts';

/** Why a text does not describe a form: it is no JSON, or JSON of something else. */
export type SchemaProblem = 'noJson' | 'noObject' | 'noSchema';

/** What is wrong with the description of a form; an empty text, or an empty object, is none. */
export function schemaProblem(text: string): SchemaProblem | undefined {
  if (text.trim() === '') return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'noJson';
  }
  if (!isObject(read)) return 'noObject';
  if (Object.keys(read).length === 0) return undefined;
  return isObject(read.schema) ? undefined : 'noSchema';
}
