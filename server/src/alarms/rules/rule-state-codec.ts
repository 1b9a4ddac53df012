import type { Progress } from './alarm-rule-machine.ts';
import type { CompiledRules } from './compile-rules.ts';

/** Numbers are written to this base. */
const BASE = 36;
/** Between the code of a rule and what was reached: in neither of them. */
const SEPARATOR = ':';
const REACHED = /^([xsf])(-?[0-9a-z]+)$/;

/**
 * Writes what a device has reached of its rules: some 20 characters for each rule that is on its way, an empty text when
 * there is none. Of a rule that lasts only its beginning is written, so the text stays the same while it lasts.
 */
export function encodeProgress({ rules }: CompiledRules, progress: readonly (Progress | undefined)[]): string {
  let text = '';
  for (let index = 0; index < progress.length; index++) {
    const reached = progress[index];
    if (!reached) continue;
    if (text !== '') text += ',';
    text += `${rules[index]?.code}${SEPARATOR}`;
    if (reached.type === 'REPEATING') text += `x${reached.count.toString(BASE)}`;
    else text += `${reached.hasFired ? 'f' : 's'}${reached.since.toString(BASE)}`;
  }
  return text;
}

/**
 * Reads what was written, also under rules that have changed since: what they no longer know is dropped. Earlier versions
 * wrote no separator: of such a text the longest code that a rule has is taken for it.
 */
export function decodeProgress({ rules }: CompiledRules, text: string): (Progress | undefined)[] {
  const parts = text === '' ? [] : text.split(',');
  const found = new Map<string, Progress>();
  for (const part of parts) {
    const end = part.includes(SEPARATOR) ? part.indexOf(SEPARATOR) : endOfCode(rules, part);
    const reached = end === undefined ? undefined : reachedOf(part.slice(part[end] === SEPARATOR ? end + 1 : end));
    if (reached) found.set(part.slice(0, end), reached);
  }
  return rules.map(({ code, firing }) => {
    const reached = found.get(code);
    return reached?.type === firing.type ? reached : undefined;
  });
}

function endOfCode(rules: CompiledRules['rules'], part: string): number | undefined {
  const ends = rules
    .filter(({ code }) => part.startsWith(code) && REACHED.test(part.slice(code.length)))
    .map(({ code }) => code.length);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

function reachedOf(text: string): Progress | undefined {
  const [, type, digits = ''] = REACHED.exec(text) ?? [];
  if (!type) return undefined;
  const number = Number.parseInt(digits, BASE);
  if (type === 'x') return { type: 'REPEATING', count: number };
  return { type: 'DURATION', since: number, last: number, hasFired: type === 'f' };
}
