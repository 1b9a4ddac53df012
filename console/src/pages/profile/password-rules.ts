import type { PasswordPolicy } from '@signalbox/contract/security-settings';

/** A rule of the policy that a password can break, with its count where it has one. */
export interface BrokenRule {
  rule: 'length' | 'uppercase' | 'lowercase' | 'digits' | 'special' | 'whitespace';
  count: number;
}

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** What a new password lacks, in the order it is told. The server checks again, and reuse too. */
export function brokenRules(password: string, policy: PasswordPolicy): BrokenRule[] {
  const counted: [BrokenRule['rule'], number | null, number][] = [
    ['length', policy.minimumLength, password.length],
    ['uppercase', policy.minimumUppercaseLetters, matches(password, /\p{Lu}/gu)],
    ['lowercase', policy.minimumLowercaseLetters, matches(password, /\p{Ll}/gu)],
    ['digits', policy.minimumDigits, matches(password, /\d/g)],
    ['special', policy.minimumSpecialCharacters, matches(password, /[^\p{L}\d\s]/gu)],
  ];
  const broken = counted.flatMap(([rule, min, has]) => (min && has < min ? [{ rule, count: min }] : []));
  return /\s/.test(password) ? [...broken, { rule: 'whitespace', count: 0 }] : broken;
}
