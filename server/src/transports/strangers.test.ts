import { expect, it } from 'vitest';
import { createStrangers } from './strangers.ts';

it('addresses of IPv6 that begin alike are one, those of IPv4 are not', () => {
  const strangers = createStrangers(() => 0, '2:10');
  for (const address of ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    strangers.failed(address);
  }
  expect(strangers.mayTry('2001:db8:0:1::3')).toBe(false);
  expect(strangers.mayTry('2001:db8:0:2::1')).toBe(true);
  expect(strangers.mayTry('192.0.2.1')).toBe(false);
  expect(strangers.mayTry('192.0.2.2')).toBe(true);
});

it('guesses at one thing are counted apart', () => {
  const strangers = createStrangers(() => 0, '1:10');
  strangers.failed('192.0.2.1', 'pump');
  expect(strangers.mayTry('192.0.2.1', 'pump')).toBe(false);
  expect(strangers.mayTry('192.0.2.1', 'valve')).toBe(true);
  expect(strangers.mayTry('192.0.2.1')).toBe(true);
});
