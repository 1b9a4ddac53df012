import { expect, it } from 'vitest';
import { recipientsOf } from './composed-mail.ts';
import { type ComposedMail, MailError } from './mail.ts';

const to = (...addresses: string[]): ComposedMail => ({
  ...{ from: null, to: addresses, cc: [], bcc: [], subject: '', body: '', isHtml: false, images: [] },
});

it('recipients are known with and without a name', () => {
  const all = [
    'a@example.com',
    'Ann <b@example.com>',
    '"Ann, B." <c@example.com>',
    ' <d@example.com> ',
    'Ann B<e@example.com>',
  ];
  expect(recipientsOf(to(...all))).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`));
});

it.each(['a@example.com, b@example.com', 'Ann', '<a@example.com', 'Ann, B. <a@example.com>', ''])(
  '%j is no recipient',
  (text) => {
    expect(() => recipientsOf(to(text))).toThrow(MailError);
  },
);

it('a long text takes no longer than its length', () => {
  const started = performance.now();
  for (const text of [`Ann${' '.repeat(200_000)}B`, `"Ann"${' '.repeat(200_000)}B`]) {
    expect(() => recipientsOf(to(text))).toThrow(MailError);
  }
  expect(performance.now() - started).toBeLessThan(500);
});
