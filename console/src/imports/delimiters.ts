/** What can be between the cells of a line, with its name among the texts. */
export const DELIMITERS = [
  { value: ',', name: 'comma' },
  { value: ';', name: 'semicolon' },
  { value: '|', name: 'pipe' },
  { value: '\t', name: 'tab' },
] as const;

/** What is most likely between the cells: what the first line has most of, or else a comma. */
export function guessDelimiter(beginning: string): string {
  const line = beginning.split(/\r?\n/, 1)[0] ?? '';
  let best: string = ',';
  let most = 0;
  for (const { value } of DELIMITERS) {
    const count = line.split(value).length - 1;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}
