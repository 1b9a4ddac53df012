import { createHash } from 'node:crypto';
import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { DashboardVersion, DeletedDashboard, FullDashboardVersion } from '@signalbox/contract/dashboard-version';
import type { PageData } from '@signalbox/contract/page';
import { storedStateText } from '@signalbox/contract/stored-state';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { createDocumentVersions, type DocumentBounds } from '../versions/document-versions.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { createDeletedDashboards } from './deleted-dashboards.ts';

const DAY = 24 * 3_600_000;

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let pool: pg.Pool;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'kept');
  other = await createTestTenant(platform, 'other-kept');
  pool = platform.database.pool;
});
afterAll(() => platform?.stop());

const save = (body: object) => acme.admin.post<Dashboard>('/api/dashboard', body);
const read = ({ id }: Dashboard) => acme.admin.get<Dashboard>(`/api/dashboard/${id.id}`);
const versionsOf = async ({ id }: Dashboard) =>
  (await acme.admin.get<PageData<DashboardVersion>>(`/api/dashboard/${id.id}/versions?pageSize=100&page=0`)).data;
const version = ({ id }: Dashboard, number: number) =>
  acme.admin.get<FullDashboardVersion>(`/api/dashboard/${id.id}/versions/${number}`);
const restore = ({ id }: Dashboard, number: number, query = '') =>
  acme.admin.call('POST', `/api/dashboard/${id.id}/versions/${number}/restore${query}`);
const remove = ({ id }: Dashboard) => acme.admin.call('DELETE', `/api/dashboard/${id.id}`);
const deleted = async (text: string) =>
  (await acme.admin.get<PageData<DeletedDashboard>>(`/api/dashboards/deleted?pageSize=100&page=0&textSearch=${text}`))
    .data;
const bringBack = ({ id }: Dashboard) => acme.admin.post<Dashboard>(`/api/dashboards/deleted/${id.id}/restore`);
const stateOf = (dashboard: Dashboard) => createHash('sha256').update(storedStateText(dashboard)).digest('hex');
const assign = ({ id }: Dashboard) =>
  acme.admin.post<Dashboard>(`/api/customer/${acme.customer.id.id}/dashboard/${id.id}`);
/** How many rows of versions, contents and deleted dashboards there are of some. */
async function rowsOf(...dashboards: Dashboard[]): Promise<number[]> {
  const ids = dashboards.map(({ id }) => id.id);
  const counts = [];
  for (const [table, column] of [
    ['document_version', 'document_id'],
    ['document_content', 'document_id'],
    ['deleted_document', 'id'],
  ]) {
    const { rows } = await pool.query(
      `SELECT count(*)::integer AS total FROM ${table} WHERE ${column} = ANY($1::uuid[])`,
      [ids],
    );
    counts.push(rows[0].total as number);
  }
  return counts;
}

