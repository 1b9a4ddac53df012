import type { IncomingMessage } from 'node:http';
import { type AddressRanges, isInRanges } from '../config/address-ranges.ts';

/** Address of whoever makes a call: what trusted proxies forward, otherwise the other end of the connection. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: AddressRanges,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  let address = socket.remoteAddress ?? '';
  for (let next = forwarded.pop(); next !== undefined && isInRanges(address, trusted); next = forwarded.pop()) {
    address = next;
  }
  return address;
}
