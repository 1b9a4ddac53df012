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

/** Writes shared attributes of a device into the resources of its client. */
export function createSharedAttributes(parts: SharedAttributesParts) {
  const { operations, objects, keyNames, known, read, step, isAsleep, log } = parts;
  /** path as text → value as text, as far as is known */
  const values = new Map<string, string>();
  /** key → newest value that waits for the client to wake */
  const held = new Map<string, AttributeEntry>();

  function isNow(path: Path, text: string): void {
    const key = pathText(path);
    values.delete(key);
    values.set(key, text);
    if (values.size > MAX_REMEMBERED) values.delete(values.keys().next().value as string);
  }

  async function writeOne(path: Path, { value }: AttributeEntry): Promise<Outcome> {
    const resource = objects().resourceOf(path);
    if (!resource) throw new ContentError('There is no model of the object');
    const entries = resourceEntries(path, jsonOfValue(value), resource);
    const [first] = entries;
    const isSingle = entries.length === 1 && first?.path.length === path.length;
    const text = isSingle && first ? readableText(first.value, resource.type) : String(value.value);
    if (values.get(pathText(path)) === text) {
      log(`Info: ${pathText(path)} has the value already`);
      return { code: '2.04', explanation: '' };
    }
    const result = await operations.replace(path, entries);
    if (isSuccess(result.code)) isNow(path, text);
    return result;
  }

  /** Writes what waits, as long as the client is awake. */
  async function write(): Promise<void> {
    for (const [key, entry] of [...held]) {
      if (isAsleep()) return;
      if (held.get(key) !== entry) continue;
      for (const [text, name] of keyNames()) {
        const [path] = name === key ? known([text]) : [];
        if (path) await step('WriteReplace', path, () => writeOne(path, entry));
      }
      // It stays while the client does not answer, and is written when it does.
      if (held.get(key) === entry) held.delete(key);
    }
  }

  return {
    write,

    /** The client has said, or was told, that a resource has this value. */
    isNow,

    /** Keeps the newest values that have a resource until they are written. */
    hold(entries: readonly AttributeEntry[]): void {
      const keys = new Set(keyNames().values());
      for (const entry of entries) if (keys.has(entry.key)) held.set(entry.key, entry);
    },

    /** Writes shared attributes whose resources have other values. */
    async compare(): Promise<void> {
      const keys = [...new Set(keyNames().values())];
      if (keys.length === 0) return;
      for (const entry of await read(keys)) if (!held.has(entry.key)) held.set(entry.key, entry);
      await write();
    },
  };
}
