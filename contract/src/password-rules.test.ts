import { describe, expect, it } from 'vitest';
import { brokenPasswordRules, unmeetableRule } from './password-rules.ts';
import { DEFAULT_SECURITY_SETTINGS } from './security-settings.ts';

const policy = DEFAULT_SECURITY_SETTINGS.passwordPolicy;

describe('the rules of a new password', () => {
  it('say what is missing, with how many', () => {
    const strict = { ...policy, minimumLength: 8, minimumUppercaseLetters: 1, minimumDigits: 2 };
    expect(brokenPasswordRules('abc1', strict)).toEqual([
      { rule: 'length', count: 8 },
      { rule: 'uppercase', count: 1 },
      { rule: 'digits', count: 2 },
    ]);
    expect(brokenPasswordRules('Abcdef12', strict)).toEqual([]);
  });

  it('count English letters and the signs of ASCII', () => {
    const strict = { ...policy, minimumUppercaseLetters: 1, minimumLowercaseLetters: 1, minimumSpecialCharacters: 1 };
    expect(brokenPasswordRules('ÄÖÜäöü§€', strict).map(({ rule }) => rule)).toEqual([
      'uppercase',
      'lowercase',
      'special',
    ]);
    expect(brokenPasswordRules('Aäöüa~', strict)).toEqual([]);
  });

  it('ask for nothing that the policy does not', () => {
    expect(brokenPasswordRules('tenant', policy)).toEqual([]);
    expect(brokenPasswordRules('äöü 12', policy)).toEqual([]);
    expect(brokenPasswordRules('äöü 12', { ...policy, minimumDigits: 0 })).toEqual([]);
  });

  it('may forbid white space', () => {
    const strict = { ...policy, allowWhitespaces: false };
    expect(brokenPasswordRules('long enough', strict)).toEqual([{ rule: 'whitespace', count: 0 }]);
    expect(brokenPasswordRules('long-enough', strict)).toEqual([]);
  });

  it('limit the length', () => {
    expect(brokenPasswordRules('x'.repeat(256), policy)).toEqual([{ rule: 'tooLong', count: 255 }]);
  });
});

describe('a policy', () => {
  it.each([
    [{ minimumUppercaseLetters: 200, minimumDigits: 55 }, undefined],
    [{ minimumUppercaseLetters: 200, minimumDigits: 56 }, 'minimumUppercaseLetters'],
    [{ minimumDigits: 256 }, 'minimumDigits'],
    [{ minimumLength: 255 }, undefined],
    [{ minimumLength: 256 }, 'minimumLength'],
  ])('of %j is met by no password because of %s', (rules, rule) => {
    expect(unmeetableRule({ ...policy, ...rules })).toBe(rule);
  });
});
