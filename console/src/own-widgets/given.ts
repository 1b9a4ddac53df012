/** Reads what a frame gives with its calls: it may give anything. */

export type Calls = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

export const text = (value: unknown, longest = 10_000): string => String(value ?? '').slice(0, longest);

export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Words of a script, without its markup. */
export function plainText(value: unknown): string {
  const template = document.createElement('template');
  template.innerHTML = text(value).replace(/<br\s*\/?>/gi, '\n');
  return template.content.textContent ?? '';
}
