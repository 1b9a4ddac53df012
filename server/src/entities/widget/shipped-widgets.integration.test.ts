import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NULL_UUID } from '@signalbox/contract/id';
import type { WidgetsBundle, WidgetType, WidgetTypeDetails, WidgetTypeInfo } from '@signalbox/contract/widget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { WIDGET_REFERENCE } from '../../../test/widget-reference.ts';
import { type ShippedBundle, type ShippedCatalogue, shippedCatalogue } from './shipped-catalogue.ts';
import { updateShippedWidgets } from './shipped-widgets.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({}, undefined, 'tables');
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

const systemTypes = <T>(list: string, bundleAlias: string): Promise<T[]> =>
  acme.admin.get<T[]>(`/api/${list}?isSystem=true&bundleAlias=${bundleAlias}`);
const byAlias = (bundleAlias: string, alias: string): Promise<WidgetType> =>
  acme.customerUser.get<WidgetType>(`/api/widgetType?isSystem=true&bundleAlias=${bundleAlias}&alias=${alias}`);

describe('the first start', () => {
  it('has 14 bundles with 94 types under the aliases of the reference', async () => {
    const bundles = await platform.system.get<WidgetsBundle[]>('/api/widgetsBundles');
    expect(bundles.map(({ alias }) => alias).sort()).toEqual(Object.keys(WIDGET_REFERENCE).sort());
    let found = 0;
    for (const { alias, title, tenantId, description } of bundles) {
      expect(tenantId.id).toBe(NULL_UUID);
      expect({ title, description }).toEqual({
        title: WIDGET_REFERENCE[alias]?.title,
        description: expect.stringMatching(/\.$/),
      });
      const infos = await systemTypes<WidgetTypeInfo>('widgetTypesInfos', alias);
      expect(infos.map((type) => type.alias).sort()).toEqual(Object.keys(WIDGET_REFERENCE[alias]?.types ?? {}).sort());
      for (const info of infos) {
        const { name, type } = WIDGET_REFERENCE[alias]?.types[info.alias] ?? {};
        expect(info).toMatchObject({ name, widgetType: type, bundleAlias: alias, tenantId: { id: NULL_UUID } });
      }
      found += infos.length;
    }
    expect(found).toBe(94);
  });

  it('answers with a whole descriptor, by alias and by id', async () => {
    const type = await byAlias('charts', 'basic_timeseries');
    expect(Object.keys(type)).toEqual(['id', 'createdTime', 'tenantId', 'bundleAlias', 'alias', 'name', 'descriptor']);
    expect(Object.keys(type.descriptor)).toEqual([
      ...['type', 'sizeX', 'sizeY', 'resources', 'templateHtml', 'templateCss', 'controllerScript'],
      ...['settingsSchema', 'dataKeySettingsSchema', 'defaultConfig'],
    ]);
    const details = await systemTypes<WidgetTypeDetails>('widgetTypesDetails', 'charts');
    const same = details.find(({ alias }) => alias === 'basic_timeseries');
    expect(same).toMatchObject(type);
    expect(await acme.admin.get(`/api/widgetType/${type.id.id}`)).toEqual(same);
    expect(await systemTypes('widgetTypes', 'charts')).toContainEqual(type);
  });

  it('keeps the two types of the same alias apart', async () => {
    expect((await byAlias('cards', 'attributes_card')).name).toBe('Attributes card');
    expect((await byAlias('gateway_widgets', 'attributes_card')).name).toBe('Gateway events');
  });

  it('has every type that the dashboards of the demo use', async () => {
    const folder = path.join(import.meta.dirname, '../../demo/dashboards');
    const used = readdirSync(folder).flatMap((file) => {
      const { configuration } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
        configuration: { widgets: Record<string, { bundleAlias: string; typeAlias: string; type: string }> };
      };
      return Object.values(configuration.widgets);
    });
    expect(used.length).toBeGreaterThan(0);
    for (const { bundleAlias, typeAlias, type } of used) {
      expect((await byAlias(bundleAlias, typeAlias)).descriptor.type).toBe(type);
    }
  });

  it('lets tenants read the types of the system, and not change them', async () => {
    const type = await byAlias('cards', 'simple_card');
    const details = await acme.admin.get<WidgetTypeDetails>(`/api/widgetType/${type.id.id}`);
    expect(await acme.admin.call('POST', '/api/widgetType', { ...details, name: 'Ours' })).toMatchObject({
      status: 403,
    });
    expect(await acme.admin.call('DELETE', `/api/widgetType/${type.id.id}`)).toMatchObject({ status: 403 });
    expect(await acme.customerUser.call('GET', `/api/widgetType/${type.id.id}`)).toMatchObject({ status: 403 });
  });
});

/** A release with these bundles. */
const release = (fingerprint: string, bundles: ShippedBundle[]): ShippedCatalogue & { loads: () => number } => {
  let loads = 0;
  return {
    fingerprint: async () => fingerprint,
    load: async () => {
      loads++;
      return bundles;
    },
    loads: () => loads,
  };
};

