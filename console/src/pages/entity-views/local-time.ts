const two = (number: number): string => String(number).padStart(2, '0');

/** A moment in the browser's zone as a field for date and time holds it, to the second; empty for 0. @param ms epoch */
export function localTimeOf(ms: number): string {
  if (ms === 0) return '';
  const date = new Date(ms);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The moment in epoch ms; 0 for an empty field, undefined for what is no date with a time. */
export function momentOf(text: string): number | undefined {
  if (text === '') return 0;
  const ms = Date.parse(text);
  return Number.isNaN(ms) || !text.includes('T') ? undefined : ms;
}
