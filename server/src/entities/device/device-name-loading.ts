import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import { countIds, unpackId, unpackNumbers } from '../../storage/packed-columns.ts';
import { beforePage, pagesOf } from '../../storage/table-pages.ts';
import type { DeviceColumns, DeviceKinds } from './device-columns.ts';
import {
  devicesOfParts,
  NEXT,
  PAGES,
  type PackedDevices,
  type PackedPart,
  type PackedReports,
  REPORTED,
  type Report,
  STEP,
  unpackDevices,
} from './device-name-reading.ts';
import { type DeviceRows, rowsOf } from './device-name-rows.ts';
import { bytesOf, type IdSlots } from './id-slots.ts';
import { type OrderParts, partsStatement, rankOf, rowsOfPart } from './order-ranks.ts';

/** Numbers that rows have for themselves. */
const NUMBERS = 2_048;
/** ms between two reads while nobody waits for them. */
const PAUSE = 20;
/** Devices whose part of an order is read at once. */
const PLACED = 5_000;

/** What is read after the devices themselves: in which part of an order each of them is, or what reports change. */
export type LoadedLater = keyof OrderParts | 'reports';

/** Devices of a tenant in memory. */
export interface LoadedDevices {
  /** At their number; those of which no device is left are gone. */
  rows: (DeviceRows | undefined)[];
  /** Where each device is in them. */
  slots: IdSlots;
  kinds: DeviceKinds;
  parts: OrderParts;
  /** What is known of all of them, beside that which they are found by. */
  has: Set<LoadedLater>;
  /** What was told of devices while some were being read. */
  told: Map<string, Report> | undefined;
  /** Somebody has searched: the rest is read with shorter pauses. */
  isWanted: boolean;
  isClosed: boolean;
}

/** Runs a prepared statement. */
export type Run = <Row extends object>(
  text: string,
  values: unknown[],
  isSearch: boolean,
) => Promise<pg.QueryResult<Row>>;

/** Where a device is in the rows, unless it has been dropped. @param place of its id among some */
export function findRow(
  { rows, slots }: Pick<LoadedDevices, 'rows' | 'slots'>,
  ids: Buffer,
  place = 0,
): [part: DeviceRows, row: number] | undefined {
  const isOne = (one: number): boolean => rows[Math.floor(one / NUMBERS)]?.isAt(one % NUMBERS, ids, place) ?? false;
  const number = slots.find(ids, place, isOne);
  return number === undefined ? undefined : [rows[Math.floor(number / NUMBERS)] as DeviceRows, number % NUMBERS];
}

/** @returns the rows; undefined: there are none */
export function addRows(
  { rows, slots, kinds }: Pick<LoadedDevices, 'rows' | 'slots' | 'kinds'>,
  columns: DeviceColumns,
): DeviceRows | undefined {
  if (columns.ids.length === 0) return undefined;
  const part = rowsOf(columns, kinds);
  slots.add(part.ids, rows.push(part) * NUMBERS - NUMBERS);
  return part;
}

/** Puts what reports tell of a device beside what else is known of it. */
export function putReport(devices: LoadedDevices, ids: Buffer, place: number, report: Report): void {
  const [part, row] = findRow(devices, ids, place) ?? [];
  if (part && row !== undefined) part.report(row, report);
}