describe('versions of dashboards', () => {
  it('are kept for every save with who and when, and none of a save that changes nothing', async () => {
    const first = await save({ title: 'Watched', configuration: { widgets: { a: 1 } } });
    await save({ ...first, configuration: { widgets: { a: 2 } } });
    await save({ ...first, configuration: { widgets: { a: 2 } } });
    await assign(first);
    await save({ ...first, title: 'Renamed', configuration: { widgets: { a: 2 } } });
    const versions = await versionsOf(first);
    expect(versions.map(({ number, name }) => [number, name])).toEqual([
      [3, 'Renamed'],
      [2, 'Watched'],
      [1, 'Watched'],
    ]);
    expect(versions[0]).toMatchObject({
      dashboardId: first.id,
      until: null,
      userId: acme.admin.user.id,
      userName: 'admin@kept.example',
      cause: 'SAVED',
      restored: null,
    });
    expect(versions[1]?.until).toBe(versions[0]?.createdTime);
    expect((await version(first, 1)).content).toEqual({
      title: 'Watched',
      image: null,
      mobileHide: false,
      mobileOrder: null,
      configuration: { widgets: { a: 1 } },
    });
    expect(await acme.admin.call('GET', `/api/dashboard/${first.id.id}/versions/4`)).toMatchObject({
      status: 404,
      body: { errorCode: 32, message: 'The dashboard has no version 4' },
    });
  });

  it('begin with what was stored before they were kept', async () => {
    const dashboard = await save({ title: 'Older', configuration: { from: 'before' } });
    await pool.query('DELETE FROM document_version WHERE document_id = $1', [dashboard.id.id]);
    expect(await versionsOf(dashboard)).toMatchObject([{ number: 1, cause: 'FOUND', userId: null }]);
    await pool.query('DELETE FROM document_version WHERE document_id = $1', [dashboard.id.id]);
    await save({ ...dashboard, configuration: { from: 'now' } });
    expect(await versionsOf(dashboard)).toMatchObject([
      { number: 2, cause: 'SAVED' },
      { number: 1, cause: 'FOUND', createdTime: dashboard.createdTime },
    ]);
    expect((await version(dashboard, 1)).content.configuration).toEqual({ from: 'before' });
  });

  it('are restored as versions of their own, and customers stay', async () => {
    const first = await save({ title: 'First', image: 'data:image/png;base64,AA', configuration: { a: 1 } });
    const { assignedCustomers } = await assign(first);
    const second = await save({ ...first, title: 'Second', image: null, mobileOrder: 3, configuration: { a: 2 } });
    expect(await restore(first, 1, `?basedOn=${stateOf(first)}`)).toMatchObject({ status: 409 });
    expect(await read(first)).toMatchObject({ title: 'Second' });
    const restored = await restore(first, 1, `?basedOn=${stateOf(second)}`);
    expect(restored.body).toEqual({ ...first, assignedCustomers });
    expect(await read(first)).toEqual(restored.body);
    expect(await versionsOf(first)).toMatchObject([
      { number: 3, cause: 'RESTORED', restored: 1, name: 'First', until: null },
      { number: 2, name: 'Second' },
      { number: 1, name: 'First' },
    ]);
    // Once for both versions that have the same.
    expect(await rowsOf(first)).toEqual([3, 2, 0]);
    expect(await restore(first, 1)).toMatchObject({ status: 200 });
    expect(await versionsOf(first)).toHaveLength(3);
  });

  it('are for administrators of the tenant alone', async () => {
    const dashboard = await save({ title: 'Secret', configuration: {} });
    await assign(dashboard);
    const path = `/api/dashboard/${dashboard.id.id}/versions`;
    for (const call of [`${path}?pageSize=1&page=0`, `${path}/1`]) {
      expect((await acme.customerUser.call('GET', call)).status).toBe(403);
      expect((await other.admin.call('GET', call)).status).toBe(404);
    }
    expect((await other.admin.call('POST', `${path}/1/restore`)).status).toBe(404);
    expect((await acme.customerUser.call('GET', '/api/dashboards/deleted?pageSize=1&page=0')).status).toBe(403);
  });
});

describe('deleted dashboards', () => {
  it('come back under their ids with their versions, for no customer', async () => {
    const made = await save({ title: 'Comes back', configuration: { a: 1 } });
    const dashboard = await assign(await save({ ...made, configuration: { a: 2 } }));
    expect((await remove(dashboard)).status).toBe(200);
    const [found, ...more] = await deleted('COMES');
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      id: dashboard.id,
      name: 'Comes back',
      userId: acme.admin.user.id,
      userName: 'admin@kept.example',
      customers: 1,
    });
    expect(found?.keptUntil).toBe((found?.deletedTime ?? 0) + 30 * DAY);
    expect((await version(dashboard, 1)).content.configuration).toEqual({ a: 1 });
    expect((await other.admin.call('POST', `/api/dashboards/deleted/${dashboard.id.id}/restore`)).status).toBe(404);
    const back = await bringBack(dashboard);
    expect(back).toEqual({ ...dashboard, assignedCustomers: null });
    expect(await read(dashboard)).toEqual(back);
    expect(await deleted('comes')).toEqual([]);
    expect(await versionsOf(dashboard)).toMatchObject([
      { number: 3, cause: 'RESTORED', restored: 2, until: null },
      { number: 2, until: found?.deletedTime },
      { number: 1 },
    ]);
    expect((await acme.admin.call('POST', `/api/dashboards/deleted/${dashboard.id.id}/restore`)).status).toBe(404);
    const logs = await acme.admin.get<PageData<AuditLog>>(
      `/api/audit/logs/entity/DASHBOARD/${dashboard.id.id}?pageSize=20&page=0&sortProperty=createdTime&sortOrder=DESC`,
    );
    expect(logs.data.map(({ actionType }) => actionType)).toContain('DELETED');
    expect(logs.data.filter(({ actionType }) => actionType === 'ADDED')).toHaveLength(2);
  });

  it('are gone when they are deleted for good', async () => {
    const dashboard = await save({ title: 'For good', configuration: { a: 1 } });
    await remove(dashboard);
    const path = `/api/dashboards/deleted/${dashboard.id.id}`;
    expect((await other.admin.call('DELETE', path)).status).toBe(404);
    expect((await acme.admin.call('DELETE', path)).status).toBe(200);
    expect((await acme.admin.call('DELETE', path)).status).toBe(404);
    expect(await rowsOf(dashboard)).toEqual([0, 0, 0]);
  });

  it('are gone after 30 days', async () => {
    const { sweep } = createDeletedDashboards(platform.database.db, createDocumentVersions(platform.database.db));
    const [old, young] = [await save({ title: 'Long ago' }), await save({ title: 'Yesterday' })] as const;
    await remove(old);
    await remove(young);
    await pool.query('UPDATE deleted_document SET deleted_time = deleted_time - $2 WHERE id = $1', [
      old.id.id,
      30 * DAY,
    ]);
    expect(await deleted('long')).toEqual([]);
    expect(await sweep(Date.now())).toBe(1);
    expect(await rowsOf(old)).toEqual([0, 0, 0]);
    expect(await rowsOf(young)).toEqual([1, 1, 1]);
  });
});

