import { PROFILES } from './fill-fleet.ts';

/** Names of the fleet begin so: `pump 0000010`. */
const starts = PROFILES.map((profile) => `${profile} 0`);
/** Letters of a text that only the devices of one profile have in their names. */
const LEAST = 3;

/** Texts that all devices of one profile have in their names, and no others. */
function textsOfProfile(profile: string): string[] {
  const own = `${profile} 0`;
  const texts = new Set<string>();
  for (let from = 0; from < own.length; from++) {
    for (let to = from + LEAST; to <= own.length; to++) texts.add(own.slice(from, to));
  }
  return [...texts].filter((text) => starts.every((start) => start === own || !start.includes(text)));
}

/** Hands out texts of some profiles, each once, the profiles in turn. */
export function createTexts(profiles: readonly string[]) {
  const left = profiles.map(textsOfProfile);
  const inTurn: string[] = [];
  for (let at = 0; left.some((texts) => at < texts.length); at++) {
    for (const texts of left) {
      const text = texts[at];
      if (text !== undefined) inTurn.push(text);
    }
  }
  return (): string => {
    const text = inTurn.shift();
    if (text === undefined) throw new Error('There are not so many texts that nobody has searched yet.');
    return text;
  };
}
