import { packTextLines, unpackId } from '../../storage/packed-columns.ts';
import { changedDevices } from './device-changes-sql.ts';
import { type DeviceColumns, type Kind, kindsOf } from './device-columns.ts';
import { addRows, type LoadedDevices, type Reading, type Run } from './device-name-loading.ts';
import { textsIn } from './device-name-reading.ts';
import type { DeviceRows } from './device-name-rows.ts';
import { bytesOf } from './id-slots.ts';
import { isPlaced } from './order-ranks.ts';

/** Parts that are read at once: a few milliseconds. */
const READ_PARTS = 2;
/** Times that parts are written before the snapshot, as long as they change meanwhile. */
const ROUNDS = 5;
/** Share of devices that may have no place in an order before the order is read again. */
const UNPLACED = 0.02;
const ID_BYTES = 16;
const KIND_BYTES = 2 * ID_BYTES;

/** What is stored of a tenant's devices in memory. */
export interface StoredNames {
  /** The number of each part, and how many of its devices had been dropped when it was written. */
  parts: Map<DeviceRows, { number: number; dropped: number }>;
  /** Numbers that have been given. */
  numbers: number;
  /** How often devices had changed when the snapshot was written; undefined: none is. */
  version: number | undefined;
}

export const nothingStored = (): StoredNames => ({ parts: new Map(), numbers: 0, version: undefined });

/** Devices that can be stored. */
export interface StorableDevices extends LoadedDevices {
  changed: ReadonlyMap<string, unknown>;
  /** Those that may have changed and were not read since, and whether they are new. */
  unread: Map<string, boolean>;
  /** How often some have changed. */
  version: number;
  stored: StoredNames;
}

interface Header {
  moment: string;
  unread: string[];
  nameStarts: string[];
  labelStarts: string[];
}

interface StoredPart {
  part: number;
  ids: Buffer;
  names: string;
  labels: string;
  kinds: Buffer;
  kindOf: Buffer;
  created: Buffer;
  nameRanks: Buffer;
  labelRanks: Buffer;
}

// Snapshots of another cluster, which a backup may have brought here, mean nothing.
const HEADER = `SELECT moment, unread, name_starts AS "nameStarts", label_starts AS "labelStarts"
  FROM stored_device_names, device_change_start
  WHERE tenant_id = $1 AND cluster = (SELECT system_identifier::text FROM pg_control_system())`;
const PARTS = `SELECT part, ids, names, labels, kinds, kind_of AS "kindOf", created, name_ranks AS "nameRanks",
    label_ranks AS "labelRanks"
  FROM stored_device_part WHERE tenant_id = $1 AND part > $2 ORDER BY part LIMIT ${READ_PARTS}`;
const WRITE_PART = `INSERT INTO stored_device_part
    (tenant_id, part, ids, names, labels, kinds, kind_of, created, name_ranks, label_ranks)
  SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM tenant WHERE id = $1
  ON CONFLICT (tenant_id, part) DO UPDATE SET ids = excluded.ids, names = excluded.names, labels = excluded.labels,
    kinds = excluded.kinds, kind_of = excluded.kind_of, created = excluded.created, name_ranks = excluded.name_ranks,
    label_ranks = excluded.label_ranks`;
const REMOVE_PARTS = 'DELETE FROM stored_device_part WHERE tenant_id = $1 AND part = ANY($2::integer[])';
const WRITE_HEADER = `INSERT INTO stored_device_names (tenant_id, moment, unread, name_starts, label_starts)
  SELECT id, $2, $3, $4, $5 FROM tenant WHERE id = $1
  ON CONFLICT (tenant_id) DO UPDATE SET moment = excluded.moment, unread = excluded.unread,
    name_starts = excluded.name_starts, label_starts = excluded.label_starts`;
// What has not changed is as right at a later snapshot, which needs fewer changes of others to be kept.
const RENEW = `WITH renewed AS (
    UPDATE stored_device_names SET moment = $2 WHERE tenant_id = $1 AND EXISTS (SELECT FROM device_change)
  )
  SELECT EXISTS (SELECT FROM stored_device_names WHERE tenant_id = $1) AS "isThere"`;
