import type { PasswordPolicy } from '@signalbox/contract/security-settings';
import { MAX_PASSWORD_LENGTH } from './password.ts';

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** What `password` lacks, a sentence each in a fixed order; empty when it meets the policy. */
export function passwordViolations(password: string, policy: PasswordPolicy): string[] {
  const violations: string[] = [];
  const atLeast = (minimum: number | null, actual: number, message: (n: number) => string): void => {
    if (minimum !== null && minimum > 0 && actual < minimum) violations.push(message(minimum));
  };
  atLeast(policy.minimumLength, password.length, (n) => `Password must be ${n} or more characters in length.`);
  atLeast(
    policy.minimumUppercaseLetters,
    count(password, /[A-Z]/g),
    (n) => `Password must contain ${n} or more uppercase characters.`,
  );
  atLeast(
    policy.minimumLowercaseLetters,
    count(password, /[a-z]/g),
    (n) => `Password must contain ${n} or more lowercase characters.`,
  );
  atLeast(
    policy.minimumDigits,
    count(password, /[0-9]/g),
    (n) => `Password must contain ${n} or more digit characters.`,
  );
  atLeast(
    policy.minimumSpecialCharacters,
    count(password, /[!-/:-@[-`{-~]/g),
    (n) => `Password must contain ${n} or more special characters.`,
  );
  if (password.length > MAX_PASSWORD_LENGTH) {
    violations.push(`Password must be no more than ${MAX_PASSWORD_LENGTH} characters in length.`);
  }
  return violations;
}
