import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { AttributeEntry } from '../../../values/attribute.ts';
import { type Path, pathText } from '../codecs/content.ts';
import { ClientObjects } from '../objects/registered-objects.ts';
import { createSharedAttributes } from './shared-attributes.ts';

const RESOURCES = 1000;
const LENGTH = 65_536;
const keyNames = new Map(Array.from({ length: RESOURCES }, (_, id) => [`/77_1.0/0/${id}`, `key${id}`]));
const model = {
  ...{ id: 77, version: '1.0' },
  resources: new Map(
    Array.from({ length: RESOURCES }, (_, id) => [id, { id, type: 'STRING' as const, multiple: false }]),
  ),
};

/** A client with an object of a thousand resources. */
function client() {
  const written: string[] = [];
  const stored = new Map<string, string>();
  const asleep = { is: false };
  const entryOf = (key: string, text: string): AttributeEntry => ({
    ...{ key, value: { type: 'STRING', value: text }, scope: 'SHARED_SCOPE', lastUpdateTs: 1 },
  });
  const objects = new ClientObjects(
    { versions: new Map([[77, '1.0']]), instances: new Map(), formats: [] },
    new Map([['77_1.0', model]]),
  );
  const shared = createSharedAttributes({
    operations: {
      replace: async (path: Path, [entry]: { value: unknown }[]) => {
        written.push(`${pathText(path)} ${String(entry?.value).slice(0, 10)}`);
        return { code: '2.04', explanation: '', entries: [], payload: Buffer.alloc(0) };
      },
    } as unknown as Parameters<typeof createSharedAttributes>[0]['operations'],
    objects: () => objects,
    keyNames: () => keyNames,
    known: (texts) => texts.map((text) => [77, ...text.split('/').slice(2).map(Number)]),
    read: async (keys) => keys.flatMap((key) => (stored.has(key) ? [entryOf(key, stored.get(key) as string)] : [])),
    step: async (_name, _path, work) => void (await work()),
    isAsleep: () => asleep.is,
    log: () => undefined,
  });
  return { shared, written, stored, asleep, entryOf };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function used(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
/** A text in memory of its own. */
const text = (id: number): string => Buffer.from(`${id} `.padEnd(LENGTH, 'x')).toString('latin1');

describe('shared attributes of a client', () => {
  it('take little memory, however long the values are that it sends', async () => {
    const { shared, written, entryOf } = client();
    const before = used();
    for (let id = 0; id < RESOURCES; id++) shared.isNow([77, 0, id], text(id));
    expect(used() - before).toBeLessThan(8 * 1024 * 1024);
    shared.hold([entryOf('key999', text(999)), entryOf('key998', 'other')]);
    await shared.write();
    expect(written).toEqual(['/77/0/998 other']);
  });

  it('take little memory while it sleeps, and are written in their newest state when it wakes', async () => {
    const { shared, written, stored, asleep, entryOf } = client();
    asleep.is = true;
    const before = used();
    for (let id = 0; id < RESOURCES; id++) shared.hold([entryOf(`key${id}`, text(id))]);
    expect(used() - before).toBeLessThan(8 * 1024 * 1024);
    shared.hold([entryOf('key5', 'short')]);
    await shared.write();
    expect(written).toEqual([]);
    asleep.is = false;
    stored.set('key7', text(7));
    stored.set('key8', 'newest');
    await shared.write();
    expect(written.sort()).toEqual(['/77/0/5 short', '/77/0/7 7 xxxxxxxx', '/77/0/8 newest']);
    written.splice(0);
    await shared.write();
    expect(written).toEqual([]);
  });
});
