import { setTimeout as delay } from 'node:timers/promises';
import type { Dashboard } from '@signalbox/contract/dashboard';
import {
  type DashboardReports,
  MAX_REPORTS,
  type Report,
  type ReportInput,
  type ReportPage,
} from '@signalbox/contract/report';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { type OpenDatabase, openDatabase } from '../storage/database.ts';
import { createReportRunner } from './report-runner.ts';
import { createReportStore, type DueReport } from './report-store.ts';

const PATIENCE = { timeout: 40_000 };

const HOUR = 3_600_000;
const MINUTE = 60_000;

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let pool: pg.Pool;
let database: OpenDatabase;
beforeAll(async () => {
  platform = await startTestPlatform({ reportBrowser: '/nowhere/chromium' });
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
  database = openDatabase(platform.database.connection, 4);
  pool = database.pool;
});
afterAll(async () => {
  await database?.close();
  await platform?.stop();
});
beforeEach(() => pool.query('DELETE FROM report'));

const newDashboard = async (caller: Caller) =>
  (await caller.post<Dashboard>('/api/dashboard', { title: 'Plant', configuration: {} })).id.id;

const input = (given: Partial<ReportInput> = {}): ReportInput => ({
  name: 'Weekly',
  format: 'PDF',
  paper: 'a4',
  orientation: 'landscape',
  view: 'state=W10',
  recipients: ['ann@example.com', 'bob@example.com'],
  schedule: { period: 'HOUR', minute: 0, weekdays: [], monthDay: 1, timeZone: 'UTC' },
  isEnabled: true,
  ...given,
});

const create = async (caller: Caller, given: Partial<ReportInput> = {}) =>
  caller.post<Report>(`/api/dashboard/${await newDashboard(caller)}/reports`, input(given));

describe('reports of a dashboard', () => {
  it('are kept with what was said and when it is their turn', async () => {
    const report = await create(acme.admin);
    expect(report).toMatchObject({ ...input(), lastTime: null, lastError: null, isDue: false });
    expect(report.nextTime).toBe(Math.ceil((Date.now() + 1) / HOUR) * HOUR);
    const { reports } = await acme.admin.get<DashboardReports>(`/api/dashboard/${report.dashboardId}/reports`);
    expect(reports).toEqual([report]);
    const changed = await acme.admin.post<Report>(`/api/reports/${report.id}`, input({ name: 'B', isEnabled: false }));
    expect(changed).toEqual({ ...report, name: 'B', isEnabled: false, nextTime: null });
    expect((await acme.admin.call('DELETE', `/api/reports/${report.id}`)).status).toBe(200);
    expect((await acme.admin.call('DELETE', `/api/reports/${report.id}`)).status).toBe(404);
  });

  it.each<[string, Partial<ReportInput>, RegExp]>([
    ['a name of blanks', { name: '  ' }, /name/],
    ['a name that would begin another header', { name: 'A\r\nBcc: x@example.com' }, /name/],
    ['nobody to send it to', { recipients: [] }, /recipients/],
    ['no address', { recipients: ['ann'] }, /recipients/],
    ['several addresses in one', { recipients: ['a@example.com, b@example.com'] }, /recipients/],
    ['too many', { recipients: Array.from({ length: 21 }, (_, at) => `a${at}@example.com`) }, /recipients/],
    ['a week without days', { schedule: { ...input().schedule, period: 'WEEK' } }, /weekdays/],
    ['a zone that is not one', { schedule: { ...input().schedule, timeZone: 'Mars/Base' } }, /timeZone/],
    ['a time that is not one', { schedule: { ...input().schedule, minute: 1440 } }, /minute/],
  ])('name the field for %s', async (_, given, message) => {
    const dashboardId = await newDashboard(acme.admin);
    const { status, body } = await acme.admin.call('POST', `/api/dashboard/${dashboardId}/reports`, input(given));
    expect(status).toBe(400);
    expect((body as { message: string }).message).toMatch(message);
  });

  it('are those of their tenant alone', async () => {
    const { id, dashboardId } = await create(acme.admin);
    const calls = [
      ['GET', `/api/dashboard/${dashboardId}/reports`],
      ['POST', `/api/dashboard/${dashboardId}/reports`, input()],
      ['GET', `/api/reports/${id}`],
      ['POST', `/api/reports/${id}`, input()],
      ['POST', `/api/reports/${id}/switch`, { isEnabled: false }],
      ['POST', `/api/reports/${id}/send`],
      ['DELETE', `/api/reports/${id}`],
    ] as const;
    for (const [method, url, body] of calls) {
      expect([url, (await other.admin.call(method, url, body)).status]).toEqual([url, 404]);
    }
  });

  it('are paged, sorted and searched by name, dashboard and recipients', async () => {
    for (const name of ['b', 'C', 'a']) await create(acme.admin, { name, recipients: [`${name}@example.com`] });
    await create(other.admin, { name: 'of others' });
    const page = (query: string) => acme.admin.get<ReportPage>(`/api/reports?${query}`);
    const names = ({ data }: ReportPage) => data.map(({ name }) => name);
    const first = await page('pageSize=2&page=0&sortProperty=name&sortOrder=ASC');
    expect(names(first)).toEqual(['a', 'b']);
    expect(first).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: true });
    expect(first.unavailable).toMatch(/no browser at/);
    expect(first.data[0]).toMatchObject({ dashboardTitle: 'Plant', isDue: false });
    expect(names(await page('pageSize=2&page=1&sortProperty=name&sortOrder=DESC'))).toEqual(['a']);
    expect(names(await page('pageSize=9&page=0&textSearch=B@EXAMPLE'))).toEqual(['b']);
    expect(names(await page('pageSize=9&page=0&textSearch=plant'))).toHaveLength(3);
    expect((await acme.admin.call('GET', '/api/reports?pageSize=9&page=0&sortProperty=content')).status).toBe(400);
  });

  it('are paused and go on, and stay those of who set them up', async () => {
    const report = await create(acme.admin, { schedule: { ...input().schedule, period: 'DAY' } });
    const turn = (isEnabled: boolean) => acme.admin.post<Report>(`/api/reports/${report.id}/switch`, { isEnabled });
    expect(await turn(false)).toEqual({ ...report, isEnabled: false, nextTime: null });
    expect(await turn(true)).toEqual(report);
    expect(await acme.admin.get<Report>(`/api/reports/${report.id}`)).toEqual(report);
  });

  it('go with their dashboard', async () => {
    const { dashboardId } = await create(acme.admin);
    await acme.admin.delete(`/api/dashboard/${dashboardId}`);
    expect((await pool.query('SELECT 1 FROM report')).rowCount).toBe(0);
  });

  it('are bounded, also when they are added at once', async () => {
    const dashboardId = await newDashboard(acme.admin);
    const add = () => acme.admin.call('POST', `/api/dashboard/${dashboardId}/reports`, input());
    const replies = await Promise.all(Array.from({ length: MAX_REPORTS + 10 }, add));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_REPORTS);
  });

  it('say why none can be sent', async () => {
    const { id, dashboardId } = await create(acme.admin);
    const listed = await acme.admin.get<DashboardReports>(`/api/dashboard/${dashboardId}/reports`);
    expect(listed.unavailable).toMatch(/no browser at/);
    const { status, body } = await acme.admin.call('POST', `/api/reports/${id}/send`);
    expect({ status, body }).toMatchObject({ status: 400, body: { message: listed.unavailable } });
  });
});

