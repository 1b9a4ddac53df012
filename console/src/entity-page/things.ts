import './texts/texts.ts';
import type { JobEntityType } from '@signalbox/contract/job';
import i18next from 'i18next';
import { formatNumber } from '../i18n/format.ts';

/** Kinds that are counted in sentences: those of which jobs change many, and those that are only changed one by one. */
export type Things = Lowercase<JobEntityType> | 'resource' | 'ota_package' | 'report' | 'rollout';

/** "1 device", "2,002 devices". */
export function countThings(things: Things, count: number): string {
  return i18next.t(`things.${things}`, { count, formatted: formatNumber(count) });
}
