import { AwsClient } from 'aws4fetch';
import type { AddressGuard } from '../../../outbound/address-guard.ts';
import { createGuardedFetch } from '../../../outbound/guarded-fetch.ts';

/** ms */
const TIME_LIMIT = 30_000;

interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Calls a service of Amazon by its query protocol. */
export interface AwsService {
  /**
   * Resolves with what of the answer has these names.
   * @throws Error with the service's own words when it refuses
   */
  call(
    address: string,
    parameters: Readonly<Record<string, string>>,
    wanted: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, string>>;
  close(): void;
}

export function createAwsService(service: string, credentials: AwsCredentials, guard: AddressGuard): AwsService {
  const client = new AwsClient({ ...credentials, service, retries: 0 });
  const { fetch, close } = createGuardedFetch({ guard, plainText: 'anywhere', timeLimit: TIME_LIMIT });
  return {
    async call(address, parameters, wanted, signal) {
      const body = new URLSearchParams(parameters).toString();
      const signed = await client.sign(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
      const reply = await fetch(signed.url, {
        method: 'POST',
        headers: Object.fromEntries(signed.headers),
        body,
        signal,
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(elementOf(text, 'Message') ?? `The service answered ${reply.status}`);
      const found = wanted.map((name) => [name, elementOf(text, name)] as const);
      return new Map(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
    },
    close: () => void close().catch(() => undefined),
  };
}

/** Text of an element of an answer; they are flat, and their names say which it is. */
function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
