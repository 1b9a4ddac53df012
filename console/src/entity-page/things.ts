import './texts/texts.ts';
import type { SearchedType } from '@signalbox/contract/entity-traits';
import i18next from 'i18next';
import { formatNumber } from '../i18n/format.ts';

/** Kinds that are counted in sentences. */
export type Things = Lowercase<SearchedType>;

/** "1 device", "2,002 devices". */
export function countThings(things: Things, count: number): string {
  return i18next.t(`things.${things}`, { count, formatted: formatNumber(count) });
}
