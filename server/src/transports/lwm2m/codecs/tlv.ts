import { ContentError, type Entry, isId, MAX_ENTRIES, type Path, type TypeOf } from './content.ts';
import { bytesOfLeaf, leafOfBytes } from './leaf.ts';

/** Kinds of an element (OMA LwM2M Core §7.4.3): the two highest bits of its first byte. */
const OBJECT_INSTANCE = 0;
const RESOURCE_INSTANCE = 1;
const MULTIPLE_RESOURCE = 2;
const RESOURCE = 3;

interface Element {
  kind: number;
  id: number;
  value: Buffer;
}

/** Splits bytes into the elements side by side in them. @throws ContentError */
function* elementsOf(bytes: Buffer): Generator<Element> {
  let at = 0;
  const take = (length: number): number => {
    if (at + length > bytes.length) throw new ContentError('A TLV leads beyond the end');
    const number = length === 0 ? 0 : bytes.readUIntBE(at, length);
    at += length;
    return number;
  };
  while (at < bytes.length) {
    const head = take(1);
    const id = take((head & 0x20) === 0 ? 1 : 2);
    const lengthBytes = (head >> 3) & 3;
    const length = lengthBytes === 0 ? head & 7 : take(lengthBytes);
    if (at + length > bytes.length) throw new ContentError('A TLV leads beyond the end');
    yield { kind: head >> 6, id, value: bytes.subarray(at, at + length) };
    at += length;
  }
}

/**
 * Reads the content of a path in TLV.
 * @throws ContentError
 */
export function readTlv(bytes: Buffer, base: Path, typeOf: TypeOf): Entry[] {
  const entries: Entry[] = [];
  const add = (path: Path, value: Buffer): void => {
    if (entries.length >= MAX_ENTRIES) throw new ContentError('The content has too many values');
    entries.push({ path, value: leafOfBytes(value, typeOf(path)) });
  };
  const readResource = ({ kind, id, value }: Element, instance: Path): void => {
    if (kind === RESOURCE) add([...instance, id], value);
    else if (kind === MULTIPLE_RESOURCE) readInstances(value, [...instance, id]);
    else throw new ContentError('A TLV is at a place where its kind cannot be');
  };
  const readInstances = (within: Buffer, resource: Path): void => {
    for (const { kind, id, value } of elementsOf(within)) {
      if (kind !== RESOURCE_INSTANCE) throw new ContentError('A TLV is at a place where its kind cannot be');
      add([...resource, id], value);
    }
  };
  const [object = 0, instance = 0, resource] = base;
  for (const element of elementsOf(bytes)) {
    if (element.kind === OBJECT_INSTANCE) {
      for (const inner of elementsOf(element.value)) readResource(inner, [object, element.id]);
    } else if (element.kind === RESOURCE_INSTANCE && resource !== undefined) {
      add([object, instance, resource, element.id], element.value);
    } else readResource(element, [object, instance]);
  }
  return entries;
}

function element(kind: number, id: number, value: Buffer): Buffer {
  if (!isId(id)) throw new ContentError('An id is beyond 65535');
  const { length } = value;
  const idBytes = id > 255 ? 2 : 1;
  const lengthBytes = length < 8 ? 0 : length < 0x1_00 ? 1 : length < 0x1_00_00 ? 2 : 3;
  if (length >= 0x1_00_00_00) throw new ContentError('A value is too long');
  const head = Buffer.alloc(1 + idBytes + lengthBytes);
  head[0] = (kind << 6) | ((idBytes - 1) << 5) | (lengthBytes << 3) | (lengthBytes === 0 ? length : 0);
  head.writeUIntBE(id, 1, idBytes);
  if (lengthBytes > 0) head.writeUIntBE(length, 1 + idBytes, lengthBytes);
  return Buffer.concat([head, value]);
}

/**
 * Writes entries of one object in TLV: resources, or with a path of an object its instances.
 * @throws ContentError when a value is not of its type
 */
export function writeTlv(entries: readonly Entry[], base: Path, typeOf: TypeOf): Buffer {
  if (base.length < 2) {
    const instances = groupBy(entries, 1);
    return Buffer.concat([...instances].map(([id, own]) => element(OBJECT_INSTANCE, id, writeResources(own, typeOf))));
  }
  if (base.length === 4) {
    return Buffer.concat(entries.map((entry) => writeInstance(entry, typeOf)));
  }
  return writeResources(entries, typeOf);
}

function writeInstance({ path, value }: Entry, typeOf: TypeOf): Buffer {
  return element(RESOURCE_INSTANCE, path[3] ?? 0, bytesOfLeaf(value, typeOf(path)));
}

function writeResources(entries: readonly Entry[], typeOf: TypeOf): Buffer {
  const parts = [...groupBy(entries, 2)].map(([id, own]) => {
    const [first] = own;
    if (first && first.path.length === 3) return element(RESOURCE, id, bytesOfLeaf(first.value, typeOf(first.path)));
    return element(MULTIPLE_RESOURCE, id, Buffer.concat(own.map((entry) => writeInstance(entry, typeOf))));
  });
  return Buffer.concat(parts);
}

/** The id at a place → its entries. */
function groupBy(entries: readonly Entry[], place: number): Map<number, Entry[]> {
  const groups = new Map<number, Entry[]>();
  for (const entry of entries) {
    const id = entry.path[place] ?? 0;
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  return groups;
}
