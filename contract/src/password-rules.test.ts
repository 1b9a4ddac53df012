import { DEFAULT_SECURITY_SETTINGS } from '@signalbox/contract/security-settings';
import { describe, expect, it } from 'vitest';
import { brokenRules } from './password-rules.ts';

const policy = DEFAULT_SECURITY_SETTINGS.passwordPolicy;

describe('the rules of a new password', () => {
  it('say what is missing, with how many', () => {
    const strict = { ...policy, minimumLength: 8, minimumUppercaseLetters: 1, minimumDigits: 2 };
    expect(brokenRules('abc1', strict)).toEqual([
      { rule: 'length', count: 8 },
      { rule: 'uppercase', count: 1 },
      { rule: 'digits', count: 2 },
    ]);
    expect(brokenRules('Abcdef12', strict)).toEqual([]);
  });

  it('ask for nothing that the policy does not', () => {
    expect(brokenRules('tenant', policy)).toEqual([]);
    expect(brokenRules('äöü 12', policy)).toEqual([{ rule: 'whitespace', count: 0 }]);
  });
});
