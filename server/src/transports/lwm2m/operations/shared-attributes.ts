import { createHash } from 'node:crypto';
import type { AttributeEntry } from '../../../values/attribute.ts';
import { ContentError, type Path, pathText } from '../codecs/content.ts';
import type { Outcome } from '../configuration.ts';
import { readableText } from '../objects/published-values.ts';
import type { ClientObjects } from '../objects/registered-objects.ts';
import { isSuccess, type Operations } from './operations.ts';
import { jsonOfValue, resourceEntries } from './written-values.ts';

export interface SharedAttributesParts {
  operations: Operations;
  objects: () => ClientObjects;
  /** versioned path → key */
  keyNames: () => ReadonlyMap<string, string>;
  /** Those of the paths that the client has. */
  known: (texts: readonly string[]) => Path[];
  read: (keys: string[]) => Promise<readonly AttributeEntry[]>;
  /** Does something of which a failure is told. */
  step: (name: string, path: Path, work: () => Promise<Outcome>) => Promise<void>;
  isAsleep: () => boolean;
  log: (text: string) => void;
}

/** Values of resources that are remembered, to write only what differs. */
const MAX_REMEMBERED = 1000;
/** Of longer values only a hash is remembered, characters. */
const MAX_REMEMBERED_TEXT = 43;
/** Values of one client that wait, in characters; of further ones only the keys do. */
const MAX_HELD_TEXT = 16_384;

/** Something that waits to be written. */
interface Held {
  /** undefined: it is read when it is written. */
  entry: AttributeEntry | undefined;
  /** Characters. */
  length: number;
}

/** What is remembered of a value: little, however long it is. */
function remembered(text: string): string {
  return text.length <= MAX_REMEMBERED_TEXT ? text : createHash('sha256').update(text).digest('base64');
}

function pathsByKey(keyNames: ReadonlyMap<string, string>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [path, key] of keyNames) {
    const own = paths.get(key);
    if (own) own.push(path);
    else paths.set(key, [path]);
  }
  return paths;
}

/** Writes shared attributes of a device into the resources of its client. */
export function createSharedAttributes(parts: SharedAttributesParts) {
  const { operations, objects, keyNames, known, read, step, isAsleep, log } = parts;
  /** path as text, of resources with a key → what is remembered of their values, as far as is known */
  const values = new Map<string, string>();
  /** key → newest value that waits for the client to wake */
  const held = new Map<string, Held>();
  /** Characters of the values that wait. */
  let heldLength = 0;

  function isNow(path: Path, text: string): void {
    const key = pathText(path);
    values.delete(key);
    values.set(key, remembered(text));
    if (values.size > MAX_REMEMBERED) values.delete(values.keys().next().value as string);
  }

  function release(key: string): void {
    heldLength -= held.get(key)?.length ?? 0;
    held.delete(key);
  }

  function hold(entry: AttributeEntry): void {
    const { key } = entry;
    release(key);
    const length = String(entry.value.value).length;
    const fits = heldLength + length <= MAX_HELD_TEXT;
    held.set(key, fits ? { entry, length } : { entry: undefined, length: 0 });
    if (fits) heldLength += length;
  }

  async function writeOne(path: Path, { value }: AttributeEntry): Promise<Outcome> {
    const resource = objects().resourceOf(path);
    if (!resource) throw new ContentError('There is no model of the object');
    const entries = resourceEntries(path, jsonOfValue(value), resource);
    const [first] = entries;
    const isSingle = entries.length === 1 && first?.path.length === path.length;
    const text = isSingle && first ? readableText(first.value, resource.type) : String(value.value);
    if (values.get(pathText(path)) === remembered(text)) {
      log(`Info: ${pathText(path)} has the value already`);
      return { code: '2.04', explanation: '' };
    }
    const result = await operations.replace(path, entries);
    if (isSuccess(result.code)) isNow(path, text);
    return result;
  }

  /** Writes what waits, as long as the client is awake. */
  async function write(): Promise<void> {
    const paths = pathsByKey(keyNames());
    for (const [key, own] of [...held]) {
      if (isAsleep()) return;
      if (held.get(key) !== own) continue;
      const targets = known(paths.get(key) ?? []);
      const entry = own.entry ?? (targets.length > 0 ? (await read([key]))[0] : undefined);
      for (const path of entry ? targets : []) {
        await step('WriteReplace', path, () => writeOne(path, entry as AttributeEntry));
      }
      // It stays while the client does not answer, and is written when it does.
      if (held.get(key) === own) release(key);
    }
  }

  return {
    write,

    /** The client has said that a resource with a key has this value. */
    isNow,

    /** Keeps the newest values that have a resource until they are written. */
    hold(entries: readonly AttributeEntry[]): void {
      const keys = new Set(keyNames().values());
      for (const entry of entries) if (keys.has(entry.key)) hold(entry);
    },

    /** Writes shared attributes whose resources have other values. */
    async compare(): Promise<void> {
      const keys = [...new Set(keyNames().values())];
      if (keys.length === 0) return;
      for (const entry of await read(keys)) if (!held.has(entry.key)) hold(entry);
      await write();
    },
  };
}
