import { createTurns } from '../../storage/turns.ts';
import type { FindAddress } from './host-addresses.ts';
import { createSnmpClient, type RequestObserver, type SnmpClient, SnmpRefusedError } from './snmp-client.ts';
import type { SnmpTarget } from './snmp-target.ts';
import type { UdpSockets } from './udp-sockets.ts';

/** Requests without an answer, after which a device counts as away. */
const FAILURES_UNTIL_AWAY = 3;
/** Requests of one device that wait for their turn. */
const MAX_WAITING = 100;
/** A device that is away is asked at least so often, ms, or as often as its profile says if that is less. */
const MAX_PAUSE = 60_000;

export interface DeviceReachParts {
  target: SnmpTarget;
  /** ms */
  timeout: number;
  retries: number;
  findAddress: FindAddress;
  sockets: UdpSockets;
  observer?: RequestObserver;
  /** It was found at an address, perhaps another one than before. */
  onAddress: (address: string) => void;
  /** The device has just become away. */
  onAway: (error: Error) => void;
}

/** Asks a device, one request after the other, and knows whether it is there. */
export function createDeviceReach({
  target,
  timeout,
  retries,
  findAddress,
  sockets,
  observer,
  onAddress,
  onAway,
}: DeviceReachParts) {
  const inTurn = createTurns(1, {
    maxWaiting: MAX_WAITING,
    refusal: () => new Error('Too many requests wait for the device'),
  });
  let client: SnmpClient | undefined;
  let failures = 0;
  let closed = false;

  function forgetClient(): void {
    client?.close();
    client = undefined;
  }

  function failed(error: Error): void {
    failures++;
    if (failures < FAILURES_UNTIL_AWAY) return;
    // It may be another one, with another engine or at another address.
    forgetClient();
    if (failures === FAILURES_UNTIL_AWAY) onAway(error);
  }

  return {
    /** Runs a request. Throws as those of SnmpClient, RefusedAddressError, and Error when too many wait. */
    ask: <T>(request: (client: SnmpClient, retries: number) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        try {
          if (closed) throw new Error('The device is not asked any more');
          if (!client) {
            const address = await findAddress(target.host);
            client = createSnmpClient(address, target, timeout, sockets, observer);
            if (!closed) onAddress(address);
          }
          const answer = await request(client, failures < FAILURES_UNTIL_AWAY ? retries : 0);
          failures = 0;
          return answer;
        } catch (error) {
          if (error instanceof SnmpRefusedError) failures = 0;
          else if (!closed) failed(error as Error);
          throw error;
        } finally {
          // It was closed while the address was looked for.
          if (closed) forgetClient();
        }
      }),
    /** How long to wait until a device is asked again that is asked every `period` ms: longer while it is away. */
    pauseAfter(period: number): number {
      const times = 2 ** Math.min(Math.max(failures - FAILURES_UNTIL_AWAY + 1, 0), 20);
      return Math.max(period, Math.min(period * times, MAX_PAUSE));
    },
    close(): void {
      closed = true;
      forgetClient();
    },
  };
}
