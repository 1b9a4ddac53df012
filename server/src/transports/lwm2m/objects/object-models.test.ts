import { NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmbeddedLiveBus } from '../../../bus/embedded-live-bus.ts';
import { createObjectModels } from './object-models.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const fileOf = (object: number, name: string): string =>
  `<LWM2M><Object><ObjectID>${object}</ObjectID><Resources><Item ID="1"><Name>${name}</Name><Type>String</Type></Item></Resources></Object></LWM2M>`;

/** Models in files: owner → key → file. */
function stored(files: Record<string, Record<string, string>>) {
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const read: string[] = [];
  const requested: string[] = [];
  let [underWay, most] = [0, 0];
  let pause: () => Promise<unknown> = async () => undefined;
  const models = createObjectModels({
    liveBus,
    files: {
      async owners(tenantId, keys) {
        requested.push(tenantId);
        const whose = (key: string) => [tenantId, NULL_UUID].find((owner) => files[owner]?.[key] !== undefined);
        return new Map(keys.flatMap((key) => (whose(key) ? [[key, whose(key) as string] as const] : [])));
      },
      async read(owner, key) {
        most = Math.max(most, ++underWay);
        read.push(`${owner === NULL_UUID ? 'system' : owner} ${key}`);
        await pause();
        underWay--;
        const file = files[owner]?.[key];
        return file === undefined ? undefined : Buffer.from(file);
      },
    },
  });
  closing.push(models.close);
  return {
    ...{ models, read, requested },
    most: () => most,
    pauseBy: (next: typeof pause) => {
      pause = next;
    },
    changed: (tenantId: string) =>
      liveBus.publish({
        ...{ kind: 'entity', action: 'updated', tenantId },
        entityId: { entityType: 'TB_RESOURCE', id: '1' },
      }),
  };
}

describe('models of objects', () => {
  it('are those of the tenant, else of the system, and read once', async () => {
    const own = stored({
      [NULL_UUID]: { '3_1.0': fileOf(3, 'system'), '4_1.0': fileOf(4, 'system') },
      one: { '3_1.0': fileOf(3, 'own') },
    });
    const keys = ['3_1.0', '4_1.0', '77_1.0'];
    for (const tenant of ['one', 'two', 'one', 'two']) {
      expect([...(await own.models.find(tenant, keys)).keys()].sort()).toEqual(['3_1.0', '4_1.0']);
    }
    expect(own.read.sort()).toEqual(['one 3_1.0', 'system 3_1.0', 'system 4_1.0']);
    expect(own.requested).toEqual(['one', 'two']);
  });

  it('are read again when a resource of their owner changes, and those of others are not', async () => {
    const files = { [NULL_UUID]: { '3_1.0': fileOf(3, 'system') }, one: { '4_1.0': fileOf(4, 'own') }, two: {} };
    const own = stored(files);
    const find = (tenant: string) => own.models.find(tenant, ['3_1.0', '4_1.0']);
    await find('one');
    await find('two');
    own.read.splice(0);
    own.requested.splice(0);
    own.changed('two');
    await find('one');
    expect([own.read, own.requested]).toEqual([[], []]);
    await find('two');
    expect([own.read, own.requested]).toEqual([[], ['two']]);
    own.changed(NULL_UUID);
    Object.assign(files[NULL_UUID] as object, { '4_1.0': fileOf(4, 'system') });
    expect([...(await find('two')).keys()].sort()).toEqual(['3_1.0', '4_1.0']);
    await find('one');
    expect(own.read).toEqual(['system 3_1.0', 'system 4_1.0']);
  });

  it('are not kept when they change while they are read', async () => {
    const files = { one: { '3_1.0': fileOf(3, 'before') } };
    const own = stored(files);
    let go = (): void => undefined;
    own.pauseBy(
      () =>
        new Promise<void>((resolve) => {
          go = resolve;
        }),
    );
    const first = own.models.find('one', ['3_1.0']);
    await expect.poll(() => own.read.length).toBe(1);
    own.pauseBy(async () => undefined);
    own.changed('one');
    go();
    await first;
    await own.models.find('one', ['3_1.0']);
    expect(own.read).toHaveLength(2);
  });

  it('are read a few at a time, each once for all who want it, and no tenant waits for all those of another', async () => {
    const keys = Array.from({ length: 50 }, (_, id) => `${id}_1.0`);
    const filesOf = Object.fromEntries(keys.map((key, id) => [key, fileOf(id, 'x')]));
    const own = stored({ greedy: filesOf, modest: { '3_1.0': fileOf(3, 'x') } });
    own.pauseBy(() => new Promise((resolve) => setImmediate(resolve)));
    const all = Promise.all(Array.from({ length: 20 }, () => own.models.find('greedy', keys)));
    while (own.read.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await own.models.find('modest', ['3_1.0']);
    expect(own.read.length).toBeLessThan(20);
    const found = await all;
    expect(found.every((models) => models.size === 50)).toBe(true);
    expect(own.read).toHaveLength(51);
    expect(own.most()).toBeLessThanOrEqual(2);
  });
});
