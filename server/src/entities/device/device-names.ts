import { setTimeout as delay } from 'node:timers/promises';
import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus } from '../../bus/live-bus.ts';
import { bytesOf, type DeviceRows, matchesOf, type NamedDevice, rowsOf } from './device-name-rows.ts';
import type { DeviceGroup } from './device-slices.ts';

/** Which tenants have their names in memory. */
export interface DeviceNamesSizes {
  /** Devices of a tenant from which on its names are kept. */
  from: number;
  /** Devices of all tenants whose names are kept: about 40 bytes each. */
  most: number;
  /** Devices that have changed and have not been read since, up to which the names of a tenant are still used. */
  changed: number;
}
const SIZES: DeviceNamesSizes = { from: 20_000, most: 3_000_000, changed: 5_000 };
/** Devices that are read at once: a few milliseconds. */
const STEP = 2_000;
/** ms between two reads while nobody waits for the names. */
const PAUSE = 20;
/** Devices that may have changed from which on they are read before somebody searches. */
const MANY_UNREAD = 500;
/** Changed devices that are kept one by one; more become rows like the others. */
const MAX_SINGLE = 2_000;
/** Rows are read again when so many times as many are kept as there are devices. */
const MAX_WASTE = 3;
/** ms within which a device is told of that was created while names were read, and may be among them. */
const TOLD = 10_000;
/** ms after which a count lets others run. */
const TURN = 8;

/** What is counted. */
export interface NameCount {
  /** In lower case. */
  text: string;
  customerId?: string | undefined;
  deviceProfileId?: string | undefined;
}

interface Names {
  rows: DeviceRows[];
  /** Devices that are not as they were in `rows`, as they are; null: they are gone. */
  changed: Map<string, NamedDevice | null>;
  /** Devices that may have changed and were not read since, and whether they are new. */
  unread: Map<string, boolean>;
  /** Resolves when nobody reads what has changed, or counts. */
  idle: Promise<unknown>;
  /** What has changed is going to be read. */
  isWaiting: boolean;
  /** How often devices of the tenant have changed. */
  version: number;
  /** As what it was when there were not as many as there should be. */
  doubted: string;
  isLoaded: boolean;
  /** When that was. */
  loadedAt: number;
  /** Somebody has searched: the rest is read without pauses. */
  isWanted: boolean;
  isClosed: boolean;
}

const COLUMNS = 'id, lower(name) AS name, device_profile_id AS profile, customer_id AS customer';
const CHANGED = `SELECT ${COLUMNS} FROM device WHERE tenant_id = $1 AND id = ANY($2::uuid[])`;
/** Tenants with many devices, those with the most first. */
const LARGE = `SELECT tenant_id AS id, sum(count)::integer AS devices FROM device_count
  GROUP BY tenant_id HAVING sum(count) BETWEEN $1 AND $2 ORDER BY 2 DESC`;
/** In the order of an index of the tenant. */
const NEXT = `SELECT ${COLUMNS}, created_time FROM device WHERE tenant_id = $1
  AND (created_time, id) > ($2::bigint, $3::uuid) ORDER BY created_time, id LIMIT ${STEP}`;

/** Runs a prepared statement. */
type Run = <Row extends object>(text: string, values: unknown[], isSearch: boolean) => Promise<pg.QueryResult<Row>>;

/**
 * What the devices of large tenants are called, so that how many a text finds is counted without reading them: an index of
 * parts of names tells which devices to look at, but each of them has to be read, and there may be 100,000. The names of a
 * tenant are read in the background after a start, or once somebody searches them, and what has changed since then is read
 * before each count, or once it is much.
 */
