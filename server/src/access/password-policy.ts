import { brokenPasswordRules, type PasswordRule } from '@signalbox/contract/password-rules';
import type { PasswordPolicy } from '@signalbox/contract/security-settings';

/** The sentences of the wire. */
const SENTENCES: Record<PasswordRule, (count: number) => string> = {
  length: (count) => `Password must be ${count} or more characters in length.`,
  uppercase: (count) => `Password must contain ${count} or more uppercase characters.`,
  lowercase: (count) => `Password must contain ${count} or more lowercase characters.`,
  digits: (count) => `Password must contain ${count} or more digit characters.`,
  special: (count) => `Password must contain ${count} or more special characters.`,
  whitespace: () => 'Password contains a whitespace character.',
  tooLong: (count) => `Password must be no more than ${count} characters in length.`,
};

/** What `password` lacks, a sentence each in a fixed order; empty when it meets the policy. */
export function passwordViolations(password: string, policy: PasswordPolicy): string[] {
  return brokenPasswordRules(password, policy).map(({ rule, count }) => SENTENCES[rule](count));
}
