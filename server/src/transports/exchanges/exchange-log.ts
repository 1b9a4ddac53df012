import { randomUUID } from 'node:crypto';
import {
  type DeviceExchange,
  type DeviceExchanges,
  type ExchangeOutcome,
  MAX_EXCHANGES,
} from '@signalbox/contract/device-exchange';
import { tooManyRequests } from '../../http/errors.ts';
import { hiddenPayload, shownPayload } from './exchange-payload.ts';

/** Devices whose exchanges are kept at the same time, of all tenants and of one. */
const MAX_WATCHED = 200;
const MAX_WATCHED_OF_TENANT = 20;
/** Nobody looks any more who has not asked for so long, ms. */
const WATCH_LIFETIME = 60_000;
const SWEEP_PERIOD = 10_000;
const MAX_ADDRESS = 512;
const MAX_REASON = 512;

/** An exchange as its transport tells of it. */
export interface NewExchange extends Pick<DeviceExchange, 'direction' | 'protocol' | 'kind'> {
  address?: string;
  detail?: string;
  payload?: string | Buffer;
  /** Nobody may see the payload: it has secrets as such. */
  isSecret?: boolean;
  /** PENDING, unless it is given. */
  outcome?: ExchangeOutcome;
  reason?: string;
  /** epoch ms; now, unless it is given */
  time?: number;
}

/** An exchange whose outcome is not known yet. The first outcome counts. */
export interface Exchange {
  settle(outcome: ExchangeOutcome, reason?: string): void;
}

interface Entry {
  /** Number of the last change of the log that concerned it. */
  revision: number;
  shown: DeviceExchange;
}

interface Watch {
  /** Of this log, and no other. */
  name: string;
  tenantId: string;
  /** epoch ms */
  since: number;
  askedAt: number;
  /** Oldest first. */
  entries: Entry[];
  lastId: number;
  revision: number;
}

/**
 * What devices that somebody looks at exchange with this server: the last hundred exchanges of each, in memory. Of all
 * other devices nothing is kept, and `isWatching` is all that they cost.
 */
export interface ExchangeLog {
  /** Somebody looks at some device: only then anything else is worth a call. */
  readonly isWatching: boolean;
  /** Somebody looks at this device. */
  watches(deviceId: string): boolean;
  /** Keeps an exchange; undefined when nobody looks at the device. */
  begin(deviceId: string, exchange: NewExchange): Exchange | undefined;
  /**
   * What began or changed since an earlier call; begins to keep the exchanges of the device.
   * @throws ApiError 429 when too many devices are looked at
   */
  read(tenantId: string, deviceId: string, after: string | undefined): DeviceExchanges;
  close(): void;
}

/** @param now epoch ms */
export function createExchangeLog(now: () => number = Date.now): ExchangeLog & { sweep(): void } {
  /** device id → its log */
  const watches = new Map<string, Watch>();

  function changed(watch: Watch, entry: Entry): void {
    entry.revision = ++watch.revision;
  }

  function sweep(): void {
    for (const [id, watch] of watches) if (now() - watch.askedAt > WATCH_LIFETIME) watches.delete(id);
    log.isWatching = watches.size > 0;
  }

  const timer = setInterval(sweep, SWEEP_PERIOD);
  timer.unref();

  /** Lets another device of a tenant be looked at: when all places are taken, a tenant that has more than it gives one up. */
  function makeRoom(tenantId: string): void {
    const counts = new Map<string, number>();
    for (const watch of watches.values()) counts.set(watch.tenantId, (counts.get(watch.tenantId) ?? 0) + 1);
    const own = counts.get(tenantId) ?? 0;
    const most = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [tenantId, own] as const);
    const isFull = watches.size >= MAX_WATCHED;
    if (own >= MAX_WATCHED_OF_TENANT || (isFull && most[1] <= own + 1)) {
      throw tooManyRequests('The protocol logs of too many devices are open', WATCH_LIFETIME / 1000);
    }
    if (!isFull) return;
    const theirs = [...watches].filter(([, watch]) => watch.tenantId === most[0]);
    const [id] = theirs.reduce((one, other) => (other[1].askedAt < one[1].askedAt ? other : one));
    watches.delete(id);
  }

  function watchOf(tenantId: string, deviceId: string): Watch {
    const known = watches.get(deviceId);
    // It was another tenant's before: what it exchanged then is not told.
    if (known?.tenantId === tenantId) return known;
    watches.delete(deviceId);
    makeRoom(tenantId);
    const watch: Watch = {
      name: randomUUID(),
      tenantId,
      since: now(),
      askedAt: now(),
      entries: [],
      lastId: 0,
      revision: 0,
    };
    watches.set(deviceId, watch);
    log.isWatching = true;
    return watch;
  }

  const log = {
    isWatching: false,

    watches: (deviceId: string): boolean => watches.has(deviceId),

    begin(deviceId: string, given: NewExchange): Exchange | undefined {
      const watch = watches.get(deviceId);
      if (!watch) return undefined;
      const { direction, protocol, kind, address = '', detail = '', payload = '', outcome = 'PENDING' } = given;
      const time = given.time ?? now();
      const shown: DeviceExchange = {
        id: ++watch.lastId,
        time,
        direction,
        protocol,
        kind,
        address: address.slice(0, MAX_ADDRESS),
        detail,
        ...(given.isSecret ? hiddenPayload(payload) : shownPayload(payload)),
        outcome,
        reason: (given.reason ?? '').slice(0, MAX_REASON),
        duration: null,
      };
      const entry: Entry = { revision: 0, shown };
      changed(watch, entry);
      watch.entries.push(entry);
      if (watch.entries.length > MAX_EXCHANGES) watch.entries.shift();
      return {
        settle(next, reason = '') {
          if (shown.outcome !== 'PENDING') return;
          shown.outcome = next;
          shown.reason = reason.slice(0, MAX_REASON);
          shown.duration = Math.max(0, now() - time);
          changed(watch, entry);
        },
      };
    },

    read(tenantId: string, deviceId: string, after: string | undefined): DeviceExchanges {
      const watch = watchOf(tenantId, deviceId);
      watch.askedAt = now();
      const [name, revision] = after?.split(' ') ?? [];
      const isNew = name !== watch.name;
      const from = isNew ? 0 : Number(revision) || 0;
      return {
        exchanges: watch.entries.filter((entry) => entry.revision > from).map(({ shown }) => ({ ...shown })),
        cursor: `${watch.name} ${watch.revision}`,
        isNew,
        since: watch.since,
      };
    },

    sweep,

    close(): void {
      clearInterval(timer);
      watches.clear();
      log.isWatching = false;
    },
  };
  return log;
}

/** Nobody looks at anything: for transports that are used without their server. */
export const NO_EXCHANGES: ExchangeLog = {
  isWatching: false,
  watches: () => false,
  begin: () => undefined,
  read: () => ({ exchanges: [], cursor: '', isNew: true, since: 0 }),
  close: () => undefined,
};

/** Does the work of an exchange, and tells what became of it. */
export async function settleWith<T>(exchange: Exchange | undefined, work: () => Promise<T> | T): Promise<T> {
  try {
    const result = await work();
    exchange?.settle('ACCEPTED');
    return result;
  } catch (error) {
    exchange?.settle('REFUSED', error instanceof Error ? error.message : String(error));
    throw error;
  }
}
