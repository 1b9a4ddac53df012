import { createHash } from 'node:crypto';
import type { PageData } from '@signalbox/contract/page';
import { storedStateText } from '@signalbox/contract/stored-state';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import type { FullWidgetTypeVersion, WidgetTypeVersion } from '@signalbox/contract/widget-type-version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let bundle: WidgetsBundle;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'types-kept');
  other = await createTestTenant(platform, 'types-elsewhere');
  bundle = await acme.admin.post('/api/widgetsBundle', { title: 'Kept' });
});
afterAll(() => platform?.stop());

const save = (body: object) =>
  acme.admin.post<WidgetTypeDetails>('/api/widgetType', { bundleAlias: bundle.alias, ...body });
const withScript = (controllerScript: string) => ({ type: 'latest', controllerScript });
const versionsOf = async ({ id }: WidgetTypeDetails) =>
  (await acme.admin.get<PageData<WidgetTypeVersion>>(`/api/widgetType/${id.id}/versions?pageSize=100&page=0`)).data;
const version = ({ id }: WidgetTypeDetails, number: number) =>
  acme.admin.get<FullWidgetTypeVersion>(`/api/widgetType/${id.id}/versions/${number}`);
const restore = ({ id }: WidgetTypeDetails, number: number, query = '') =>
  acme.admin.call('POST', `/api/widgetType/${id.id}/versions/${number}/restore${query}`);
const stateOf = (type: WidgetTypeDetails) => createHash('sha256').update(storedStateText(type)).digest('hex');
/** How many versions and contents there are of some. */
async function rowsOf(...types: WidgetTypeDetails[]): Promise<number[]> {
  const counts = [];
  for (const table of ['document_version', 'document_content']) {
    const { rows } = await platform.database.pool.query(
      `SELECT count(*)::integer AS total FROM ${table} WHERE document_id = ANY($1::uuid[])`,
      [types.map(({ id }) => id.id)],
    );
    counts.push(rows[0].total as number);
  }
  return counts;
}

describe('versions of widget types', () => {
  it('are kept for every save with who and when, and none of a save that changes nothing', async () => {
    const first = await save({ name: 'Gauge', descriptor: withScript('1') });
    await save({ ...first, descriptor: withScript('2') });
    await save({ ...first, descriptor: withScript('2') });
    await save({ ...first, name: 'Dial', description: 'Round', descriptor: withScript('2') });
    const versions = await versionsOf(first);
    expect(versions.map(({ number, name }) => [number, name])).toEqual([
      [3, 'Dial'],
      [2, 'Gauge'],
      [1, 'Gauge'],
    ]);
    expect(versions[0]).toMatchObject({
      widgetTypeId: first.id,
      until: null,
      userId: acme.admin.user.id,
      userName: 'admin@types-kept.example',
      cause: 'SAVED',
    });
    expect((await version(first, 1)).content).toEqual({
      name: 'Gauge',
      image: null,
      description: null,
      descriptor: withScript('1'),
    });
    expect(await acme.admin.call('GET', `/api/widgetType/${first.id.id}/versions/4`)).toMatchObject({
      status: 404,
      body: { message: 'The widget type has no version 4' },
    });
  });

  it('begin with what was stored before they were kept', async () => {
    const type = await save({ name: 'Older', descriptor: withScript('1') });
    await platform.database.pool.query('DELETE FROM document_version WHERE document_id = $1', [type.id.id]);
    expect(await versionsOf(type)).toMatchObject([{ number: 1, cause: 'FOUND', userId: null, userName: null }]);
  });

  it('are restored as versions of their own, unless somebody saved meanwhile', async () => {
    const first = await save({ name: 'First', descriptor: withScript('1') });
    const second = await save({ ...first, name: 'Second', descriptor: withScript('2') });
    expect(await restore(first, 1, `?basedOn=${stateOf(first)}`)).toMatchObject({ status: 409 });
    const restored = await restore(first, 1, `?basedOn=${stateOf(second)}`);
    expect(restored.body).toEqual(first);
    expect(await acme.admin.get(`/api/widgetType/${first.id.id}`)).toEqual(first);
    expect((await versionsOf(first))[0]).toMatchObject({ number: 3, cause: 'RESTORED', restored: 1, until: null });
  });

  it('are for those alone who may change the type', async () => {
    const type = await save({ name: 'Ours', descriptor: withScript('1') });
    const path = `/api/widgetType/${type.id.id}/versions`;
    expect((await other.admin.call('GET', `${path}?pageSize=10&page=0`)).status).toBe(404);
    const shipped = await acme.admin.get<WidgetTypeDetails>(
      '/api/widgetType?isSystem=true&bundleAlias=cards&alias=html_card',
    );
    const ofSystem = `/api/widgetType/${shipped.id.id}/versions?pageSize=10&page=0`;
    expect((await acme.admin.call('GET', ofSystem)).status).toBe(403);
    expect((await platform.system.get<PageData<WidgetTypeVersion>>(ofSystem)).data).toMatchObject([
      { number: 1, cause: 'FOUND' },
    ]);
  });

  it('stay with a deleted type, and go with one that is deleted for good', async () => {
    const type = await save({ name: 'Gone', descriptor: withScript('1') });
    const changed = await save({ ...type, descriptor: withScript('2') });
    await acme.admin.call('DELETE', `/api/widgetType/${type.id.id}`);
    expect(await acme.admin.post(`/api/widgetTypes/deleted/${type.id.id}/restore`)).toEqual(changed);
    expect((await versionsOf(type)).map(({ cause }) => cause)).toEqual(['RESTORED', 'SAVED', 'SAVED']);
    expect(await rowsOf(type)).toEqual([3, 2]);
    await acme.admin.call('DELETE', `/api/widgetType/${type.id.id}`);
    await acme.admin.call('DELETE', `/api/widgetTypes/deleted/${type.id.id}`);
    expect(await rowsOf(type)).toEqual([0, 0]);
  });

  it('end, come back and go with the bundle', async () => {
    const small = await acme.admin.post<WidgetsBundle>('/api/widgetsBundle', { title: 'Small' });
    const type = await save({ bundleAlias: small.alias, name: 'Part', descriptor: withScript('1') });
    const remove = () => acme.admin.call('DELETE', `/api/widgetsBundle/${small.id.id}`);
    await remove();
    await acme.admin.post(`/api/widgetsBundles/deleted/${small.id.id}/restore`);
    expect(await versionsOf(type)).toMatchObject([
      { number: 2, cause: 'RESTORED', restored: 1, until: null },
      { number: 1, cause: 'SAVED', until: expect.any(Number) },
    ]);
    await remove();
    expect(await rowsOf(type)).toEqual([2, 1]);
    await acme.admin.call('DELETE', `/api/widgetsBundles/deleted/${small.id.id}`);
    expect(await rowsOf(type)).toEqual([0, 0]);
  });
});