const REMOVE = `WITH names AS (DELETE FROM stored_device_names WHERE tenant_id = $1)
  DELETE FROM stored_device_part WHERE tenant_id = $1`;
const REMOVE_OTHERS = `WITH names AS (DELETE FROM stored_device_names WHERE tenant_id <> ALL($1::uuid[]))
  DELETE FROM stored_device_part WHERE tenant_id <> ALL($1::uuid[])`;

/** Numbers as they lie in memory. */
const bytesIn = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
/** The same again, at a place where numbers may begin. */
const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The devices of a part that have not been dropped, in the order of `PARTS`. */
function packPart(part: DeviceRows): unknown[] {
  const isKept = (_: unknown, row: number): boolean => !part.isDropped[row];
  const isWhole = part.dropped() === 0;
  const textsOf = (column: string): string => {
    const texts = part.textsOf(column);
    return packTextLines(isWhole ? texts : texts.filter(isKept));
  };
  const numbersOf = (numbers: Uint16Array | Uint32Array | Float64Array): Buffer =>
    bytesIn(isWhole ? numbers : numbers.filter(isKept));
  const rows = Array.from({ length: part.size }, (_, row) => row).filter((row) => isKept(undefined, row));
  const ids = isWhole
    ? part.ids
    : Buffer.concat(rows.map((row) => part.ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES)));
  // A part is read without the others, so it has the kinds of its own.
  const kindAt = (at: number): number => part.kindOf[rows[at] as number] as number;
  const { kinds, kindOf } = kindsOf(rows.length, kindAt, (at) => part.kinds.all[kindAt(at)] as Kind);
  return [
    ...[ids, textsOf('name'), textsOf('label')],
    ...[Buffer.concat(kinds.flatMap((kind) => [bytesOf(kind.profile), bytesOf(kind.customer)]))],
    ...[bytesIn(kindOf), numbersOf(part.created), numbersOf(part.nameRank), numbersOf(part.labelRank)],
  ];
}

/** Reads kinds, each once, whatever parts have it: most parts have most of them. */
function createKindReader() {
  const known = new Map<string, Kind>();
  return (kinds: Buffer): Kind[] =>
    Array.from({ length: kinds.length / KIND_BYTES }, (_, at) => {
      const bytes = kinds.toString('latin1', at * KIND_BYTES, (at + 1) * KIND_BYTES);
      const kind = known.get(bytes) ?? { profile: unpackId(kinds, at * 2), customer: unpackId(kinds, at * 2 + 1) };
      known.set(bytes, kind);
      return kind;
    });
}

function unpackPart(
  { ids, names, labels, kinds, ...numbers }: StoredPart,
  readKinds: (kinds: Buffer) => Kind[],
): DeviceColumns {
  const size = ids.length / ID_BYTES;
  return {
    ids,
    ...{ names: textsIn(names, size), labels: textsIn(labels, size) },
    kinds: readKinds(kinds),
    kindOf: new Uint16Array(bufferOf(numbers.kindOf)),
    created: new Float64Array(bufferOf(numbers.created)),
    nameRank: new Uint32Array(bufferOf(numbers.nameRanks)),
    labelRank: new Uint32Array(bufferOf(numbers.labelRanks)),
    active: new Uint8Array(size),
    last: new Float64Array(size),
    values: new Map(),
  };
}

/** Whether enough devices have a place in the orders. */
function areOrdersKnown({ rows }: StorableDevices): boolean {
  let [all, unplaced] = [0, 0];
  for (const part of rows) {
    if (!part) continue;
    all += part.size;
    for (let row = 0; row < part.size; row++) {
      if (!isPlaced(part.nameRank[row] as number) || !isPlaced(part.labelRank[row] as number)) unplaced++;
    }
  }
  return unplaced <= all * UNPLACED;
}

/**
 * Reads the devices of a tenant as they are stored, and says which have to be read besides (`unread`).
 * @param most of them
 * @returns false: none are stored, or not all that has changed since is known; nothing has been read then
 */
