import type { PasswordPolicy } from './security-settings.ts';

/** Longer passwords are refused before they cost anything, in characters. */
export const MAX_PASSWORD_LENGTH = 255;

export type PasswordRule = 'length' | 'uppercase' | 'lowercase' | 'digits' | 'special' | 'whitespace' | 'tooLong';

/** A rule of the policy that a password breaks, with its count where it has one. */
export interface BrokenRule {
  rule: PasswordRule;
  count: number;
}

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * What a new password lacks, in a fixed order; empty when it meets the policy. As in 3.3.2, letters are those of
 * English, digits those of ASCII, and special characters the signs of ASCII.
 */
export function brokenPasswordRules(password: string, policy: PasswordPolicy): BrokenRule[] {
  const counted: [PasswordRule, number | null, number][] = [
    ['length', policy.minimumLength, password.length],
    ['uppercase', policy.minimumUppercaseLetters, matches(password, /[A-Z]/g)],
    ['lowercase', policy.minimumLowercaseLetters, matches(password, /[a-z]/g)],
    ['digits', policy.minimumDigits, matches(password, /[0-9]/g)],
    ['special', policy.minimumSpecialCharacters, matches(password, /[!-/:-@[-`{-~]/g)],
  ];
  const broken = counted.flatMap(([rule, min, has]) => (min !== null && has < min ? [{ rule, count: min }] : []));
  if (policy.allowWhitespaces === false && /\s/.test(password)) broken.push({ rule: 'whitespace', count: 0 });
  if (password.length > MAX_PASSWORD_LENGTH) broken.push({ rule: 'tooLong', count: MAX_PASSWORD_LENGTH });
  return broken;
}

const COUNTS_OF_KINDS = [
  'minimumUppercaseLetters',
  'minimumLowercaseLetters',
  'minimumDigits',
  'minimumSpecialCharacters',
] as const;

/**
 * The rule of a policy because of which no password meets it: what it asks for, alone or together with the others, is
 * longer than a password may be. Undefined when some password does.
 */
export function unmeetableRule(policy: PasswordPolicy): 'minimumLength' | (typeof COUNTS_OF_KINDS)[number] | undefined {
  if ((policy.minimumLength ?? 0) > MAX_PASSWORD_LENGTH) return 'minimumLength';
  const countOf = (rule: (typeof COUNTS_OF_KINDS)[number]) => policy[rule] ?? 0;
  const sum = COUNTS_OF_KINDS.reduce((all, rule) => all + countOf(rule), 0);
  if (sum <= MAX_PASSWORD_LENGTH) return undefined;
  return COUNTS_OF_KINDS.reduce((most, rule) => (countOf(rule) > countOf(most) ? rule : most));
}