const type = (alias: string, version: string) => ({
  alias,
  name: alias,
  description: version,
  image: null,
  descriptor: { type: 'latest', sizeX: 7.5, version },
});
const bundle = (alias: string, version: string, types: string[]): ShippedBundle => ({
  alias,
  title: alias,
  description: version,
  image: null,
  types: types.map((of) => type(of, version)),
});
const update = (catalogue: ShippedCatalogue) => updateShippedWidgets(platform.database.pool, catalogue);
const read = (bundleAlias: string): Promise<WidgetTypeDetails[]> =>
  platform.system.get(`/api/widgetTypesDetails?isSystem=true&bundleAlias=${bundleAlias}`);
const bundleOf = async (alias: string): Promise<WidgetsBundle | undefined> =>
  (await platform.system.get<WidgetsBundle[]>('/api/widgetsBundles')).find((found) => found.alias === alias);

describe('a start with another release', () => {
  it('updates what nobody has changed, and keeps ids', async () => {
    await update(release('plain 1', [bundle('plain', 'one', ['a', 'b'])]));
    const before = await read('plain');
    await update(release('plain 2', [bundle('plain', 'two', ['a', 'b', 'c'])]));
    const after = await read('plain');
    expect(after.map(({ alias, description, descriptor }) => [alias, description, descriptor.version])).toEqual([
      ['a', 'two', 'two'],
      ['b', 'two', 'two'],
      ['c', 'two', 'two'],
    ]);
    expect(after.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect((await bundleOf('plain'))?.description).toBe('two');
  });

  it('keeps what the system administrator has changed, also over the release after', async () => {
    await update(release('edited 1', [bundle('edited', 'one', ['a', 'b'])]));
    const [a] = await read('edited');
    const mine = await platform.system.post<WidgetTypeDetails>('/api/widgetType', { ...a, name: 'Mine' });
    const known = await bundleOf('edited');
    await platform.system.post('/api/widgetsBundle', { ...known, title: 'My title' });
    for (const version of ['two', 'three']) {
      await update(release(`edited ${version}`, [bundle('edited', version, ['a', 'b'])]));
      const [first, second] = await read('edited');
      expect(first).toEqual(mine);
      expect(second?.description).toBe(version);
      expect(await bundleOf('edited')).toMatchObject({ title: 'My title', description: 'one' });
    }
  });

  it('brings nothing back that was deleted', async () => {
    await update(release('gone 1', [bundle('gone', 'one', ['a', 'b']), bundle('gone_whole', 'one', ['a'])]));
    const [a] = await read('gone');
    await platform.system.delete(`/api/widgetType/${a?.id.id}`);
    await platform.system.delete(`/api/widgetsBundle/${(await bundleOf('gone_whole'))?.id.id}`);
    await update(release('gone 2', [bundle('gone', 'two', ['a', 'b']), bundle('gone_whole', 'two', ['a', 'new'])]));
    expect((await read('gone')).map(({ alias }) => alias)).toEqual(['b']);
    expect(await bundleOf('gone_whole')).toBeUndefined();
    expect(await read('gone_whole')).toEqual([]);
  });

  it('leaves bundles alone that administrators or tenants have made under the same alias', async () => {
    const own = await platform.system.post<WidgetsBundle>('/api/widgetsBundle', { title: 'Made here', alias: 'made' });
    const theirs = await acme.admin.post<WidgetsBundle>('/api/widgetsBundle', { title: 'Theirs', alias: 'made' });
    const made = { bundleAlias: 'made', alias: 'a', name: 'A of mine', descriptor: { type: 'static' } };
    const a = await platform.system.post<WidgetTypeDetails>('/api/widgetType', made);
    for (const version of ['one', 'two']) {
      await update(release(`made ${version}`, [bundle('made', version, ['a', 'b'])]));
      const types = await read('made');
      expect(types).toContainEqual(a);
      expect(types.find(({ alias }) => alias === 'b')?.description).toBe(version);
      expect(await bundleOf('made')).toEqual(own);
      expect(await acme.admin.get(`/api/widgetsBundle/${theirs.id.id}`)).toEqual(theirs);
    }
  });

  it('is safe when several servers start at once', async () => {
    const servers = Array.from({ length: 6 }, () => release('at once', [bundle('at_once', 'one', ['a', 'b', 'c'])]));
    await Promise.all(servers.map(update));
    expect((await read('at_once')).map(({ alias }) => alias)).toEqual(['a', 'b', 'c']);
  });
});

describe('a start with the same release', () => {
  it('asks the database once, and does not load the catalogue', async () => {
    const same = release('the same', [bundle('same', 'one', ['a'])]);
    await update(same);
    const statements: unknown[] = [];
    const counting = new Proxy(platform.database.pool, {
      get(pool, member) {
        if (member === 'query') statements.push(member);
        if (member === 'connect') throw new Error('a transaction was begun');
        const value: unknown = Reflect.get(pool, member);
        return typeof value === 'function' ? value.bind(pool) : value;
      },
    });
    await updateShippedWidgets(counting, same);
    expect(statements).toHaveLength(1);
    expect(same.loads()).toBe(1);
  });

  it('knows the catalogue by its files', async () => {
    expect(await shippedCatalogue.fingerprint()).toBe(await shippedCatalogue.fingerprint());
    expect(await shippedCatalogue.fingerprint()).toMatch(/^[0-9a-f]{64}$/);
  });
});
