import { ScriptError } from './script-error.ts';

const MAX_PATTERN = 200;
/** Steps that one run of a pattern may take at worst. */
const MAX_STEPS = 100_000_000;
const MAX_SUBJECT = 14_000;

/**
 * Longest text for a pattern with this many unbounded repetitions. At worst it tries every way of setting its begin
 * and its repetitions on a text of n characters: n to the power of their number, without order.
 */
function longestSubject(repetitions: number): number {
  let orders = 1;
  for (let factor = 2; factor <= repetitions + 1; factor++) orders *= factor;
  return Math.min(MAX_SUBJECT, Math.floor((MAX_STEPS * orders) ** (1 / (repetitions + 1))));
}

interface Group {
  /** Something inside repeats without bound, or offers a choice. */
  varies: boolean;
}

/** How many parts of `source` repeat without bound; throws where one stands inside another. */
function unboundedRepetitions(source: string): number {
  const open: Group[] = [{ varies: false }];
  let repetitions = 0;
  let closed: Group | undefined;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string;
    const before = closed;
    closed = undefined;
    if (sign === '\\') {
      if (/[1-9k]/.test(source[at + 1] ?? '')) throw new ScriptError('A pattern with back references is not supported');
      at++;
    } else if (sign === '[') {
      at = endOfClass(source, at);
    } else if (sign === '(') {
      open.push({ varies: false });
      if (source[at + 1] === '?') at++;
    } else if (sign === ')') {
      closed = open.length > 1 ? open.pop() : undefined;
      const outer = open.at(-1);
      if (closed?.varies && outer) outer.varies = true;
    } else if (sign === '|') {
      (open.at(-1) as Group).varies = true;
    } else if (isRepetition(source, at)) {
      const many = sign !== '?';
      // `(a+)+` and `(a|a)*` try every way of splitting a text: they can run for years.
      if (many && before?.varies) throw new ScriptError('A pattern that repeats a repetition is not supported');
      if (many) {
        repetitions++;
        (open.at(-1) as Group).varies = true;
      }
      if (sign === '{') at = source.indexOf('}', at);
      if (source[at + 1] === '?') at++;
    }
  }
  return repetitions;
}

function isRepetition(source: string, at: number): boolean {
  const sign = source[at];
  return sign === '*' || sign === '+' || sign === '?' || (sign === '{' && /^\{\d+(,\d*)?\}/.test(source.slice(at)));
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at;
  }
  return source.length;
}

/** Longest text that each pattern of a script may be run on. */
const longest = new WeakMap<RegExp, number>();

/**
 * A pattern of a script. The browser cannot stop a pattern that runs, so only those are taken whose time stays small:
 * no repetition inside a repetition, no back references, and texts of bounded length.
 */
export function createPattern(source: string, flags: string | undefined): RegExp {
  if (source.length > MAX_PATTERN) throw new ScriptError('A pattern is too long');
  const repetitions = unboundedRepetitions(source);
  const pattern = new RegExp(source, flags);
  longest.set(pattern, longestSubject(repetitions));
  return pattern;
}

/** Throws when `pattern` may not be run on a text of this length. */
export function checkSubject(pattern: RegExp, subject: string): void {
  if (subject.length > (longest.get(pattern) ?? 0)) throw new ScriptError('A text is too long for a pattern');
}
