/** Room for a number after an alias of the longest permitted length. */
const MAX_LENGTH = 255;

/**
 * The alias of something new: as it was asked for, or made from its name; a number is put behind one that is taken.
 * Words are what they are to clients of 3.3.2: ASCII letters, digits and underscores.
 */
export function freeAlias(wanted: string | null, name: string, taken: ReadonlySet<string>): string {
  const alias = wanted?.trim() ? wanted : name.toLowerCase().replace(/\W+/g, '_');
  if (!taken.has(alias)) return alias;
  for (let number = 2; ; number++) {
    const numbered = alias.slice(0, MAX_LENGTH - String(number).length) + number;
    if (!taken.has(numbered)) return numbered;
  }
}
