import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveChange } from '../../bus/live-bus.ts';
import { unpackId } from '../../storage/packed-columns.ts';
import { UNDEFINED_TABLE } from '../../storage/table-pages.ts';
import {
  type ColumnValues,
  columnOfValues,
  type KeptValue,
  type NamedDevice,
  NO_VALUE,
  noValues,
} from './device-columns.ts';
import { findRow, type LoadedDevices } from './device-name-loading.ts';
import { type DeviceRows, idAt } from './device-name-rows.ts';
import { bytesOf } from './id-slots.ts';

/** Values of some devices, by the places of their ids. */
export interface ReadValues extends ColumnValues {
  /** 16 bytes each. */
  ids: Buffer;
}

/** Values of a key that are searched and compared in memory. */
export interface ValueColumn {
  /** Another one for every index of values. */
  name: string;
  /**
   * Reads the values of some devices; those that have none may be left out.
   * @throws Error once the index is gone
   */
  read: (ids: readonly string[]) => Promise<ReadValues>;
  /** Calls back with the values of all devices, some after the other, in any order. @throws Error once the index is gone */
  readAll: (see: (values: ReadValues) => Promise<void>) => Promise<void>;
  isChangedBy: (change: LiveChange) => boolean;
}

/** The values that are read of some devices, each by its id. */
async function readById({ read }: ValueColumn, ids: readonly string[]): Promise<Map<string, KeptValue>> {
  const { ids: found, texts, numbers, areNumbers } = await read(ids);
  return new Map(
    texts.map((text, at) => [
      unpackId(found, at),
      { text, number: numbers[at] as number, isNumber: areNumbers[at] === 1 },
    ]),
  );
}

/** How many values are kept. */
export interface ValueColumnsSizes {
  /** Of all tenants: about 27 bytes each. */
  most: number;
  /** Devices whose values have changed and have not been read since, up to which those of a key are still used. */
  changed: number;
}
export const VALUE_COLUMNS: ValueColumnsSizes = { most: 8_000_000, changed: 5_000 };
/** ms between two reads at least; it rests as long as a read took. */
const PAUSE = 20;
/** ms after which putting values beside devices lets others run. */
const TURN = 8;
/** ms for which the values of a key are not read again that change too often. */
const REST = 600_000;

/** Devices of a tenant in memory. */
export interface KeptDevices extends Pick<LoadedDevices, 'rows' | 'slots' | 'isClosed'> {
  /** Devices that are not as they were in `rows`, as they are; null: they are gone. */
  changed: Map<string, NamedDevice | null>;
  /** The same as rows, until one of them changes. */
  changedRows: DeviceRows | undefined;
}

interface Kept extends ValueColumn {
  /** Of which devices; undefined: it is not loaded. */
  of: KeptDevices | undefined;
  isLoaded: boolean;
  /** Devices whose values may have changed since they were read. */
  unread: Set<string>;
  restsUntil: number;
}

/**
 * Values of devices beside what else is known of them in memory, so that what a text finds among values is counted without reading
 * them. Those of every index are read once it is ready, and again where they have changed before somebody searches them.
 * @param inTurn does something while nobody else reads or changes what is known of devices
 */