describe('what is kept of dashboards', () => {
  let stores = 0;
  /** Dashboards of acme with bounds of their own. */
  function withBounds(bounds: DocumentBounds) {
    // Later than what was saved before, in whatever time: what goes is chosen by when it ended.
    let time = Date.now() + ++stores * DAY;
    const versions = createDocumentVersions(platform.database.db, bounds, () => time++);
    const gone = createDeletedDashboards(platform.database.db, versions);
    const store = createDashboardStore(platform.database.db, versions, gone);
    return {
      pass: (ms: number) => {
        time += ms;
      },
      save: (dashboard: Dashboard, configuration: unknown) => store.update({ ...dashboard, configuration }, undefined),
    };
  }
  /** What does not get smaller by compression, in bytes. */
  const noise = (bytes: number, seed: number) => {
    let text = '';
    for (let count = 0; text.length < bytes; count++) {
      text += createHash('sha512').update(`${seed} ${count}`).digest('base64');
    }
    return text;
  };
  const numbers = async (dashboard: Dashboard) => (await versionsOf(dashboard)).map(({ number }) => number);

  it('is the newest 200 versions and what is younger than 30 days', async () => {
    const { save: saveHere, pass } = withBounds({});
    const dashboard = await save({ title: 'Bounded', configuration: 0 });
    for (let count = 1; count <= 205; count++) await saveHere(dashboard, count);
    expect((await rowsOf(dashboard))[0]).toBe(206);
    pass(31 * DAY);
    await saveHere(dashboard, 'last');
    expect((await rowsOf(dashboard))[0]).toBe(200);
  });

  it('takes little room, of one and of all together: the oldest go, but never what is in force', async () => {
    const { save: saveHere } = withBounds({ maxBytesEach: 50_000, maxBytes: 80_000 });
    const [large, small] = [await save({ title: 'Large' }), await save({ title: 'Small' })] as const;
    for (let count = 1; count <= 3; count++) await saveHere(small, noise(10_000, count));
    for (let count = 1; count <= 12; count++) await saveHere(large, noise(10_000, 100 + count));
    const kept = await numbers(large);
    expect(kept[0]).toBe(13);
    expect(kept.length).toBeLessThan(8);
    expect(kept.length).toBeGreaterThan(1);
    // Those of others stay while only one takes much.
    expect(await numbers(small)).toEqual([4, 3, 2, 1]);
    await saveHere(large, noise(500_000, 1));
    await saveHere(large, 'little');
    expect((await numbers(large))[0]).toBe(15);
    expect((await numbers(small))[0]).toBe(4);
  });

  it('goes with the tenant', async () => {
    const gone = await createTestTenant(platform, 'gone-kept');
    const dashboards: Dashboard[] = [];
    for (const title of ['Stays', 'Goes']) {
      dashboards.push(await gone.admin.post<Dashboard>('/api/dashboard', { title }));
    }
    await gone.admin.call('DELETE', `/api/dashboard/${dashboards[1]?.id.id}`);
    expect(await rowsOf(...dashboards)).toEqual([2, 2, 1]);
    expect((await platform.system.call('DELETE', `/api/tenant/${gone.tenant.id.id}`)).status).toBe(200);
    await expect.poll(() => rowsOf(...dashboards)).toEqual([0, 0, 0]);
  });
});
