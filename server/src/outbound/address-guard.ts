import { type LookupAddress, lookup as lookUpByDns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type AddressRanges, isInRanges } from '../config/address-ranges.ts';

/** What is wrong with the address of a private network, or of this machine. */
const NOT_PUBLIC = 'is in a network that must not be called';

/** An address that must not be called. */
export class RefusedAddressError extends Error {
  constructor(host: string, reason: string = NOT_PUBLIC) {
    super(`${host} ${reason} (SIGNALBOX_OUTBOUND_ALLOWED can allow it)`);
    this.name = 'RefusedAddressError';
  }
}

/** Resolves a name to all of its addresses, like `dns.lookup`. */
export type ResolveAll = (
  hostname: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6'; hints?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Decides which addresses the server may connect to when somebody else, an administrator or a tenant, names them. */
export interface AddressGuard {
  /** Whether an IP address may be called: everything public, and what the operator lists. */
  allows(address: string): boolean;
  /** Whether the operator lists the IP address. */
  isListed(address: string): boolean;
  /**
   * A `lookup` for sockets: resolves a name when a connection is made and gives only addresses that pass, so that a name
   * cannot point elsewhere between a check and its use. Names without any fail with RefusedAddressError. Sockets do not
   * look up literal addresses: whoever opens them tests those.
   * @param reason why others do not pass, if not for their network
   */
  lookupOf(passes: (address: string) => boolean, reason?: string): LookupFunction;
}

/** Bytes of 64:ff9b::/96, by which IPv6-only networks reach IPv4 (RFC 6052), before the IPv4 address. */
const NAT64_BYTES = 12;

/** Whether an IP address is one of the public internet: not private, loopback, link-local, multicast or reserved. */
function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() === 'rfc6052') {
    const inner = ipaddr.fromByteArray(address.toByteArray().slice(NAT64_BYTES));
    return inner.range() === 'unicast';
  }
  return address.range() === 'unicast';
}

/** @param listed ranges that may be called although they are not public */
export function createAddressGuard(listed: AddressRanges, resolve: ResolveAll = lookUpByDns): AddressGuard {
  const isListed = (address: string): boolean => isInRanges(address, listed);
  return {
    isListed,
    allows: (address) => isPublicAddress(address) || isListed(address),
    lookupOf(passes, reason) {
      return (hostname, { all, family, hints }, callback) => {
        const options = { all: true, ...(family ? { family } : {}), ...(hints ? { hints } : {}) } as const;
        resolve(hostname, options, (error, found) => {
          if (error) return callback(error, []);
          const fit = found.filter(({ address }) => passes(address));
          const [first] = fit;
          if (!first) return callback(new RefusedAddressError(hostname, reason), []);
          return all ? callback(null, fit) : callback(null, first.address, first.family);
        });
      };
    },
  };
}
