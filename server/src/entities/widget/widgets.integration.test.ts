import { NULL_UUID } from '@signalbox/contract/id';
import { isUnderWay, type Job, type JobFailure } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import type { WidgetsBundle, WidgetType, WidgetTypeDetails, WidgetTypeInfo } from '@signalbox/contract/widget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

/** As a client sends it: texts of code and JSON, and members that nobody knows. */
const DESCRIPTOR = {
  type: 'latest',
  sizeX: 7.5,
  sizeY: 3,
  resources: [],
  templateHtml: '<b>{{ "x" }}</b>',
  templateCss: '',
  controllerScript: 'self.onInit = function() {}',
  settingsSchema: '{}',
  dataKeySettingsSchema: '{}',
  defaultConfig: '{"title":"x"}',
  zz: 1,
  aa: [null],
};
const IMAGE = 'data:image/png;base64,AAAA';

const post = <T>(path: string, body: unknown, { admin } = acme): Promise<T> => admin.post<T>(path, body);
const refused = async (path: string, body: unknown): Promise<string> => {
  const reply = await acme.admin.call('POST', path, body);
  expect(reply.status).toBe(400);
  return (reply.body as { message: string }).message;
};
const newBundle = (body: object = {}, tenant = acme) =>
  post<WidgetsBundle>('/api/widgetsBundle', { title: 'Bundle', ...body }, tenant);
const newType = (bundle: WidgetsBundle, body: object = {}, tenant = acme) =>
  post<WidgetTypeDetails>(
    '/api/widgetType',
    { bundleAlias: bundle.alias, name: 'Type', descriptor: DESCRIPTOR, ...body },
    tenant,
  );
const typesOf = <T>(list: string, { alias }: WidgetsBundle, { admin } = acme): Promise<T[]> =>
  admin.get<T[]>(`/api/${list}?isSystem=false&bundleAlias=${encodeURIComponent(alias)}`);

describe('a bundle of widget types', () => {
  it('has an alias of its title, with a number where that is taken', async () => {
    const first = await newBundle({ title: 'Pumps & valves', image: IMAGE, description: 'For stations' });
    expect(first).toEqual({
      id: { entityType: 'WIDGETS_BUNDLE', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: acme.tenant.id,
      alias: 'pumps_valves',
      title: 'Pumps & valves',
      image: IMAGE,
      description: 'For stations',
    });
    expect(Object.keys(first)).toEqual(['id', 'createdTime', 'tenantId', 'alias', 'title', 'image', 'description']);
    expect((await newBundle({ title: 'Pumps, valves' })).alias).toBe('pumps_valves2');
    expect((await newBundle({ title: 'Pumps' }, other)).alias).toBe('pumps');
    expect((await newBundle({ title: 'Taken', alias: 'pumps_valves' })).alias).toBe('pumps_valves3');
  });

  it('gets different aliases when several are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => newBundle({ title: 'At once' })));
    expect(new Set(made.map(({ alias }) => alias)).size).toBe(8);
  });

  it('gets a number behind an alias that ends in an emoji and has no room for one', async () => {
    const alias = `${'x'.repeat(253)}\ud83d\ude00`;
    const bundles = [await newBundle({ alias }), await newBundle({ alias }), await newBundle({ alias })];
    expect(bundles.map((bundle) => bundle.alias)).toEqual([alias, `${'x'.repeat(253)}2`, `${'x'.repeat(253)}3`]);
    const first = bundles[0] as WidgetsBundle;
    const types = [await newType(first, { alias }), await newType(first, { alias }), await newType(first, { alias })];
    expect(types.map((type) => type.alias)).toEqual(bundles.map((bundle) => bundle.alias));
  });

  it('has no alias that ends in half of a character', async () => {
    const alias = 'a\ud800';
    for (let time = 1; time <= 2; time++) {
      expect(await refused('/api/widgetsBundle', { title: 'Cut', alias })).toContain('alias');
      const type = { bundleAlias: 'pumps_valves', name: 'Cut', descriptor: DESCRIPTOR, alias };
      expect(await refused('/api/widgetType', type)).toContain('alias');
    }
  });

  it('is changed except for its alias', async () => {
    const bundle = await newBundle({ title: 'Before' });
    const changed = { ...bundle, title: 'After', image: IMAGE };
    expect(await post('/api/widgetsBundle', changed)).toEqual(changed);
    expect(await acme.admin.get(`/api/widgetsBundle/${bundle.id.id}`)).toEqual(changed);
    expect(await refused('/api/widgetsBundle', { ...bundle, alias: 'new' })).toBe(
      'Update of widgets bundle alias is prohibited!',
    );
    expect(await refused('/api/widgetsBundle', { ...bundle, title: ' ' })).toBe(
      'Widgets bundle title should be specified!',
    );
    expect(await refused('/api/widgetsBundle', { title: 'x'.repeat(256) })).toMatch(/length of title must be equal or/);
  });

  it('is listed with those of the system, by pages and whole', async () => {
    const system = await platform.system.post<WidgetsBundle>('/api/widgetsBundle', { title: 'System-wide zebra' });
    expect(system.tenantId).toEqual({ entityType: 'TENANT', id: NULL_UUID });
    const own = await newBundle({ title: 'Our zebra' });
    const foreign = await newBundle({ title: 'Their zebra' }, other);
    const page = await acme.admin.get<PageData<WidgetsBundle>>(
      '/api/widgetsBundles?pageSize=10&page=0&textSearch=zebra&sortProperty=title&sortOrder=ASC',
    );
    expect(page).toEqual({ data: [own, system], totalPages: 1, totalElements: 2, hasNext: false });
    for (const property of ['alias', 'description']) {
      const sorted = `/api/widgetsBundles?pageSize=10&page=0&sortProperty=${property}`;
      expect((await acme.admin.call('GET', sorted)).status, property).toBe(200);
    }
    const all = await acme.admin.get<WidgetsBundle[]>('/api/widgetsBundles');
    expect(all).toEqual(expect.arrayContaining([own, system]));
    expect(all).not.toContainEqual(foreign);
    const ofSystem = await platform.system.get<WidgetsBundle[]>('/api/widgetsBundles');
    expect(ofSystem).toContainEqual(system);
    expect(ofSystem).not.toContainEqual(own);
    const visitor = await acme.customerUser.get<WidgetsBundle[]>('/api/widgetsBundles');
    expect(visitor).toEqual(expect.arrayContaining([own, system]));
    expect(await acme.admin.call('POST', '/api/widgetsBundle', { ...system, title: 'Ours now' })).toMatchObject({
      status: 403,
    });
    expect(await acme.admin.call('DELETE', `/api/widgetsBundle/${system.id.id}`)).toMatchObject({ status: 403 });
  });

  it('goes with its types', async () => {
    const bundle = await newBundle({ title: 'Going' });
    const type = await newType(bundle);
    await acme.admin.delete(`/api/widgetsBundle/${bundle.id.id}`);
    expect(await acme.admin.call('GET', `/api/widgetType/${type.id.id}`)).toMatchObject({ status: 404 });
    expect(await acme.admin.call('GET', `/api/widgetsBundle/${bundle.id.id}`)).toMatchObject({ status: 404 });
    expect(await refused('/api/widgetType', { bundleAlias: bundle.alias, name: 'Late', descriptor: DESCRIPTOR })).toBe(
      'Widget type is referencing to non-existent widgets bundle!',
    );
  });
});