describe('the turn of a report', () => {
  const log = pino({ level: 'silent' });
  const due = (id: string, time: number) => pool.query('UPDATE report SET due_time = $2 WHERE id = $1', [id, time]);
  const row = async (id: string) => {
    const { rows } = await pool.query(
      `SELECT due_time::float8, held_until::float8, last_time::float8, last_error, attempts FROM report WHERE id = $1`,
      [id],
    );
    return rows[0];
  };

  function start(send: (report: DueReport) => Promise<void>) {
    const runner = createReportRunner({
      store: createReportStore(database.db, pool),
      log,
      send,
      mayRun: async () => true,
    });
    runner.open();
    return runner;
  }

  it('comes to each tenant in turn, and once on several servers', async () => {
    const now = Date.now();
    for (const minutes of [5, 4, 3])
      await due((await create(acme.admin, { name: `a${minutes}` })).id, now - minutes * MINUTE);
    await due((await create(other.admin, { name: 'o' })).id, now - MINUTE);
    await create(acme.admin, { name: 'later' });
    const sent: string[] = [];
    const send = async ({ content }: DueReport) => {
      await delay(5);
      sent.push(content.name);
    };
    const first = start(send);
    await vi.waitFor(() => expect(sent).toHaveLength(4), PATIENCE);
    await first.close();
    expect(sent).toEqual(['a5', 'o', 'a4', 'a3']);

    sent.length = 0;
    await pool.query('UPDATE report SET due_time = 1, held_until = 0');
    const servers = [start(send), start(send)];
    await vi.waitFor(async () => {
      expect((await pool.query('SELECT 1 FROM report WHERE due_time = 1')).rowCount).toBe(0);
    }, PATIENCE);
    await Promise.all(servers.map((server) => server.close()));
    expect(sent.toSorted()).toEqual(['a3', 'a4', 'a5', 'later', 'o']);
  });

  it('is tried again, and then comes at the next time of its schedule', async () => {
    const { id } = await create(acme.admin, { schedule: { ...input().schedule, period: 'DAY' } });
    let tries = 0;
    for (const attempt of [1, 2, 3]) {
      await due(id, 1);
      const runner = start(async () => {
        tries++;
        throw new Error('the mail server is away');
      });
      await vi.waitFor(async () => expect((await row(id)).held_until).toBe(0), PATIENCE);
      await vi.waitFor(async () => expect((await row(id)).due_time).not.toBe(1), PATIENCE);
      await runner.close();
      const { due_time, last_error, attempts } = await row(id);
      expect(tries).toBe(attempt);
      expect(last_error).toBe('the mail server is away');
      expect(attempts).toBe(attempt % 3);
      if (attempt === 3) expect(due_time % (24 * HOUR)).toBe(0);
      else expect(due_time - Date.now()).toBeLessThanOrEqual(5 * MINUTE);
    }
  });

  it('is the one that was saved while it was drawn', async () => {
    const { id } = await create(acme.admin);
    await due(id, 1);
    const runner = start(async () => {
      await acme.admin.post(`/api/reports/${id}`, input({ isEnabled: false }));
    });
    await vi.waitFor(async () => expect((await row(id)).last_time).not.toBeNull(), PATIENCE);
    await runner.close();
    expect(await row(id)).toMatchObject({ due_time: null, held_until: 0, last_error: null });
  });

  it('comes again when the server that drew it was killed', async () => {
    const { id } = await create(acme.admin);
    await due(id, 1);
    const store = createReportStore(database.db, pool);
    expect(await store.hold(id, Date.now(), Date.now() + 200)).toMatchObject({ id, attempts: 1 });
    expect(await store.findDue(Date.now())).toEqual([]);
    await vi.waitFor(async () => expect(await store.findDue(Date.now())).toHaveLength(1), PATIENCE);
  });
});
