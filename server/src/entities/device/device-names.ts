import { setTimeout as delay } from 'node:timers/promises';
import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus } from '../../bus/live-bus.ts';
import { beforePage, pagesOf } from '../../storage/table-pages.ts';
import { type EachFound, eachFound, type WantedDevices } from './device-found.ts';
import {
  type AroundOrder,
  type DevicesAround,
  devicesAround,
  type NamedOrder,
  type NamedPage,
  type NamedPlace,
  type OrderParts,
  partsStatement,
  placeOf,
  rowsOfPart,
} from './device-name-places.ts';
import { CHANGED, LARGE, NEXT, PAGES, REPORTED, type Report, reportOf, STEP } from './device-name-reading.ts';
import { type DeviceRows, type NamedDevice, rowsOf } from './device-name-rows.ts';
import type { DeviceGroup } from './device-slices.ts';
import {
  createValueColumns,
  type KeptDevices,
  VALUE_COLUMNS,
  type ValueColumn,
  type ValueColumnsSizes,
} from './device-value-columns.ts';
import { bytesOf, createIdSlots, type IdSlots } from './id-slots.ts';

/** Which tenants have their devices in memory. */
export interface DeviceNamesSizes {
  /** Devices of a tenant from which on they are kept. */
  from: number;
  /** Devices of all tenants that are kept: about 115 bytes each. */
  most: number;
  /** Devices that have changed and have not been read since, up to which those of a tenant are still used. */
  changed: number;
  /** Of values beside them. */
  values?: ValueColumnsSizes;
}
const SIZES: DeviceNamesSizes = { from: 20_000, most: 3_000_000, changed: 5_000 };
/** Numbers of devices that rows have for themselves. */
const NUMBERS = 2_048;
/** ms between two reads while nobody waits for them. */
const PAUSE = 20;
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

/** How many devices the tenant has, and of one state. */
export type CountAll = (filter: { active?: boolean }) => Promise<number>;

interface Names extends KeptDevices {
  /** Where each device is in them. */
  slots: IdSlots;
  parts: OrderParts;
  /** Devices that may have changed and were not read since, and whether they are new. */
  unread: Map<string, boolean>;
  /** What was told of devices while some were being read. */
  told: Map<string, Report> | undefined;
  /** Resolves when nobody reads what has changed, or counts. */
  idle: Promise<unknown>;
  /** What has changed is going to be read. */
  isWaiting: boolean;
  /** How often devices of the tenant, or states of them, have changed. */
  version: number;
  /** As what it was when there were not as many as there should be. */
  doubted: string;
  isLoaded: boolean;
  /** When that was. */
  loadedAt: number;
  /** Somebody has searched: the rest is read without pauses. */
  isWanted: boolean;
}

/** What changes something that is known of devices. */
const KINDS = ['entity', 'attributes', 'attributesDeleted', 'timeseries', 'timeseriesDeleted'] as const;

