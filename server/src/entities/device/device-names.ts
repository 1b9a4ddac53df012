import { setTimeout as delay } from 'node:timers/promises';
import type { LiveBus } from '../../bus/live-bus.ts';
import { UNTOLD_LETTERS } from '../../storage/packed-columns.ts';
import { createTurns } from '../../storage/turns.ts';
import { columnsOf, createKinds, type NamedDevice } from './device-columns.ts';
import { countFound, type EachFound, eachFound, type WantedDevices } from './device-found.ts';
import { type DevicesAround, devicesAround, type NamedPage } from './device-name-around.ts';
import {
  addRows,
  findRow,
  type LoadedDevices,
  type LoadedLater,
  loadDevices,
  loadParts,
  loadReports,
  putReport,
  type Run,
} from './device-name-loading.ts';
import { CHANGED, LARGE, type Report, reportOf, STEP } from './device-name-reading.ts';
import { rowsOf } from './device-name-rows.ts';
import type { AroundOrder } from './device-order-keys.ts';
import type { KindCount } from './device-slices.ts';
import {
  createValueColumns,
  type KeptDevices,
  VALUE_COLUMNS,
  type ValueColumn,
  type ValueColumnsSizes,
} from './device-value-columns.ts';
import { bytesOf, createIdSlots } from './id-slots.ts';
import {
  nothingStored,
  readStored,
  removeStored,
  removeStoredOfOthers,
  type StoredNames,
  store,
} from './stored-names.ts';

/** Which tenants have their devices in memory. */
export interface DeviceNamesSizes {
  /** Devices of a tenant from which on they are kept. */
  from: number;
  /** Devices of all tenants that are kept: about 105 bytes each, and up to 4 for what filters by values have found. */
  most: number;
  /** Devices that have changed and have not been read since, up to which those of a tenant are still used. */
  changed: number;
  /** Of values beside them. */
  values?: ValueColumnsSizes;
  /** ms between two times that what is in memory is stored. */
  stored?: number;
  /** For tests: waits for so many ms between two reads. */
  rest?: (ms: number) => Promise<void>;
}
const SIZES: DeviceNamesSizes = { from: 20_000, most: 3_000_000, changed: 5_000 };
/** Devices that may have changed from which on they are read before somebody searches. */
const MANY_UNREAD = 500;
/** Changed devices that are kept one by one; more become rows like the others. */
const MAX_SINGLE = 2_000;
/** Rows are read again when so many times as many are kept as there are devices. */
const MAX_WASTE = 3;
/** ms within which a device is told of that was created while they were read, and may be among them. */
const TOLD = 10_000;
/** ms after which reading what has changed lets others run. */
const TURN = 8;
/** ms between two looks at which tenants are large by now. */
const LOOK = 60_000;
/** ms between two times that what has changed is stored: what is deleted is gone from there soon, and all that has been committed before has been told. */
const STORED = 30_000;
const NOW = 'SELECT pg_current_snapshot()::text AS moment';

/** How many devices the tenant has, and of one state. */
export type CountAll = (filter: { active?: boolean }) => Promise<number>;

interface Names extends LoadedDevices, KeptDevices {
  /** Devices that may have changed and were not read since, and whether they are new. */
  unread: Map<string, boolean>;
  /** Resolves when nobody reads what has changed, or counts. */
  idle: Promise<unknown>;
  /** What has changed is going to be read. */
  isWaiting: boolean;
  /** How often devices of the tenant, or states of them, have changed. */
  version: number;
  stored: StoredNames;
  /** As what it was when there were not as many as there should be. */
  doubted: string;
  isLoaded: boolean;
  /** When that was. */
  loadedAt: number;
}

/** What has to be known of devices beside themselves, for an order and a state. */
function neededFor(by: AroundOrder['by'] | undefined, active: boolean | undefined): LoadedLater[] {
  const needed: LoadedLater[] = by === 'name' || by === 'label' ? [by] : [];
  return active !== undefined || by === 'active' || by === 'last' ? [...needed, 'reports'] : needed;
}

/** What changes something that is known of devices. */
const KINDS = ['entity', 'attributes', 'attributesDeleted', 'timeseries', 'timeseriesDeleted'] as const;

/**
 * What lists of large tenants tell devices by, in memory: names, labels, profiles, customers, states and last data. So how many a
 * text or a filter finds is counted without reading them, and where a page of them begins is known, the first time that anybody
 * asks: an index of parts of names tells which devices to look at, but each of them has to be read, and there may be 100,000.
 * The devices of a tenant are read in the background after a start, or once somebody searches them, and what has changed since
 * then is read before each count, or once it is much. Reports say themselves what they change.
 */
