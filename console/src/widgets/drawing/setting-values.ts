import type { Settings } from '../model.ts';

/** A number of settings, also written as text; `otherwise` where there is none. */
export function numberOf(value: unknown, otherwise: number): number {
  return optionalNumber(value) ?? otherwise;
}

export function optionalNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? countable(read) : undefined;
}

/** What is further from zero counts as this: sums and products of what is drawn stay numbers. */
const FARTHEST = 1e300;
/** A smaller span cannot be divided into parts. */
const SMALLEST_SPAN = 1e-300;

/** A number, or the nearest one that drawings can count with. */
export function countable(value: number): number {
  return Math.min(FARTHEST, Math.max(-FARTHEST, value));
}

/** The distance between both ends of a scale, which can be divided by; 0: there is none. */
export function spanOf(min: number, max: number): number {
  const span = max - min;
  return span > Math.max(SMALLEST_SPAN, Math.abs(min) * 1e-14) ? span : 0;
}

/** A text of settings; null where there is none, or an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A list of objects of settings. */
export function objectsOf(value: unknown): readonly Settings[] {
  return Array.isArray(value)
    ? value.filter((item): item is Settings => typeof item === 'object' && item !== null && !Array.isArray(item))
    : [];
}

/** Both ends of a scale; the upper one is above the lower one. */
export function rangeOf(settings: Settings): { min: number; max: number } {
  const min = numberOf(settings.minValue, 0);
  const max = numberOf(settings.maxValue, 100);
  return { min, max: spanOf(min, max) > 0 ? max : min + Math.max(1, Math.abs(min) * 1e-9) };
}