export function createDeviceNames(
  run: Run,
  liveBus: LiveBus,
  { from, most, changed: mostChanged }: DeviceNamesSizes = SIZES,
) {
  /** tenant → its names, those that were used last at the end */
  const known = new Map<string, Names>();
  let loading: Promise<void> | undefined;
  const closing = new AbortController();
  let opening: Promise<void> | undefined;

  const sizeOf = ({ rows }: Names): number => rows.reduce((sum, { size }) => sum + size, 0);

  function forget(tenantId: string): void {
    const names = known.get(tenantId);
    if (names) names.isClosed = true;
    known.delete(tenantId);
  }

  liveBus.subscribeKinds(['entity'], (change) => {
    const { tenantId, entityId } = change;
    const { entityType, id } = entityId;
    if (entityType === 'TENANT') forget(id);
    const names = entityType === 'DEVICE' ? known.get(tenantId) : undefined;
    if (!names) return;
    names.version++;
    const isCreated = change.kind === 'entity' && change.action === 'created';
    const isNew = names.unread.get(id) ?? (isCreated && performance.now() - names.loadedAt > TOLD);
    names.unread.set(id, isNew);
    if (names.unread.size > mostChanged) forget(tenantId);
    else if (names.isLoaded && names.unread.size >= MANY_UNREAD && !names.isWaiting) {
      names.isWaiting = true;
      inTurn(names, () => update(tenantId, names)).catch(() => undefined);
    }
  });

  /** Does something while nobody else reads or changes what is known of a tenant. */
  function inTurn<T>(names: Names, work: () => Promise<T>): Promise<T> {
    const done = names.idle.then(work);
    names.idle = done.catch(() => undefined);
    return done;
  }

  /** Reads the names of a tenant. What changes meanwhile is told, and read again. */
  async function load(tenantId: string, names: Names): Promise<void> {
    let last: { id: string; created_time: number } = { id: NULL_UUID, created_time: -1 };
    for (let size = STEP; size === STEP && !names.isClosed; ) {
      if (!names.isWanted) await delay(PAUSE, undefined, { ref: false, signal: closing.signal });
      const { rows } = await run<NamedDevice & { created_time: number }>(
        NEXT,
        [tenantId, last.created_time, last.id],
        false,
      );
      size = rows.length;
      last = rows.at(-1) ?? last;
      if (size > 0) names.rows.push(rowsOf(rows));
    }
    names.loadedAt = performance.now();
    names.isLoaded = true;
  }

  const sizeOfAll = (): number => [...known.values()].reduce((sum, names) => sum + sizeOf(names), 0);

  function begin(tenantId: string, devices: number, isWanted: boolean): void {
    if (loading || closing.signal.aborted) return;
    let kept = sizeOfAll();
    for (const [other, names] of known) {
      if (kept + devices <= most) break;
      kept -= sizeOf(names);
      forget(other);
    }
    const names: Names = {
      ...{ rows: [], changed: new Map(), unread: new Map(), idle: Promise.resolve(), isWaiting: false },
      ...{ version: 0, doubted: '', isLoaded: false, loadedAt: Number.POSITIVE_INFINITY, isWanted, isClosed: false },
    };
    known.set(tenantId, names);
    loading = load(tenantId, names)
      // Whoever searches next counts in the database, which says what is wrong, and lets them be read again.
      .catch(() => forget(tenantId))
      .finally(() => {
        loading = undefined;
      });
  }

  /** Reads the names of large tenants, as many as are kept. */
  async function readLarge(): Promise<void> {
    const { rows } = await run<{ id: string; devices: number }>(LARGE, [from, most], false);
    for (const { id, devices } of rows) {
      await loading;
      if (!known.has(id) && sizeOfAll() + devices <= most) begin(id, devices, false);
      await loading;
    }
  }

  /** Reads what may have changed. */
  async function update(tenantId: string, names: Names): Promise<void> {
    const { rows, changed } = names;
    names.isWaiting = false;
    if (names.unread.size === 0) return;
    const read = names.unread;
    names.unread = new Map();
    try {
      const found = await run<NamedDevice>(CHANGED, [tenantId, [...read.keys()]], false);
      const now = new Map(found.rows.map((device) => [device.id, device]));
      let since = performance.now();
      for (const [id, isNew] of read) {
        if (!isNew && !changed.has(id)) {
          const wanted = bytesOf(id);
          rows.some((part) => part.drop(wanted));
        }
        changed.set(id, now.get(id) ?? null);
        if (performance.now() - since < TURN) continue;
        await new Promise(setImmediate);
        since = performance.now();
      }
    } catch (error) {
      for (const [id, isNew] of read) names.unread.set(id, isNew);
      throw error;
    }
    if (changed.size > MAX_SINGLE) await becomeRows(names);
  }

  /** Makes rows of what has changed, and lets go of those of which none is left. */
  async function becomeRows({ rows, changed }: Names): Promise<void> {
    const live = [...changed.values()].filter((device) => device !== null);
    rows.splice(0, rows.length, ...rows.filter((part) => part.dropped() < part.size));
    for (let from = 0; from < live.length; from += STEP) {
      rows.push(rowsOf(live.slice(from, from + STEP)));
      await new Promise(setImmediate);
    }
    changed.clear();
  }

  /** Adds up what is found, and how many devices there are. */
  async function look(
    { rows, changed }: Names,
    { text, customerId, deviceProfileId }: NameCount,
    group: DeviceGroup,
  ): Promise<{ counts: Map<string, number>; live: number }> {
    const counts = new Map<string, number>();
    const add = ({ profile, customer }: Omit<NamedDevice, 'id' | 'name'>, times: number): void => {
      if ((customerId && customer !== customerId) || (deviceProfileId && profile !== deviceProfileId)) return;
      const id = group === 'customer' ? customer : profile;
      counts.set(id, (counts.get(id) ?? 0) + times);
    };
    let live = 0;
    for (const device of changed.values()) {
      if (device) live++;
      if (device?.name.includes(text)) add(device, 1);
    }
    let since = performance.now();
    for (const part of rows) {
      live += part.size - part.dropped();
      matchesOf(part, text, add);
      if (performance.now() - since < TURN) continue;
      await new Promise(setImmediate);
      since = performance.now();
    }
    return { counts, live };
  }

  return {
    /**
     * How many devices of each customer or profile have a text in their names; undefined: it is not known here.
     * @param total how many devices the tenant has
     */
    async count(
      tenantId: string,
      wanted: NameCount,
      group: DeviceGroup,
      total: () => Promise<number>,
    ): Promise<Map<string, number> | undefined> {
      const names = known.get(tenantId);
      if (wanted.text.includes('\n')) return undefined;
      if (!names?.isLoaded) {
        if (names) names.isWanted = true;
        const devices = names ? 0 : await total();
        if (devices >= from && devices <= most && !known.has(tenantId)) begin(tenantId, devices, true);
        return undefined;
      }
      known.delete(tenantId);
      known.set(tenantId, names);
      return inTurn(names, async () => {
        const { version } = names;
        await update(tenantId, names);
        const devices = await total();
        const { counts, live } = await look(names, wanted, group);
        // What comes, goes or changes at this moment may be in one of both numbers: it is counted the next time.
        if (live === devices || names.version !== version) {
          if (sizeOf(names) > live * MAX_WASTE) forget(tenantId);
          return counts;
        }
        // What is being stored is told soon; else something has not been told.
        const doubted = `${version} ${live} ${devices}`;
        if (names.doubted === doubted) forget(tenantId);
        names.doubted = doubted;
        return undefined;
      });
    },

    /** Reads the names of large tenants in the background, with pauses, so that their first search finds them. */
    open(): void {
      // Else they are read when somebody searches.
      opening = readLarge().catch(() => undefined);
    },

    async close(): Promise<void> {
      closing.abort();
      for (const tenantId of [...known.keys()]) forget(tenantId);
      await opening;
      await loading;
    },

    /** Resolves when no names are being read. */
    async settle(): Promise<void> {
      await opening;
      await loading;
    },
  };
}
