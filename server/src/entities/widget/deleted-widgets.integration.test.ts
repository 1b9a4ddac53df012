import type { DeletedWidgetsBundle, DeletedWidgetType } from '@signalbox/contract/deleted-widget';
import type { PageData } from '@signalbox/contract/page';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { createDocumentVersions } from '../versions/document-versions.ts';
import { createDeletedWidgets } from './deleted-widgets.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'widgets-gone');
  other = await createTestTenant(platform, 'widgets-elsewhere');
});
afterAll(() => platform?.stop());

const newBundle = (title: string) => acme.admin.post<WidgetsBundle>('/api/widgetsBundle', { title });
const newType = (bundle: WidgetsBundle, name: string) =>
  acme.admin.post<WidgetTypeDetails>('/api/widgetType', {
    bundleAlias: bundle.alias,
    name,
    descriptor: { type: 'latest', zz: 1, aa: [null] },
  });
const deletedBundles = async (text: string, { admin } = acme) =>
  (
    await admin.get<PageData<DeletedWidgetsBundle>>(
      `/api/widgetsBundles/deleted?pageSize=10&page=0&textSearch=${encodeURIComponent(text)}`,
    )
  ).data;
const deletedTypes = async (text: string) =>
  (
    await acme.admin.get<PageData<DeletedWidgetType>>(
      `/api/widgetTypes/deleted?pageSize=10&page=0&textSearch=${encodeURIComponent(text)}`,
    )
  ).data;
const details = ({ alias }: WidgetsBundle) =>
  acme.admin.get<WidgetTypeDetails[]>(`/api/widgetTypesDetails?isSystem=false&bundleAlias=${alias}`);

describe('deleted widget types', () => {
  it('come back under their ids, as often as they are deleted', async () => {
    const bundle = await newBundle('Gauges');
    const type = await newType(bundle, 'Round gauge');
    for (let count = 0; count < 2; count++) {
      await acme.admin.call('DELETE', `/api/widgetType/${type.id.id}`);
      expect(await deletedTypes('ROUND')).toMatchObject([
        {
          ...{ id: type.id, name: 'Round gauge', alias: type.alias, userId: acme.admin.user.id },
          ...{ bundleAlias: bundle.alias, bundleTitle: 'Gauges' },
        },
      ]);
      const path = `/api/widgetTypes/deleted/${type.id.id}`;
      expect((await other.admin.call('POST', `${path}/restore`)).status).toBe(404);
      expect(await acme.admin.post(`${path}/restore`)).toEqual(type);
      expect(await details(bundle)).toEqual([type]);
      expect(await deletedTypes('round')).toEqual([]);
    }
  });

  it('stay deleted when their bundle is gone, or another one has their alias', async () => {
    const bundle = await newBundle('Cards');
    const type = await newType(bundle, 'Card');
    await acme.admin.call('DELETE', `/api/widgetType/${type.id.id}`);
    const path = `/api/widgetTypes/deleted/${type.id.id}`;
    const successor = await newType(bundle, 'Card');
    expect(successor.alias).toBe(type.alias);
    expect(await acme.admin.call('POST', `${path}/restore`)).toMatchObject({ status: 409 });
    await acme.admin.call('DELETE', `/api/widgetsBundle/${bundle.id.id}`);
    expect(await acme.admin.call('POST', `${path}/restore`)).toMatchObject({ status: 400 });
    expect(await deletedTypes('card')).toMatchObject([{ bundleAlias: bundle.alias, bundleTitle: null }]);
    expect((await acme.admin.call('DELETE', path)).status).toBe(200);
    expect(await deletedTypes('card')).toEqual([]);
  });
});

describe('deleted bundles of widget types', () => {
  it('come back with their types', async () => {
    const bundle = await newBundle('Pumps');
    const types = [await newType(bundle, 'Pump'), await newType(bundle, 'Valve')];
    await acme.admin.call('DELETE', `/api/widgetsBundle/${bundle.id.id}`);
    expect(await deletedBundles('pumps')).toMatchObject([
      { id: bundle.id, name: 'Pumps', alias: bundle.alias, types: 2, userName: 'admin@widgets-gone.example' },
    ]);
    expect(await deletedBundles('', other)).toEqual([]);
    // They went with the bundle.
    expect(await deletedTypes('valve')).toEqual([]);
    expect(await acme.admin.post(`/api/widgetsBundles/deleted/${bundle.id.id}/restore`)).toEqual(bundle);
    expect(await details(bundle)).toEqual(types);
    expect(await deletedBundles('pumps')).toEqual([]);
  });

  it('stay deleted while another one has their alias, and are deleted for good by whoever wants', async () => {
    const bundle = await newBundle('Maps');
    await acme.admin.call('DELETE', `/api/widgetsBundle/${bundle.id.id}`);
    await newBundle('Maps');
    const path = `/api/widgetsBundles/deleted/${bundle.id.id}`;
    expect(await acme.admin.call('POST', `${path}/restore`)).toMatchObject({ status: 409 });
    expect((await other.admin.call('DELETE', path)).status).toBe(404);
    expect((await acme.admin.call('DELETE', path)).status).toBe(200);
    expect(await deletedBundles('maps')).toEqual([]);
  });
});

it('deleted types and bundles are kept for 30 days, and gone after them', async () => {
  const days = 30 * 24 * 3_600_000;
  const { db, pool } = platform.database;
  const kept = createDeletedWidgets(db, createDocumentVersions(db));
  const [stays, goes] = [await newBundle('Thirty days'), await newBundle('Thirty days gone')];
  const [young, old] = [await newType(stays, 'Thirty young'), await newType(stays, 'Thirty old')];
  for (const { id } of [young, old]) await acme.admin.call('DELETE', `/api/widgetType/${id.id}`);
  await acme.admin.call('DELETE', `/api/widgetsBundle/${goes.id.id}`);
  const [{ deletedTime, keptUntil } = { deletedTime: 0, keptUntil: 0 }] = await deletedTypes('thirty young');
  expect(keptUntil - deletedTime).toBe(days);
  await pool.query('UPDATE deleted_document SET deleted_time = deleted_time - $2 WHERE id = ANY($1)', [
    [old.id.id, goes.id.id],
    days,
  ]);
  expect(await deletedTypes('thirty')).toMatchObject([{ name: 'Thirty young' }]);
  expect(await deletedBundles('thirty')).toEqual([]);
  for (const path of [`widgetTypes/deleted/${old.id.id}`, `widgetsBundles/deleted/${goes.id.id}`])
    expect((await acme.admin.call('POST', `/api/${path}/restore`)).status).toBe(404);
  expect([await kept.types.sweep(Date.now()), await kept.bundles.sweep(Date.now())]).toEqual([1, 1]);
  expect(await acme.admin.post(`/api/widgetTypes/deleted/${young.id.id}/restore`)).toEqual(young);
});