/** Runs a prepared statement. */
type Run = <Row extends object>(text: string, values: unknown[], isSearch: boolean) => Promise<pg.QueryResult<Row>>;

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
  { from, most, changed: mostChanged, values: sizesOfValues = VALUE_COLUMNS }: DeviceNamesSizes = SIZES,
) {
  /** tenant → its devices, those that were used last at the end */
  const known = new Map<string, Names>();
  let loading: Promise<void> | undefined;
  const closing = new AbortController();
  let opening: Promise<void> | undefined;

  const values = createValueColumns(
    sizesOfValues,
    (names, work) => inTurn(names as Names, work),
    (names, id) => find(names as Names, id),
  );

  const sizeOf = ({ rows }: Names): number => rows.reduce((sum, part) => sum + (part?.size ?? 0), 0);

  function forget(tenantId: string): void {
    const names = known.get(tenantId);
    if (names) names.isClosed = true;
    known.delete(tenantId);
    values.forget(tenantId);
  }

  /** Where a device is in the rows, unless it has been dropped. */
  function find({ rows, slots }: Names, id: string): [part: DeviceRows, row: number] | undefined {
    const wanted = bytesOf(id);
    const number = slots.find(wanted, (one) => rows[Math.floor(one / NUMBERS)]?.isAt(one % NUMBERS, wanted) ?? false);
    return number === undefined ? undefined : [rows[Math.floor(number / NUMBERS)] as DeviceRows, number % NUMBERS];
  }

  function addRows(names: Names, devices: readonly NamedDevice[]): void {
    if (devices.length === 0) return;
    const part = rowsOf(devices);
    names.slots.add(part.ids, names.rows.push(part) * NUMBERS - NUMBERS);
  }

  function follow(names: Names, id: string, report: Report): void {
    names.told?.set(id, { ...names.told.get(id), ...report });
    const single = names.changed.get(id);
    if (single) {
      names.changed.set(id, { ...single, ...report });
      names.changedRows = undefined;
    }
    const at = single === undefined ? find(names, id) : undefined;
    if (!at) return;
    const [part, row] = at;
    if (report.active !== undefined) part.active[row] = Number(report.active);
    if (report.last !== undefined) part.last[row] = report.last;
  }

  liveBus.subscribeKinds(KINDS, (change) => {
    const { tenantId, entityId } = change;
    const { entityType, id } = entityId;
    if (entityType === 'TENANT' && change.kind === 'entity') {
      forget(id);
      if (change.action === 'deleted') values.remove(id);
    }
    const names = entityType === 'DEVICE' ? known.get(tenantId) : undefined;
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

  /** Reads devices. What reports tell of them meanwhile is newer than what is read. */
  async function read(tenantId: string, names: Names, text: string, given: unknown[]): Promise<NamedDevice[]> {
    const told = new Map<string, Report>();
    names.told = told;
    try {
      const { rows } = await run<NamedDevice>(text, given, false);
      await values.complete(tenantId, names, rows);
      return told.size === 0 ? rows : rows.map((device) => ({ ...device, ...told.get(device.id) }));
    } finally {
      names.told = undefined;
    }
  }

  /** Reads the devices of a tenant. What changes meanwhile is told, and read again. */
  async function load(tenantId: string, names: Names, devices: number): Promise<void> {
    const step = rowsOfPart(devices);
    const startsOf = async (column: keyof OrderParts): Promise<string[]> =>
      (await run<{ value: string }>(partsStatement(column), [tenantId, step], false)).rows.map(({ value }) => value);
    names.parts = { name: await startsOf('name'), label: await startsOf('label') };
    const { name, label } = names.parts;
    let last = { id: NULL_UUID, created: -1 };
    for (let size = STEP; size === STEP && !names.isClosed; ) {
      if (!names.isWanted) await delay(PAUSE, undefined, { ref: false, signal: closing.signal });
      const found = await read(tenantId, names, NEXT, [tenantId, last.created, last.id, name, label]);
      size = found.length;
      last = found.at(-1) ?? last;
      addRows(names, found);
    }
    await readReported(tenantId, names);
    names.loadedAt = performance.now();
    names.isLoaded = true;
    values.load(tenantId, names);
  }

  /** Reads what reports have changed, page by page. Whatever is put elsewhere meanwhile is told. */
  async function readReported(tenantId: string, names: Names): Promise<void> {
    const pages = await pagesOf((text, given) => run(text, given, false), 'device_activity');
    for (let page = 0; page < pages && !names.isClosed; page += PAGES) {
      if (!names.isWanted) await delay(PAUSE, undefined, { ref: false, signal: closing.signal });
      const told = new Map<string, Report>();
      names.told = told;
      const range = [tenantId, beforePage(page), beforePage(page + PAGES)];
      const { rows } = await run<Required<Report> & { id: string }>(REPORTED, range, false);
      names.told = undefined;
      for (const { id, ...report } of rows) follow(names, id, { ...report, ...told.get(id) });
    }
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
      ...{ rows: [], slots: createIdSlots(), parts: { name: [], label: [] }, changed: new Map(), unread: new Map() },
      ...{
        changedRows: undefined,
        told: undefined,
        idle: Promise.resolve(),
        isWaiting: false,
        version: 0,
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

  /** Reads the devices of large tenants, as many as are kept. */
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
    const { changed, parts } = names;
    names.isWaiting = false;
    if (names.unread.size === 0) return;
    const unread = names.unread;
    names.unread = new Map();
    try {
      const found = await read(tenantId, names, CHANGED, [tenantId, [...unread.keys()], parts.name, parts.label]);
      const now = new Map(found.map((device) => [device.id, device]));
      const old = [...unread].filter(([id, isNew]) => !isNew && !changed.has(id));
      // At once, so that reports find them there.
      for (const id of unread.keys()) changed.set(id, now.get(id) ?? null);
      names.changedRows = undefined;
      let since = performance.now();
      for (const [id] of old) {
        const at = find(names, id);
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
      addRows(
        names,
        some.flatMap(([, device]) => device ?? []),
      );
      for (const [id] of some) changed.delete(id);
      names.changedRows = undefined;
      await new Promise(setImmediate);
    }
  }

  /** Goes through all devices, and says which of them are wanted. */
  function eachOf(names: Names, wanted: WantedDevices): EachFound {
    names.changedRows ??= rowsOf([...names.changed.values()].filter((device) => device !== null));
    const parts = [names.changedRows, ...names.rows].filter((part) => part !== undefined);
    return eachFound(parts, wanted);
  }

  /** Adds up what is found, and how many devices there are, of the state that is wanted. */
  async function look(
    names: Names,
    wanted: WantedDevices,
    group: DeviceGroup,
  ): Promise<{ counts: Map<string, number>; live: number }> {
    const counts = new Map<string, number>();
    const { active } = wanted;
    let live = 0;
    await eachOf(
      names,
      wanted,
    )((part, found) => {
      const ofKinds = new Uint32Array(part.kinds.length);
      for (let row = 0; row < part.size; row++) {
        if (found[row]) (ofKinds[part.kindOf[row] as number] as number)++;
        if (!part.isDropped[row] && (active === undefined || (part.active[row] === 1) === active)) live++;
      }
      for (const [at, times] of ofKinds.entries()) {
        const id = (part.kinds[at] as (typeof part.kinds)[number])[group];
        if (times > 0) counts.set(id, (counts.get(id) ?? 0) + times);
      }
    });
    return { counts, live };
  }

  /** Does something with the devices of a tenant as they are now; undefined: they are not known. */
  async function withNames<T>(
    tenantId: string,
    { search, numbers = [] }: WantedDevices,
    total: CountAll,
    work: (names: Names) => Promise<T | undefined>,
    sorted: readonly string[] = [],
  ): Promise<T | undefined> {
    const names = known.get(tenantId);
    if (search?.text.includes('\n')) return undefined;
    if (!names?.isLoaded) {
      if (names) names.isWanted = true;
      const devices = names ? 0 : await total({});
      if (devices >= from && devices <= most && !known.has(tenantId)) begin(tenantId, devices, true);
      return undefined;
    }
    known.delete(tenantId);
    known.set(tenantId, names);
    const texts = (search?.among ?? []).filter((column) => column !== 'name' && column !== 'label');
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
    /** How many devices of each customer or profile are found; undefined: it is not known here. */
    count(
      tenantId: string,
      wanted: WantedDevices,
      group: DeviceGroup,
      total: CountAll,
    ): Promise<Map<string, number> | undefined> {
      return withNames(tenantId, wanted, total, async (names) => {
        const { version } = names;
        const { active } = wanted;
        const devices = await total(active === undefined ? {} : { active });
        const { counts, live } = await look(names, wanted, group);
        // What comes, goes or changes at this moment may be in one of both numbers: it is counted the next time.
        if (live === devices || names.version !== version) {
          if (sizeOf(names) > (await total({})) * MAX_WASTE) forget(tenantId);
          return counts;
        }
        // What is being stored is told soon; else something has not been told.
        const doubted = `${version} ${live} ${devices}`;
        if (names.doubted === doubted) forget(tenantId);
        names.doubted = doubted;
        return undefined;
      });
    },

    /** Where a row of what is found is in an order; undefined: it is not known here. @param offset rows before it */
    place(
      tenantId: string,
      wanted: WantedDevices,
      order: NamedOrder,
      offset: number,
      total: CountAll,
    ): Promise<NamedPlace | undefined> {
      return withNames(tenantId, wanted, total, (names) => placeOf(eachOf(names, wanted), order, offset, names.parts));
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
      const sorted = typeof order.by === 'string' ? [] : [order.by.column];
      const find = (names: Names) => devicesAround(eachOf(names, wanted), order, page);
      return withNames(tenantId, wanted, total, find, sorted);
    },

    /** Values of an index that is ready are kept beside the devices from now on. */
    addColumn(tenantId: string, column: ValueColumn): void {
      values.add(tenantId, column);
      const names = known.get(tenantId);
      if (names?.isLoaded) values.load(tenantId, names);
    },

    /** Reads the devices of large tenants in the background, with pauses, so that their first search finds them. */
    open(): void {
      opening = readLarge().catch(() => undefined);
    },

    async close(): Promise<void> {
      closing.abort();
      for (const tenantId of [...known.keys()]) forget(tenantId);
      await opening;
      await loading;
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