export function createValueColumns(
  { most, changed: mostChanged }: ValueColumnsSizes,
  inTurn: <T>(devices: KeptDevices, work: () => Promise<T>) => Promise<T>,
) {
  /** tenant → its columns by name */
  const columns = new Map<string, Map<string, Kept>>();
  let loading: Promise<void> = Promise.resolve();
  /** Whose columns are loaded when those that are being loaded are: each waits once, however many search meanwhile. */
  const waiting = new Set<KeptDevices>();
  const closing = new AbortController();

  const allOf = (tenantId: string): Kept[] => [...(columns.get(tenantId)?.values() ?? [])];
  const loadedOf = (tenantId: string, devices: KeptDevices): Kept[] =>
    allOf(tenantId).filter(({ of, isLoaded }) => isLoaded && of === devices);

  const sizeOf = ({ rows }: KeptDevices): number => rows.reduce((sum, part) => sum + (part?.size ?? 0), 0);
  const sizeOfAll = (): number =>
    [...columns.values()].flatMap((own) => [...own.values()]).reduce((sum, { of }) => sum + (of ? sizeOf(of) : 0), 0);

  /** Lets go of what is known of a column. */
  function unload(column: Kept): void {
    const { of, name } = column;
    column.of = undefined;
    column.isLoaded = false;
    column.unread.clear();
    for (const part of of?.rows ?? []) part?.setColumn(name, undefined);
    if (of) of.changedRows = undefined;
  }

  /** The same of what could not be read; for good, if its index is gone. */
  function letGo(tenantId: string, column: Kept, error: unknown): void {
    unload(column);
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) columns.get(tenantId)?.delete(column.name);
  }

  async function readInto(devices: readonly NamedDevice[], column: Kept): Promise<void> {
    const values = await readById(
      column,
      devices.map(({ id }) => id),
    );
    for (const device of devices) {
      device.values ??= new Map();
      device.values.set(column.name, values.get(device.id) ?? NO_VALUE);
    }
  }

  /** Reads a column of all devices. What changes meanwhile is told, and read again. */
  async function loadOne(devices: KeptDevices, column: Kept): Promise<void> {
    column.of = devices;
    const isEnded = (): boolean => devices.isClosed || column.of !== devices || closing.signal.aborted;
    const values = new Map<DeviceRows, ColumnValues>();
    for (const part of devices.rows) if (part) values.set(part, noValues(part.size));
    let since = performance.now();
    await column.readAll(async ({ ids, texts, numbers, areNumbers }) => {
      if (isEnded()) throw new Error('The values are not needed any longer.');
      for (const [place, text] of texts.entries()) {
        const [part, row] = findRow(devices, ids, place) ?? [];
        const ofPart = part && values.get(part);
        if (!ofPart || row === undefined) continue;
        ofPart.texts[row] = text;
        ofPart.numbers[row] = numbers[place] as number;
        ofPart.areNumbers[row] = areNumbers[place] as number;
      }
      const took = performance.now() - since;
      await delay(Math.max(PAUSE, took), undefined, { ref: false, signal: closing.signal });
      since = performance.now();
    });
    const done = new Set<DeviceRows>();
    const complete = async (part: DeviceRows | undefined): Promise<void> => {
      if (!part || done.has(part)) return;
      part.setColumn(column.name, values.get(part) ?? (await valuesOf(part, column)));
      done.add(part);
    };
    since = performance.now();
    for (let at = 0; at < devices.rows.length && !isEnded(); at++) {
      await inTurn(devices, () => complete(devices.rows[at]));
      if (performance.now() - since < TURN) continue;
      await nextTurn();
      since = performance.now();
    }
    await inTurn(devices, async () => {
      // Also what became rows in a turn before this one.
      for (const part of devices.rows) await complete(part);
      await readInto(
        [...devices.changed.values()].filter((device) => device !== null),
        column,
      );
      devices.changedRows = undefined;
      column.isLoaded = !isEnded();
    });
  }

  async function valuesOf(part: DeviceRows, column: ValueColumn): Promise<ColumnValues> {
    const ids = Array.from({ length: part.size }, (_, row) => idAt(part, row));
    const values = await readById(column, ids);
    return columnOfValues(ids.map((id) => values.get(id) ?? NO_VALUE));
  }

  async function loadAll(tenantId: string, devices: KeptDevices): Promise<void> {
    for (const column of allOf(tenantId)) {
      if (devices.isClosed || closing.signal.aborted) return;
      if (column.of === devices || performance.now() < column.restsUntil) continue;
      if (sizeOfAll() + sizeOf(devices) > most) return;
      // Whoever searches next has it read again.
      await loadOne(devices, column).catch((error: unknown) => letGo(tenantId, column, error));
    }
  }

  const all = {
    /** Values of an index that is ready are kept from now on. */
    add(tenantId: string, column: ValueColumn): void {
      const own = columns.get(tenantId) ?? new Map<string, Kept>();
      columns.set(tenantId, own);
      own.set(column.name, { ...column, of: undefined, isLoaded: false, unread: new Set(), restsUntil: 0 });
    },

    /** Reads what is not known yet of devices that are in memory. */
    load(tenantId: string, devices: KeptDevices): void {
      if (waiting.has(devices)) return;
      waiting.add(devices);
      loading = loading.then(() => {
        waiting.delete(devices);
        return loadAll(tenantId, devices);
      });
    },

    forget(tenantId: string): void {
      for (const column of allOf(tenantId)) unload(column);
    },

    /** Nothing of the tenant is kept any longer. */
    remove(tenantId: string): void {
      all.forget(tenantId);
      columns.delete(tenantId);
    },

    note(change: LiveChange): void {
      const own = columns.get(change.tenantId);
      if (!own) return;
      for (const column of own.values()) {
        if (!column.of || !column.isChangedBy(change)) continue;
        column.unread.add(change.entityId.id);
        if (column.unread.size <= mostChanged) continue;
        unload(column);
        column.restsUntil = performance.now() + REST;
      }
    },

    /** Puts the values of devices that have just been read beside them. */
    async complete(tenantId: string, devices: KeptDevices, read: readonly NamedDevice[]): Promise<void> {
      if (read.length === 0) return;
      const columnsRead = loadedOf(tenantId, devices).map((column) =>
        readInto(read, column).catch((error: unknown) => letGo(tenantId, column, error)),
      );
      await Promise.all(columnsRead);
    },

    /** Whether some columns are as they are now. */
    async settle(tenantId: string, devices: KeptDevices, names: readonly string[]): Promise<boolean> {
      const own = columns.get(tenantId);
      const wanted = names.map((name) => own?.get(name));
      for (const column of wanted) {
        if (!column) return false;
        if (!column.isLoaded || column.of !== devices) {
          all.load(tenantId, devices);
          return false;
        }
        if (column.unread.size === 0) continue;
        const ids = [...column.unread];
        column.unread = new Set();
        try {
          const values = await readById(column, ids);
          for (const id of ids) put(devices, column.name, id, values.get(id) ?? NO_VALUE);
        } catch (error) {
          letGo(tenantId, column, error);
          return false;
        }
      }
      return wanted.every((column) => column?.isLoaded);
    },

    areKept: (tenantId: string, devices: KeptDevices, names: readonly string[]): boolean => {
      const kept = new Set(loadedOf(tenantId, devices).map(({ name }) => name));
      return names.every((name) => kept.has(name));
    },

    async close(): Promise<void> {
      closing.abort();
      await loading;
    },

    /** Resolves when nothing is being read. */
    settled: async (): Promise<void> => loading,
  };

  function put(devices: KeptDevices, column: string, id: string, value: KeptValue): void {
    const single = devices.changed.get(id);
    if (single) {
      single.values?.set(column, value);
      devices.changedRows = undefined;
    }
    const at = single === undefined ? findRow(devices, bytesOf(id)) : undefined;
    at?.[0].setValue(column, at[1], value);
  }

  return all;
}
