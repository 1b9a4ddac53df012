/** A text of settings; anything else is empty. */
export function textSetting(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** A number of settings; undefined when there is none. */
export function numberSetting(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() !== '') return numberSetting(Number(value));
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** How fields stand. */
export function alignmentOf(value: unknown, otherwise: 'row' | 'column'): 'row' | 'column' {
  return value === 'row' || value === 'column' ? value : otherwise;
}
