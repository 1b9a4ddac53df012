import { cutText } from '@signalbox/contract/cut-text';
import { conflict, isUniqueViolation } from '../../http/errors.ts';

/** Room for a number after an alias of the longest permitted length. */
const MAX_LENGTH = 255;
/** How often another alias is tried. */
const MAX_ATTEMPTS = 50;

/**
 * The alias of something new: as it was asked for, or made from its name; a number is put behind one that is taken.
 * Words are what they are to clients of 3.3.2: ASCII letters, digits and underscores. It is the text that is stored, also
 * where what was asked for holds half of a surrogate pair: else it would not be found among those that are taken.
 */
export function freeAlias(wanted: string | null, name: string, taken: ReadonlySet<string>): string {
  const alias = (wanted?.trim() ? wanted : name.toLowerCase().replace(/\W+/g, '_')).toWellFormed();
  if (!taken.has(alias)) return alias;
  for (let number = 2; ; number++) {
    const numbered = cutText(alias, MAX_LENGTH - String(number).length) + number;
    if (!taken.has(numbered)) return numbered;
  }
}

/**
 * Stores something under a free alias; with the next one, when somebody else has taken it meanwhile.
 * @param constraint of the database, by which aliases differ
 * @param attempt reads which aliases are taken, and stores
 * @throws ApiError 409 / 31 when others were faster each time
 */
export async function storeWithAlias<T>(constraint: string, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUniqueViolation(error, constraint)) throw error;
      if (attempts >= MAX_ATTEMPTS) throw conflict('Others have taken each alias that was free; please try again.');
    }
  }
}