/** Reads something in the background. */
export interface Reading {
  run: Run;
  tenantId: string;
  /** Devices of the tenant, about. */
  total: number;
  /** Waits for so many ms. @throws Error that ends the reading */
  rest: (ms: number) => Promise<void>;
  /** Does something while nobody else reads what has changed. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Reads a bit, and rests for as long as that took at least, so that those who wait for their pages have the larger part of the
 * database and of this process.
 * @throws Error once the devices are not needed any longer
 */
async function inStep({ rest }: Reading, devices: LoadedDevices, step: () => Promise<void>): Promise<void> {
  if (devices.isClosed) throw new Error('The devices are not needed any longer.');
  const started = performance.now();
  await step();
  const took = performance.now() - started;
  await rest(devices.isWanted ? took : Math.max(PAUSE, took));
}

/** Reads something. What reports tell meanwhile is newer. */
async function readPast<Read extends object>(
  { run }: Reading,
  devices: LoadedDevices,
  text: string,
  values: unknown[],
  put: (rows: Read[]) => void,
): Promise<void> {
  const told = new Map<string, Report>();
  devices.told = told;
  try {
    put((await run<Read>(text, values, false)).rows);
  } finally {
    devices.told = undefined;
  }
  for (const [id, report] of told) putReport(devices, bytesOf(id), 0, report);
}

/** Reads the devices of a tenant: what they are found by. What changes meanwhile is told, and read again. */
export async function loadDevices(reading: Reading, devices: LoadedDevices): Promise<void> {
  let last = { id: NULL_UUID, created: -1 };
  for (let size = STEP; size === STEP; ) {
    const put = ([packed]: PackedDevices[]): void => {
      const columns = unpackDevices(packed as PackedDevices);
      size = countIds(columns.ids);
      if (size === 0) return;
      last = { id: unpackId(columns.ids, size - 1), created: columns.created[size - 1] as number };
      addRows(devices, columns);
    };
    const values = [reading.tenantId, last.created, last.id];
    await inStep(reading, devices, () => readPast(reading, devices, NEXT, values, put));
  }
}

/** Reads what reports have changed, page by page. Whatever is put elsewhere meanwhile is told. */
export async function loadReports(reading: Reading, devices: LoadedDevices): Promise<void> {
  const { run, tenantId, inTurn } = reading;
  const put = ([packed]: PackedReports[]): void => {
    const { ids, active, last } = packed as PackedReports;
    const [states, times] = [unpackNumbers(active), unpackNumbers(last)];
    for (const [place, time] of times.entries()) {
      putReport(devices, ids, place, { active: states[place] === 1, last: time });
    }
  };
  const pages = await pagesOf((text, given) => run(text, given, false), 'device_activity');
  for (let page = 0; page < pages; page += PAGES) {
    const range = [tenantId, beforePage(page), beforePage(page + PAGES)];
    await inStep(reading, devices, () => inTurn(() => readPast(reading, devices, REPORTED, range, put)));
  }
  devices.has.add('reports');
}

/**
 * Reads where devices stand in the orders by name and label.
 * @param begins called when it is known where the parts begin; what has changed has to be read again, and knows its parts then
 */
export async function loadParts(reading: Reading, devices: LoadedDevices, begins: () => void): Promise<void> {
  const { run, tenantId, total, inTurn } = reading;
  const inStepAndTurn = (work: () => Promise<void>): Promise<void> => inStep(reading, devices, () => inTurn(work));

  async function readStarts(column: keyof OrderParts): Promise<void> {
    const { rows } = await run<{ value: string }>(partsStatement(column), [tenantId, rowsOfPart(total)], false);
    devices.parts = { ...devices.parts, [column]: rows.map(({ value }) => value) };
    begins();
  }

  async function readParts(column: keyof OrderParts, numbers: number[], areLast: boolean): Promise<void> {
    const starts = devices.parts[column];
    // Nothing stands before the empty text.
    const valuesAt = (behind: number) =>
      numbers.map((number) => starts[number - 1 + behind] ?? (number === 0 ? '' : null));
    const given = [tenantId, valuesAt(0), valuesAt(1), numbers];
    const { rows } = await run<PackedPart>(devicesOfParts(column, areLast), given, false);
    for (const { part: number, ids, places } of rows) {
      for (const [at, place] of unpackNumbers(places).entries()) {
        const [part, row] = findRow(devices, ids, at) ?? [];
        if (part && row !== undefined) part[`${column}Rank`][row] = rankOf(number, place);
      }
    }
  }

  const together = Math.max(1, Math.floor(PLACED / rowsOfPart(total)));
  for (const column of ['name', 'label'] as const) {
    await inStepAndTurn(() => readStarts(column));
    const last = devices.parts[column].length;
    for (let first = 0; first < last; first += together) {
      const numbers = Array.from({ length: Math.min(together, last - first) }, (_, at) => first + at);
      await inStepAndTurn(() => readParts(column, numbers, false));
    }
    await inStepAndTurn(() => readParts(column, [last], true));
    devices.has.add(column);
  }
}
