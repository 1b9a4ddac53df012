import { describe, expect, it } from 'vitest';
import { codeFingerprint, shippedActionOf } from './shipped-action.ts';

const own = { type: 'custom', customFunction: 'console.log(1);', customHtml: null };

describe('the code of an action', () => {
  it('is the same whatever its blanks are', () => {
    expect(codeFingerprint({ ...own, customFunction: '  console.log(1);\r\n' })).toBe(codeFingerprint(own));
  });

  it.each([
    ['another function', { ...own, customFunction: 'console.log(2);' }],
    ['other markup', { ...own, customHtml: '<b></b>' }],
    ['another kind', { ...own, type: 'customPretty' }],
    ['the function as markup', { ...own, customFunction: '', customHtml: own.customFunction }],
  ])('is another one with %s', (_, other) => {
    expect(codeFingerprint(other)).not.toBe(codeFingerprint(own));
  });
});

it('what people wrote is not taken for a shipped action', () => {
  expect(shippedActionOf(own)).toBeUndefined();
  expect(shippedActionOf({ type: 'openDashboard' })).toBeUndefined();
});