export function createDeviceNames(
  run: Run,
  liveBus: LiveBus,
  {
    from,
    most,
    changed: mostChanged,
    values: sizesOfValues = VALUE_COLUMNS,
    stored: storedEvery = STORED,
    rest,
  }: DeviceNamesSizes = SIZES,
) {
  /** tenant → its devices, those that were used last at the end */
  const known = new Map<string, Names>();
  let loading: Promise<void> | undefined;
  const closing = new AbortController();
  let opening: Promise<void> | undefined;
  let looking: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  const looked = Promise.withResolvers<void>();
  /** Large tenants that are not known, since the last look: how many devices they had, and how often some have changed. */
  let unknown: Map<string, { devices: number; changes: number }> | undefined;

  const restFor = rest ?? ((ms: number) => delay(ms, undefined, { ref: false, signal: closing.signal }));
  const values = createValueColumns(sizesOfValues, (names, work) => inTurn(names as Names, work));

  const sizeOf = ({ rows }: Names): number => rows.reduce((sum, part) => sum + (part?.size ?? 0), 0);

  function forget(tenantId: string): void {
    const names = known.get(tenantId);
    if (names) names.isClosed = true;
    known.delete(tenantId);
    values.forget(tenantId);
  }

  /** What is read or written while it is being removed would be a part of it. */
  const storedInTurn = createTurns(1);

  /** Forgets a tenant whose devices go on changing: names of those that are deleted must not stay where they are stored. */
  function letGo(tenantId: string): void {
    forget(tenantId);
    storedInTurn(() => removeStored(run, tenantId)).catch(() => undefined);
  }

  function follow(names: Names, id: string, report: Report): void {
    names.told?.set(id, { ...names.told.get(id), ...report });
    const single = names.changed.get(id);
    if (single) {
      names.changed.set(id, { ...single, ...report });
      names.changedRows = undefined;
    }
    if (single === undefined) putReport(names, bytesOf(id), 0, report);
  }

  liveBus.subscribeKinds(KINDS, (change) => {
    const { tenantId, entityId } = change;
    const { entityType, id } = entityId;
    if (entityType === 'TENANT' && change.kind === 'entity') {
      forget(id);
      if (change.action === 'deleted') values.remove(id);
    }
    const names = entityType === 'DEVICE' ? known.get(tenantId) : undefined;
    const missed = entityType === 'DEVICE' && change.kind === 'entity' ? unknown?.get(tenantId) : undefined;
    if (missed) missed.changes++;
    if (!names) return;
    if (change.kind !== 'entity') values.note(change);
    if (change.kind !== 'entity') {
      const report = reportOf(change);
      if (!report) return;
      if (report.active !== undefined) names.version++;
      follow(names, id, report);
      return;
    }
    names.version++;
    const isCreated = change.action === 'created';
    const isNew = names.unread.get(id) ?? (isCreated && performance.now() - names.loadedAt > TOLD);
    names.unread.set(id, isNew);
    if (names.unread.size > mostChanged) letGo(tenantId);
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

  /** Reads devices that have changed. What reports tell of them meanwhile is newer than what is read. */
  async function read(tenantId: string, names: Names, ids: string[]): Promise<NamedDevice[]> {
    const told = new Map<string, Report>();
    names.told = told;
    try {
      const { rows } = await run<NamedDevice>(CHANGED, [tenantId, ids, names.parts.name, names.parts.label], false);
      await values.complete(tenantId, names, rows);
      return told.size === 0 ? rows : rows.map((device) => ({ ...device, ...told.get(device.id) }));
    } finally {
      names.told = undefined;
    }
  }

  async function load(tenantId: string, names: Names, total: number): Promise<void> {
    const inTurnOf = (work: () => Promise<void>) => inTurn(names, work);
    const reading = { run, tenantId, total, rest: restFor, inTurn: inTurnOf };
    const isStored = await storedInTurn(() => readStored(run, tenantId, names, mostChanged));
    looked.resolve();
    if (!isStored) {
      await removeStored(run, tenantId);
      await loadDevices(reading, names);
    }
    names.loadedAt = performance.now();
    names.isLoaded = true;
    await loadReports(reading, names);
    const areOrdersKnown = names.has.has('name') && names.has.has('label');
    if (!areOrdersKnown) {
      await loadParts(reading, names, () => {
        for (const id of names.changed.keys()) names.unread.set(id, names.unread.get(id) ?? false);
      });
      // Each device has another place now.
      for (const part of names.stored.parts.values()) part.dropped = -1;
    }
    values.load(tenantId, names);
  }

  const sizeOfAll = (): number => [...known.values()].reduce((sum, names) => sum + sizeOf(names), 0);

  function begin(tenantId: string, devices: number, isWanted: boolean): void {
    if (loading || closing.signal.aborted) return;
    let kept = sizeOfAll();
    for (const [other, names] of known) {
      if (kept + devices <= most) break;
      kept -= sizeOf(names);
      letGo(other);
    }
    const names: Names = {
      ...{ rows: [], slots: createIdSlots(), parts: { name: [], label: [] }, has: new Set() },
      ...{ changed: new Map(), unread: new Map(), kinds: createKinds() },
      ...{
        changedRows: undefined,
        told: undefined,
        idle: Promise.resolve(),
        isWaiting: false,
        version: 0,
        stored: nothingStored(),
        doubted: '',
      },
      ...{ isLoaded: false, loadedAt: Number.POSITIVE_INFINITY, isWanted, isClosed: false },
    };
    known.set(tenantId, names);
    loading = load(tenantId, names, devices)
      // Whoever searches next counts in the database, which says what is wrong, and lets them be read again.
      .catch(() => forget(tenantId))
      .finally(() => {
        loading = undefined;
      });
  }

  /** Reads the devices of large tenants, as many as are kept; after the first time, of those that hardly change meanwhile. */
  async function readLarge(): Promise<void> {
    const before = unknown;
    const { rows } = await run<{ id: string; devices: number }>(LARGE, [from, most], false);
    await storedInTurn(() => removeStoredOfOthers(run, [...rows.map(({ id }) => id), ...known.keys()]));
    const others = rows.filter(({ id }) => !known.has(id));
    unknown = new Map(others.map(({ id, devices }) => [id, { devices, changes: 0 }]));
    for (const { id, devices } of others) {
      const last = before?.get(id);
      const came = Math.abs(devices - (last?.devices ?? 0));
      // A fleet that is still coming would be read in vain.
      if (before && !(last && came <= mostChanged && last.changes <= mostChanged)) continue;
      await loading;
      if (!known.has(id) && sizeOfAll() + devices <= most) begin(id, devices, false);
      await loading;
    }
  }

  /** Whether large tenants are looked for. */
  let isLooking = false;
  async function lookForLarge(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    // The next look comes.
    await readLarge().catch(() => undefined);
    looked.resolve();
    isLooking = false;
  }

  /** Reads what may have changed. */
  async function update(tenantId: string, names: Names): Promise<void> {
    const { changed } = names;
    names.isWaiting = false;
    if (names.unread.size === 0) return;
    const unread = names.unread;
    names.unread = new Map();
    try {
      const found = await read(tenantId, names, [...unread.keys()]);
      const now = new Map(found.map((device) => [device.id, device]));
      const old = [...unread].filter(([id, isNew]) => !isNew && !changed.has(id));
      // At once, so that reports find them there.
      for (const id of unread.keys()) changed.set(id, now.get(id) ?? null);
      names.changedRows = undefined;
      let since = performance.now();
      for (const [id] of old) {
        const at = findRow(names, bytesOf(id));
        at?.[0].drop(at[1]);
        if (performance.now() - since < TURN) continue;
        await new Promise(setImmediate);
        since = performance.now();
      }
    } catch (error) {
      for (const [id, isNew] of unread) names.unread.set(id, isNew);
      throw error;
    }
    if (changed.size > MAX_SINGLE) await becomeRows(names);
  }

  /** Makes rows of what has changed, and lets go of those of which none is left. */
  async function becomeRows(names: Names): Promise<void> {
    const { rows, changed } = names;
    for (const [at, part] of rows.entries()) if (part && part.dropped() === part.size) rows[at] = undefined;
    while (changed.size > 0) {
      const some = [...changed].slice(0, STEP);
      addRows(names, columnsOf(some.flatMap(([, device]) => device ?? [])));
      for (const [id] of some) changed.delete(id);
      names.changedRows = undefined;
      await new Promise(setImmediate);
    }
  }

  /** The snapshot of the database of the time before: everything in it has been told by now. */
  let told: string | undefined;

  /** Stores what is in memory. */
  async function storeAll(): Promise<void> {
    const moment = told;
    told = known.size === 0 ? undefined : (await run<{ moment: string }>(NOW, [], false)).rows[0]?.moment;
    for (const [tenantId, names] of known) {
      if (moment === undefined || !names.has.has('label')) continue;
      await inTurn(names, () => update(tenantId, names));
      const reading = { run, tenantId, rest: restFor, inTurn: (work: () => Promise<void>) => inTurn(names, work) };
      await storedInTurn(() => store(reading, names, moment));
    }
  }

  async function storeFromTimeToTime(): Promise<void> {
    while (!closing.signal.aborted) {
      await delay(storedEvery, undefined, { ref: false, signal: closing.signal });
      // What is stored is right all the same, and the next time comes.
      await storeAll().catch(() => undefined);
    }
  }

  /** Goes through all devices, and says which of them are wanted. */
  function eachOf(names: Names, wanted: WantedDevices): EachFound {
    names.changedRows ??= rowsOf(
      columnsOf([...names.changed.values()].filter((device) => device !== null)),
      names.kinds,
    );
    const parts = [names.changedRows, ...names.rows].filter((part) => part !== undefined);
    return eachFound(parts, wanted);
  }

  /** Does something with the devices of a tenant as they are now; undefined: they are not known. */
  async function withNames<T>(
    tenantId: string,
    { search, numbers = [], active }: WantedDevices,
    total: CountAll,
    work: (names: Names) => Promise<T | undefined>,
    by?: AroundOrder['by'],
  ): Promise<T | undefined> {
    const names = known.get(tenantId);
    if (UNTOLD_LETTERS.some((letter) => search?.text.includes(letter))) return undefined;
    const needed = neededFor(by, active);
    if (!names?.isLoaded || !needed.every((one) => names.has.has(one))) {
      // A page without a search is found another way, which takes longer the more is read meanwhile.
      const isWanted = search !== undefined || numbers.length > 0;
      if (names && isWanted) names.isWanted = true;
      const devices = names ? 0 : await total({});
      if (devices >= from && devices <= most && !known.has(tenantId)) begin(tenantId, devices, isWanted);
      return undefined;
    }
    known.delete(tenantId);
    known.set(tenantId, names);
    const texts = (search?.among ?? []).filter((column) => column !== 'name' && column !== 'label');
    const sorted = typeof by === 'object' && 'column' in by ? [by.column] : [];
    const columns = [...texts, ...numbers.map(({ column }) => column), ...sorted];
    return inTurn(names, async () => {
      await update(tenantId, names);
      if (!(await values.settle(tenantId, names, columns))) return undefined;
      const result = await work(names);
      // What was let go of meanwhile was not searched.
      return values.areKept(tenantId, names, columns) ? result : undefined;
    });
  }

  return {
    /** How many devices of each kind are found; undefined: it is not known here. */
    count(tenantId: string, wanted: WantedDevices, total: CountAll): Promise<KindCount[] | undefined> {
      return withNames(tenantId, wanted, total, async (names) => {
        const { version } = names;
        const { active } = wanted;
        const devices = await total(active === undefined ? {} : { active });
        const { kinds, live } = await countFound(eachOf(names, wanted), names.kinds, active);
        // What comes, goes or changes at this moment may be in one of both numbers: it is counted the next time.
        if (live === devices || names.version !== version) {
          if (sizeOf(names) > (await total({})) * MAX_WASTE) letGo(tenantId);
          return kinds;
        }
        // What is being stored is told soon; else something has not been told.
        const doubted = `${version} ${live} ${devices}`;
        if (names.doubted === doubted) letGo(tenantId);
        names.doubted = doubted;
        return undefined;
      });
    },

    /**
     * The devices among which a page of what is found is, and how many of these are before it; undefined: it is not known here, or
     * they are too many.
     */
    page(
      tenantId: string,
      wanted: WantedDevices,
      order: AroundOrder,
      page: NamedPage,
      total: CountAll,
    ): Promise<DevicesAround | undefined> {
      const find = (names: Names) => devicesAround(eachOf(names, wanted), order, page);
      return withNames(tenantId, wanted, total, find, order.by);
    },

    /** Values of an index that is ready are kept beside the devices from now on. */
    addColumn(tenantId: string, column: ValueColumn): void {
      values.add(tenantId, column);
      const names = known.get(tenantId);
      if (names?.isLoaded) values.load(tenantId, names);
    },

    /**
     * Reads the devices of large tenants in the background, with pauses, so that their first search finds them; also of those that
     * become large, or of which so much has changed that they were let go of, once that is over.
     */
    open(): void {
      opening = lookForLarge();
      looking = setInterval(() => {
        opening = Promise.all([opening, lookForLarge()]).then(() => undefined);
      }, LOOK);
      looking.unref();
      storing = storeFromTimeToTime().catch(() => undefined);
    },

    /** Resolves when what is stored of the largest tenant has been read, or nothing is, after `open`. */
    looked: looked.promise,

    async close(): Promise<void> {
      closing.abort();
      looked.resolve();
      clearInterval(looking);
      for (const tenantId of [...known.keys()]) forget(tenantId);
      await opening;
      await loading;
      await storing;
      await values.close();
    },

    /** Resolves when none are being read. */
    async settle(): Promise<void> {
      await opening;
      await loading;
      await values.settled();
    },
  };
}