export async function readStored(run: Run, tenantId: string, devices: StorableDevices, most: number): Promise<boolean> {
  // A database that does not tell which cluster it is has nothing that could be trusted.
  const [header] = (await run<Header>(HEADER, [tenantId], false).catch(() => ({ rows: [] }))).rows;
  if (!header) return false;
  const { text, values } = changedDevices(tenantId, header.moment);
  const [changes] = (await run<{ isKnown: boolean; ids: string[] }>(text, values, false)).rows;
  const unread = new Set([...header.unread, ...(changes?.ids ?? [])]);
  if (!changes?.isKnown || unread.size > most) return false;
  const readKinds = createKindReader();
  const readBehind = async (last: number) => (await run<StoredPart>(PARTS, [tenantId, last], false)).rows;
  for (let reading = readBehind(0); ; ) {
    const rows = await reading;
    const last = rows.at(-1);
    if (!last) break;
    // The database reads the next ones meanwhile.
    reading = readBehind(last.part);
    reading.catch(() => undefined);
    for (const row of rows) {
      const part = addRows(devices, unpackPart(row, readKinds));
      if (part) devices.stored.parts.set(part, { number: row.part, dropped: 0 });
    }
    devices.stored.numbers = last.part;
    if (devices.isClosed) throw new Error('The devices are not needed any longer.');
    await new Promise(setImmediate);
  }
  for (const id of unread) devices.unread.set(id, devices.unread.get(id) ?? false);
  if (!areOrdersKnown(devices)) return true;
  devices.parts = { name: header.nameStarts, label: header.labelStarts };
  devices.has.add('name').add('label');
  return true;
}

/** Removes what is stored of a tenant. */
export async function removeStored(run: Run, tenantId: string): Promise<void> {
  await run(REMOVE, [tenantId], false);
}

/** Removes what is stored of all but some tenants. */
export async function removeStoredOfOthers(run: Run, tenantIds: readonly string[]): Promise<void> {
  await run(REMOVE_OTHERS, [tenantIds], false);
}

/** Writes the parts that have changed. @returns whether there were any */
async function writeParts(
  run: Run,
  tenantId: string,
  devices: StorableDevices,
  rest: (ms: number) => Promise<void>,
): Promise<boolean> {
  const { rows, stored } = devices;
  const now = new Set(rows.filter((part) => part !== undefined));
  const gone = [...stored.parts].filter(([part]) => !now.has(part));
  if (gone.length > 0) {
    await run(REMOVE_PARTS, [tenantId, gone.map(([, { number }]) => number)], false);
    for (const [part] of gone) stored.parts.delete(part);
  }
  const changed = [...now].filter((part) => stored.parts.get(part)?.dropped !== part.dropped());
  for (const part of changed) {
    if (devices.isClosed) throw new Error('The devices are not needed any longer.');
    const started = performance.now();
    const number = stored.parts.get(part)?.number ?? ++stored.numbers;
    stored.parts.set(part, { number, dropped: part.dropped() });
    await run(WRITE_PART, [tenantId, number, ...packPart(part)], false);
    await rest(performance.now() - started);
  }
  return gone.length > 0 || changed.length > 0;
}

/**
 * Stores the devices of a tenant as of a snapshot of the database. A part that is written before the snapshot tells of no device less
 * than the snapshot before, and what has left a part is in another one, or among what has to be read again.
 * @param moment the snapshot, which is so old that everything in it has been told
 */
export async function store(
  { run, tenantId, rest, inTurn }: Pick<Reading, 'run' | 'tenantId' | 'rest' | 'inTurn'>,
  devices: StorableDevices,
  moment: string,
): Promise<void> {
  const { stored } = devices;
  for (let round = 0; round < ROUNDS; round++) if (!(await writeParts(run, tenantId, devices, rest))) break;
  await inTurn(async () => {
    // Nobody reads what has changed now, so that all of it is known by one name or the other.
    await writeParts(run, tenantId, devices, async () => undefined);
    if (devices.isClosed) return;
    const { version, changed, unread, parts } = devices;
    if (stored.version === version) {
      const { rows } = await run<{ isThere: boolean }>(RENEW, [tenantId, moment], false);
      if (rows[0]?.isThere) return;
    }
    const ids = [...new Set([...changed.keys(), ...unread.keys()])];
    await run(WRITE_HEADER, [tenantId, moment, ids, parts.name, parts.label], false);
    stored.version = version;
  });
}
