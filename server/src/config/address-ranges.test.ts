import { describe, expect, it } from 'vitest';
import { clientNetwork, isInRanges, parseAddressRanges } from './address-ranges.ts';

describe('address ranges', () => {
  const ranges = parseAddressRanges('127.0.0.0/8, ::1,10.1.2.3 ,2001:db8::/32');

  it.each(['127.9.9.9', '::ffff:127.0.0.1', '::1', '10.1.2.3', '2001:db8:1::5'])('contain %s', (address) => {
    expect(isInRanges(address, ranges)).toBe(true);
  });
  it.each(['128.0.0.1', '10.1.2.4', '2001:db9::1', '::2', 'localhost', '', undefined])(
    'do not contain %s',
    (address) => {
      expect(isInRanges(address, ranges)).toBe(false);
    },
  );
  it('may be empty', () => {
    expect(isInRanges('127.0.0.1', parseAddressRanges('none'))).toBe(false);
  });
  it.each(['localhost', '10.0.0.0/33', '10.0.0/8/8', '::1/129'])('cannot be %s', (text) => {
    expect(() => parseAddressRanges(text)).toThrow(text);
  });
});

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['Unknown', 'Unknown'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