describe('a widget type', () => {
  it('is stored as it was sent, and read by id, by alias and in lists', async () => {
    const bundle = await newBundle({ title: 'Typed' });
    const type = await newType(bundle, { name: 'Water level', image: IMAGE, description: 'Of a tank' });
    const base = {
      id: { entityType: 'WIDGET_TYPE', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: acme.tenant.id,
      bundleAlias: 'typed',
      alias: 'water_level',
      name: 'Water level',
    };
    expect(type).toEqual({ ...base, image: IMAGE, description: 'Of a tank', descriptor: DESCRIPTOR });
    expect(Object.keys(type.descriptor)).toEqual(Object.keys(DESCRIPTOR));
    expect(await acme.admin.get(`/api/widgetType/${type.id.id}`)).toEqual(type);
    const query = `isSystem=false&bundleAlias=typed&alias=water_level`;
    const brief = { ...base, descriptor: DESCRIPTOR };
    expect(await acme.customerUser.get<WidgetType>(`/api/widgetType?${query}`)).toEqual(brief);
    const second = await newType(bundle, { name: 'Water level', descriptor: { of: 'nobody' } });
    expect(second.alias).toBe('water_level2');
    expect((await typesOf<WidgetType>('widgetTypes', bundle))[0]).toEqual(brief);
    expect(await typesOf('widgetTypesDetails', bundle)).toEqual([type, second]);
    const infos = await typesOf<WidgetTypeInfo>('widgetTypesInfos', bundle);
    expect(infos[0]).toEqual({ ...base, image: IMAGE, description: 'Of a tank', widgetType: 'latest' });
    expect(infos[1]).toMatchObject({ alias: 'water_level2', image: null, description: null, widgetType: '' });
    expect(await acme.admin.call('GET', `/api/widgetType?isSystem=true&bundleAlias=typed&alias=x`)).toMatchObject({
      status: 404,
    });
    expect(await typesOf('widgetTypes', bundle, other)).toEqual([]);
  });

  it('is changed except for its aliases', async () => {
    const bundle = await newBundle({ title: 'Changing' });
    const type = await newType(bundle);
    const changed = { ...type, name: 'Other name', descriptor: { ...DESCRIPTOR, sizeX: 1 } };
    expect(await post('/api/widgetType', changed)).toEqual(changed);
    const messages = [
      [{ ...type, alias: 'new' }, 'Update of widget type alias is prohibited!'],
      [{ ...type, bundleAlias: 'new' }, 'Update of widget type bundle alias is prohibited!'],
      [{ ...type, name: null }, 'Widgets type name should be specified!'],
      [{ ...type, bundleAlias: '' }, 'Widgets type bundle alias should be specified!'],
      [{ ...type, descriptor: null }, "Widgets type descriptor can't be empty!"],
    ] as const;
    for (const [body, message] of messages) expect(await refused('/api/widgetType', body)).toBe(message);
    expect(await refused('/api/widgetType', { ...type, name: '<script>alert(1)</script>' })).toMatch(/malformed/);
    expect(await refused('/api/widgetType', { ...type, descriptor: 'text' })).toMatch(/descriptor/);
    expect(await refused('/api/widgetType', { ...type, image: 'x'.repeat(1_000_001) })).toMatch(/length of image/);
    await acme.admin.delete(`/api/widgetType/${type.id.id}`);
    expect(await acme.admin.call('POST', '/api/widgetType', type)).toMatchObject({ status: 404 });
  });

  it('goes with its tenant, and nothing is made for a tenant that is gone', async () => {
    const gone = await createTestTenant(platform, 'gone');
    const bundle = await newBundle({ title: 'Left' }, gone);
    await newType(bundle, {}, gone);
    await platform.system.delete(`/api/tenant/${gone.tenant.id.id}`);
    const { rows } = await platform.database.pool.query(
      `SELECT id FROM widgets_bundle WHERE tenant_id = $1 UNION ALL SELECT id FROM widget_type WHERE tenant_id = $1`,
      [gone.tenant.id.id],
    );
    expect(rows).toEqual([]);
  });
});

it('a job deletes bundles of the tenant, and none of the system', async () => {
  for (const title of ['Charts of ours', 'Charts of old', 'Kept']) await newBundle({ title });
  const bundles = { entityType: 'WIDGETS_BUNDLE', action: 'DELETE' } as const;
  const run = async (what: object) => {
    const { id } = await post<Job>('/api/jobs', { ...bundles, ...what });
    await expect.poll(async () => isUnderWay(await acme.admin.get<Job>(`/api/jobs/${id}`))).toBe(false);
    return acme.admin.get<Job>(`/api/jobs/${id}`);
  };
  expect(await run({ list: { textSearch: 'charts' } })).toMatchObject({ state: 'DONE', total: 2, done: 2, failed: 0 });
  const left = await acme.admin.get<PageData<WidgetsBundle>>('/api/widgetsBundles?pageSize=99&page=0');
  const titles = left.data.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Charts', 'Kept']));
  expect(titles).not.toContain('Charts of ours');
  const ofSystem = left.data.find(({ title }) => title === 'Charts') as WidgetsBundle;
  const { id, ...refused } = await run({ ids: [ofSystem.id.id] });
  expect(refused).toMatchObject({ total: 1, done: 0, failed: 1 });
  const failures = await acme.admin.get<PageData<JobFailure>>(`/api/jobs/${id}/failures?pageSize=9&page=0`);
  expect(failures.data).toMatchObject([{ reason: 'It belongs to the system.' }]);
  expect((await acme.customerUser.call('POST', '/api/jobs', { ...bundles, list: {} })).status).toBe(403);
});

it('of all that a list finds, a job deletes those of the tenant without a look at those of the system', async () => {
  for (const title of ['Gauges of ours', 'Gauges of old']) await newBundle({ title });
  const own = async () => {
    const path = '/api/widgetsBundles?pageSize=9&page=0&textSearch=gauges&sortProperty=title&own=true';
    return (await acme.admin.get<PageData<WidgetsBundle>>(path)).data.map(({ title }) => title);
  };
  expect(await own()).toEqual(['Gauges of old', 'Gauges of ours']);
  const job = { entityType: 'WIDGETS_BUNDLE', action: 'DELETE', list: { textSearch: 'gauges', own: true } };
  const { id } = await post<Job>('/api/jobs', job);
  await expect.poll(async () => isUnderWay(await acme.admin.get<Job>(`/api/jobs/${id}`))).toBe(false);
  expect(await acme.admin.get(`/api/jobs/${id}`)).toMatchObject({ state: 'DONE', total: 2, done: 2, failed: 0 });
  expect(await own()).toEqual([]);
});
