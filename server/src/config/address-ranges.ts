import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parsed IP address ranges. */
export type AddressRanges = readonly [address: Address, bits: number][];

/**
 * Ranges of a comma-separated list such as `127.0.0.0/8, ::1`; a single address is a range of its own, `none` means no range.
 * @throws Error naming the part that is not a range
 */
export function parseAddressRanges(text: string): AddressRanges {
  if (text.trim() === 'none') return [];
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      if (!part.includes('/') && ipaddr.isValid(part)) {
        const address = ipaddr.parse(part);
        return [address, address.kind() === 'ipv4' ? 32 : 128];
      }
      throw new Error(`must list addresses and ranges such as 10.0.0.0/8, not '${part}'`);
    });
}

/** Whether the address is in one of the ranges. IPv4-mapped IPv6 addresses count as IPv4. */
export function isInRanges(text: string | undefined, ranges: AddressRanges): boolean {
  if (text === undefined || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));
}

/** Prefix of an IPv6 address that one client has to itself, in bits. */
const CLIENT_PREFIX = 64;

/**
 * The network that per-client limits apply to: an IPv4 address, or the /64 of an IPv6 address, since one machine can
 * use all of its addresses.
 */
export function clientNetwork(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${CLIENT_PREFIX}`).toString()}/${CLIENT_PREFIX}`;
}
