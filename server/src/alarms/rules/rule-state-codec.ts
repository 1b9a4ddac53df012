import type { Progress } from './alarm-rule-machine.ts';
import type { CompiledRules } from './compile-rules.ts';

/** Numbers are written to this base. */
const BASE = 36;

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
    text += rules[index]?.code;
    if (reached.type === 'REPEATING') text += `x${reached.count.toString(BASE)}`;
    else text += `${reached.hasFired ? 'f' : 's'}${reached.since.toString(BASE)}`;
  }
  return text;
}

/** Reads what was written, also under rules that have changed since: what they no longer know is dropped. */
export function decodeProgress({ rules }: CompiledRules, text: string): (Progress | undefined)[] {
  const parts = new Map<string, Progress>();
  for (const part of text === '' ? [] : text.split(',')) {
    // The code ends with the rank of the severity, or c for the clear rule.
    const match = /^(.+[0-4c])([xsf])(-?[0-9a-z]+)$/.exec(part);
    const [, code, type, digits] = match ?? [];
    if (code === undefined || digits === undefined) continue;
    const number = Number.parseInt(digits, BASE);
    if (type === 'x') parts.set(code, { type: 'REPEATING', count: number });
    else parts.set(code, { type: 'DURATION', since: number, last: number, hasFired: type === 'f' });
  }
  return rules.map(({ code, firing }) => {
    const reached = parts.get(code);
    return reached?.type === firing.type ? reached : undefined;
  });
}
