import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { parseAddressRanges } from '../config/address-ranges.ts';
import { clientAddress } from './client-address.ts';

const TRUSTED = parseAddressRanges('127.0.0.0/8,10.0.0.0/8');
const call = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as Pick<
    IncomingMessage,
    'socket' | 'headers'
  >;

it.each([
  ['203.0.113.5', undefined, '203.0.113.5'],
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['127.0.0.1', ' , ', '127.0.0.1'],
])('takes a call from %s, forwarded for %s, for one of %s', (remote, forwarded, expected) => {
  expect(clientAddress(call(remote, forwarded), TRUSTED)).toBe(expected);
});
