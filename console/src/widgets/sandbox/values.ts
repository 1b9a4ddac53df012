/**
 * Values between the page and the virtual machine: copies, as JSON. What JSON loses stands as `{"\0": …}`: a number is
 * a date, a text names undefined, NaN or an infinity. Functions do not travel. The other end is in inside.js.
 */
const SPECIAL = '\0';

/** Whether some part of a value is lost in plain JSON. To look first is quicker than to have every part marked. */
function needsMarks(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === undefined || typeof value === 'function' || (typeof value === 'number' && !Number.isFinite(value));
  return value instanceof Date || Object.values(value).some(needsMarks);
}

function mark(this: Record<string, unknown>, key: string, item: unknown): unknown {
  const own = this[key];
  if (own instanceof Date) return { [SPECIAL]: own.getTime() };
  if (item === undefined || typeof item === 'function') return { [SPECIAL]: 'undefined' };
  return typeof item === 'number' && !Number.isFinite(item) ? { [SPECIAL]: String(item) } : item;
}

/** @throws TypeError or RangeError for what JSON cannot hold (big integers, cycles) */
export function encoded(value: unknown): string {
  return needsMarks(value) ? JSON.stringify(value, mark) : JSON.stringify(value);
}

export function decoded(text: string): unknown {
  if (!text.includes('\\u0000')) return JSON.parse(text);
  return JSON.parse(text, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || !Object.hasOwn(item, SPECIAL)) return item;
    const special = (item as Record<string, unknown>)[SPECIAL];
    if (typeof special === 'string') return special === 'undefined' ? undefined : Number(special);
    return new Date(typeof special === 'number' ? special : Number.NaN);
  });
}
