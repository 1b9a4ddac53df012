import { isIP } from 'node:net';
import { type AddressGuard, RefusedAddressError } from '../../outbound/address-guard.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import { createTurns } from '../../storage/turns.ts';

/** Names that are looked up at the same time: the system has four threads for this and much else. */
const AT_ONCE = 2;
const MAX_CACHED_NAMES = 10_000;
/** ms */
const TIME_TO_LIVE = 60_000;

/** The IP address of a host that settings of a device name. @throws RefusedAddressError when it must not be called */
export type FindAddress = (host: string) => Promise<string>;

/** Finds addresses that pass the guard, those of IPv4 first, because agents often listen on nothing else. */
export function createFindAddress(guard: AddressGuard): FindAddress {
  const lookup = guard.lookupOf(guard.allows);
  const cached = createEmbeddedCache<string>(MAX_CACHED_NAMES, TIME_TO_LIVE);
  const inTurn = createTurns(AT_ONCE);

  const find = (host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, found) => {
        const addresses = Array.isArray(found) ? found : [];
        const address = addresses.find(({ family }) => family === 4) ?? addresses[0];
        if (address) resolve(address.address);
        else reject(error ?? new Error(`${host} has no address`));
      });
    });

  return async (host) => {
    if (isIP(host)) {
      if (!guard.allows(host)) throw new RefusedAddressError(host);
      return host;
    }
    const known = cached.get(host);
    if (known) return known;
    const address = await inTurn(async () => cached.get(host) ?? find(host));
    cached.set(host, address);
    return address;
  };
}
