/** A longer text is looked for in all entities. */
const MAX_LENGTH = 40;
/**
 * What is looked for in each of several texts, so that a text is found in all of them written one after the other: the
 * whole text, or a part of it that they begin, end or consist of. Where the text is found across several of them, one
 * has at least its share: parts that are shorter are not looked for.
 * @param text in lower case
 * @param parts number of texts
 * @returns patterns of LIKE by the place of a text, of which one of the texts matches one at least; undefined: there
 *   would be too many
 */
export function searchPatterns(text: string, parts: number): ((place: number) => string[]) | undefined {
  const letters = Array.from(text);
  if (letters.length > MAX_LENGTH) return undefined;
  const least = Math.ceil(letters.length / parts);
  const between = (from: number, to: number): string =>
    letters
      .slice(from, to)
      .join('')
      .replace(/[\\%_]/g, '\\$&');
  const whole = `%${between(0, letters.length)}%`;
  const ends: string[] = [];
  const starts: string[] = [];
  const alone: string[] = [];
  for (let from = 0; from < letters.length; from++) {
    for (let to = from + least; to <= letters.length; to++) {
      if (from === 0 && to === letters.length) continue;
      if (from === 0) ends.push(`%${between(from, to)}`);
      else if (to === letters.length) starts.push(`${between(from, to)}%`);
      else alone.push(between(from, to));
    }
  }
  return (place) => {
    const [isFirst, isLast] = [place === 0, place === parts - 1];
    // The text goes on in the next one, has begun in the one before, or both.
    return [
      ...new Set([whole, ...(isLast ? [] : ends), ...(isFirst ? [] : starts), ...(isFirst || isLast ? [] : alone)]),
    ];
  };
}

/** Those of such patterns that a finite number, in decimal notation, could be like. */
export const patternsOfNumbers = (patterns: readonly string[]): string[] =>
  patterns.filter((pattern) => /^%?[0-9.e+-]*%?$/.test(pattern));

/** Whether a text is LIKE one of such patterns. */
export function isLikeOne(text: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const isOpen = pattern.startsWith('%');
    const isOpenEnded = pattern.length > 1 && /(?:^|[^\\])(?:\\\\)*%$/.test(pattern);
    const part = pattern.slice(isOpen ? 1 : 0, isOpenEnded ? -1 : undefined).replace(/\\(.)/gs, '$1');
    if (isOpen && isOpenEnded) return text.includes(part);
    if (isOpen) return text.endsWith(part);
    return isOpenEnded ? text.startsWith(part) : text === part;
  });
}
