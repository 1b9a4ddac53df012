import type { KeyFilter } from '../../controls/key-filters/key-filter.ts';
import type { FormValue } from '../../entity-page/form.ts';

/** Conditions in a field, which holds them as text. */
export function filtersIn(value: FormValue | undefined): KeyFilter[] {
  return typeof value === 'string' && value !== '' ? (JSON.parse(value) as KeyFilter[]) : [];
}
