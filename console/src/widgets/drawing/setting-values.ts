import type { Settings } from '../model.ts';

/** A number of settings, also written as text; `otherwise` where there is none. */
export function numberOf(value: unknown, otherwise: number): number {
  return optionalNumber(value) ?? otherwise;
}

export function optionalNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
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
  return { min, max: max > min ? max : min + 1 };
}
