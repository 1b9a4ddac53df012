import { formatDateTime } from '../../i18n/format.ts';
import type { DataKey } from '../model.ts';
import { isNumeric } from './values.ts';

/** The value of a field of entities that is a moment, in words; undefined for all other keys. */
export function timeFieldText({ type, name }: Pick<DataKey, 'type' | 'name'>, value: unknown): string | undefined {
  return type === 'entityField' && name === 'createdTime' && isNumeric(value)
    ? formatDateTime(Number(value))
    : undefined;
}
