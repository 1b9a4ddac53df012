import type { Alarm, AlarmInfo } from '@signalbox/contract/alarm';
import type { Asset } from '@signalbox/contract/asset';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { Device, DeviceInfo } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { Edge } from '@signalbox/contract/edge';
import { isUnderWay, type Job, type JobFailure, type JobInput, MAX_JOBS_WAITING } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANY_PORT } from '../../test/any-port.ts';
import { request } from '../../test/import-world.ts';
import { createPerson, createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { readSettings } from '../config/settings.ts';
import { startPlatform } from '../platform.ts';

const PATIENCE = { timeout: 150_000, interval: 30 };

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

type Input = Partial<JobInput> & Pick<JobInput, 'action'>;

const start = (input: Input, caller: Caller = acme.admin) =>
  caller.post<Job>('/api/jobs', { entityType: 'DEVICE', ...input });

const read = ({ id }: Job, caller: Caller = acme.admin) => caller.get<Job>(`/api/jobs/${id}`);

/** Waits until a job has ended. */
function ended(job: Job, caller: Caller = acme.admin): Promise<Job> {
  return vi.waitFor(async () => {
    const now = await read(job, caller);
    expect(isUnderWay(now)).toBe(false);
    return now;
  }, PATIENCE);
}

const run = async (input: Input, caller: Caller = acme.admin) => ended(await start(input, caller), caller);

const failuresOf = async ({ id }: Job) =>
  (await acme.admin.get<PageData<JobFailure>>(`/api/jobs/${id}/failures?pageSize=100&page=0`)).data;

const make = (names: readonly string[], caller: Caller = acme.admin) =>
  Promise.all(names.map((name) => caller.post<Device>('/api/device', { name, type: 'default' })));

const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

const idsOf = (entities: readonly { id: { id: string } }[]) => entities.map(({ id }) => id.id);

const find = async (text: string) =>
  (
    await acme.admin.get<PageData<DeviceInfo>>(
      `/api/tenant/deviceInfos?pageSize=5000&page=0&textSearch=${encodeURIComponent(text)}`,
    )
  ).data;

/** How often something is in the audit log of each device, by its id. */
async function audited(type: string, ids: readonly string[]): Promise<number[]> {
  const { rows } = await platform.database.pool.query<{ entity_id: string; count: number }>(
    `SELECT entity_id, count(*)::integer AS count FROM audit_log
     WHERE action_type = $1 AND entity_id = ANY($2::uuid[]) GROUP BY entity_id`,
    [type, ids],
  );
  return ids.map((id) => rows.find((row) => row.entity_id === id)?.count ?? 0);
}

describe('a job', () => {
  it('deletes everything that a list finds, as single calls do, and nothing else', async () => {
    const gone = await make(named('gone', 230));
    await make(['stays']);
    const job = await start({ action: 'DELETE', list: { textSearch: 'gone' } });
    expect(job).toMatchObject({ entityType: 'DEVICE', action: 'DELETE', total: 230, done: 0, failed: 0 });
    const done = await ended(job);
    expect(done).toMatchObject({ state: 'DONE', total: 230, done: 230, failed: 0, reason: null });
    expect(done.endedTime).toBeGreaterThan(0);
    expect(await find('gone')).toEqual([]);
    expect(await find('stays')).toHaveLength(1);
    expect(new Set(await audited('DELETED', idsOf(gone)))).toEqual(new Set([1]));
  });

  it('applies the filters of its list', async () => {
    const [assigned, free] = (await make(['filter a', 'filter b'])) as [Device, Device];
    await acme.admin.post(`/api/customer/${acme.customer.id.id}/device/${assigned.id.id}`);
    await run({ action: 'DELETE', list: { textSearch: 'filter', customerId: acme.customer.id.id } });
    expect(idsOf(await find('filter'))).toEqual([free.id.id]);
    await run({ action: 'DELETE', list: { textSearch: 'filter', type: 'no such type' } });
    expect(idsOf(await find('filter'))).toEqual([free.id.id]);
    await run({ action: 'DELETE', list: { textSearch: 'filter', unassigned: true } });
    expect(await find('filter')).toEqual([]);
  });

  it('finds every entity of a list of several pages, also when others leave it meanwhile', {
    timeout: 180_000,
  }, async () => {
    await acme.admin.post('/api/device/bulk_import', request(['NAME'], named('page', 2300)));
    // As if the job had read a page of 2,000, of which 300 were then deleted.
    await platform.database.pool.query(
      `CREATE FUNCTION note_page() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         DELETE FROM device WHERE id IN (SELECT id FROM device WHERE name LIKE 'page %' ORDER BY created_time, id LIMIT 300);
         RETURN NULL;
       END $$;
       CREATE TRIGGER note_page AFTER UPDATE OF found_page ON job
         FOR EACH ROW WHEN (NEW.found_page = 1 AND OLD.found_page = 0) EXECUTE FUNCTION note_page()`,
    );
    const done = await run({
      action: 'ASSIGN_TO_CUSTOMER',
      targetId: acme.customer.id.id,
      list: { textSearch: 'page' },
    });
    await platform.database.pool.query('DROP FUNCTION note_page CASCADE');
    expect(done).toMatchObject({ state: 'DONE', total: 2300, done: 2000, failed: 300 });
    const left = await find('page');
    expect(left).toHaveLength(2000);
    expect(left.filter(({ customerTitle }) => customerTitle !== 'Customer A')).toEqual([]);
    expect(new Set(await audited('ASSIGNED_TO_CUSTOMER', idsOf(left)))).toEqual(new Set([1]));
    await platform.database.pool.query("DELETE FROM device WHERE name LIKE 'page %'");
  });

  it('says what it failed on and why, and tries that again', async () => {
    const devices = await make(named('report', 5));
    const [withView] = devices as [Device];
    const view = await acme.admin.post<{ id: { id: string } }>('/api/entityView', {
      name: 'View of report',
      type: 'excerpt',
      entityId: withView.id,
    });
    const [foreign] = (await make(['of others'], other.admin)) as [Device];
    const job = await run({ action: 'UNASSIGN_FROM_CUSTOMER', ids: [...idsOf(devices), foreign.id.id] });
    expect(job).toMatchObject({ state: 'DONE', total: 6, done: 5, failed: 1 });
    expect(await failuresOf(job)).toEqual([
      {
        entityId: foreign.id,
        name: foreign.id.id,
        reason: `Device with id [${foreign.id.id}] is not found`,
      },
    ]);
    const deletion = await run({ action: 'DELETE', ids: idsOf(devices) });
    expect(deletion).toMatchObject({ state: 'DONE', total: 5, done: 4, failed: 1 });
    const [failure] = (await failuresOf(deletion)) as [JobFailure];
    expect(failure).toMatchObject({ name: 'report 0', reason: expect.stringContaining('entity view') });
    await acme.admin.delete(`/api/entityView/${view.id.id}`);
    const again = await acme.admin.post<Job>(`/api/jobs/${deletion.id}/retry`);
    expect(again).toMatchObject({ total: 5, done: 4, failed: 0, endedTime: null });
    expect(await ended(again)).toMatchObject({ state: 'DONE', total: 5, done: 5, failed: 0 });
    expect(await failuresOf(deletion)).toEqual([]);
    expect((await other.admin.get<Device>(`/api/device/${foreign.id.id}`)).name).toBe('of others');
  });

  it('assigns, takes back, makes public and private, each device once', async () => {
    const devices = await make(named('owned', 3));
    const ids = idsOf(devices);
    const owners = async () => (await find('owned')).map((info) => info.customerTitle).sort();
    const targetId = acme.customer.id.id;
    expect(await run({ action: 'ASSIGN_TO_CUSTOMER', targetId, ids })).toMatchObject({
      targetName: 'Customer A',
      done: 3,
    });
    expect(await owners()).toEqual(['Customer A', 'Customer A', 'Customer A']);
    expect(await run({ action: 'ASSIGN_TO_CUSTOMER', targetId, ids })).toMatchObject({ done: 3, failed: 0 });
    expect(await audited('ASSIGNED_TO_CUSTOMER', ids)).toEqual([1, 1, 1]);
    await acme.admin.delete(`/api/customer/device/${ids[0]}`);
    const shared = await run({ action: 'MAKE_PUBLIC', ids });
    expect(shared).toMatchObject({ done: 1, failed: 2 });
    expect((await failuresOf(shared)).map(({ reason }) => reason)).toEqual([
      'It belongs to the customer Customer A.',
      'It belongs to the customer Customer A.',
    ]);
    // What is public is made private only by the action of that name.
    await run({ action: 'UNASSIGN_FROM_CUSTOMER', ids });
    expect(await owners()).toEqual(['Public', null, null]);
    await run({ action: 'MAKE_PRIVATE', ids });
    expect(await owners()).toEqual([null, null, null]);
  });

  it('changes the profile of devices and puts them on edges', async () => {
    const ids = idsOf(await make(named('moved', 3)));
    const { id, createdTime, ...defaults } = await acme.admin.get<DeviceProfile>(
      `/api/deviceProfile/${(await find('moved'))[0]?.deviceProfileId.id}`,
    );
    const profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
      ...defaults,
      name: 'Pumps',
      default: false,
    });
    expect(createdTime).toBeGreaterThan(0);
    expect(id.id).not.toBe(profile.id.id);
    const changed = await run({ action: 'CHANGE_PROFILE', targetId: profile.id.id, ids });
    expect(changed).toMatchObject({ state: 'DONE', done: 3, targetName: 'Pumps' });
    expect((await find('moved')).map(({ type }) => type)).toEqual(['Pumps', 'Pumps', 'Pumps']);
    const edge = await acme.admin.post<Edge>('/api/edge', {
      name: 'Site',
      type: 'site',
      routingKey: 'jobs',
      secret: 'secret',
      edgeLicenseKey: 'license',
      cloudEndpoint: 'https://signalbox.example',
    });
    const edgeId = edge.id.id;
    const onEdge = async () =>
      (await acme.admin.get<PageData<Device>>(`/api/edge/${edgeId}/devices?pageSize=10&page=0`)).totalElements;
    await run({ action: 'ASSIGN_TO_EDGE', targetId: edgeId, list: { textSearch: 'moved' } });
    expect(await onEdge()).toBe(3);
    await run({ action: 'UNASSIGN_FROM_EDGE', targetId: edgeId, list: { edgeId } });
    expect(await onEdge()).toBe(0);
  });

  it('works on the other kinds that lists have', async () => {
    const targetId = acme.customer.id.id;
    const dashboards = await Promise.all(
      named('board', 3).map((title) => acme.admin.post<Dashboard>('/api/dashboard', { title, configuration: {} })),
    );
    const ofCustomer = async () =>
      (await acme.admin.get<PageData<Dashboard>>(`/api/customer/${targetId}/dashboards?pageSize=10&page=0`))
        .totalElements;
    await run({ entityType: 'DASHBOARD', action: 'ASSIGN_TO_CUSTOMER', targetId, ids: idsOf(dashboards) });
    expect(await ofCustomer()).toBe(3);
    const list = { customerId: targetId };
    await run({ entityType: 'DASHBOARD', action: 'UNASSIGN_FROM_CUSTOMER', targetId, list });
    expect(await ofCustomer()).toBe(0);
    for (const name of named('house', 3)) await acme.admin.post<Asset>('/api/asset', { name, type: 'building' });
    expect(await run({ entityType: 'ASSET', action: 'DELETE', list: { type: 'building' } })).toMatchObject({
      state: 'DONE',
      done: 3,
    });
    for (const title of named('customer of job', 3)) await acme.admin.post('/api/customer', { title });
    const customers = await run({ entityType: 'CUSTOMER', action: 'DELETE', list: { textSearch: 'of job' } });
    expect(customers).toMatchObject({ state: 'DONE', done: 3 });
    const tenant = await platform.system.post<{ id: { id: string } }>('/api/tenant', { title: 'short-lived' });
    const tenants = await run(
      { entityType: 'TENANT', action: 'DELETE', list: { textSearch: 'short-lived' } },
      platform.system,
    );
    expect(tenants).toMatchObject({ state: 'DONE', done: 1 });
    expect((await platform.system.call('GET', `/api/tenant/${tenant.id.id}`)).status).toBe(404);
  });

  it('acknowledges, clears and deletes alarms, also those of a customer for its users', async () => {
    const [mine, theirs] = await make(['Alarmed 0', 'Alarmed 1']);
    await acme.admin.post(`/api/customer/${acme.customer.id.id}/device/${theirs?.id.id}`);
    const raise = (device: Device | undefined, type: string, severity: string) =>
      acme.admin.post<Alarm>('/api/alarm', { type, severity, status: 'ACTIVE_UNACK', originator: device?.id });
    const [hot] = await Promise.all([
      raise(mine, 'Hot', 'CRITICAL'),
      raise(mine, 'Wet', 'MINOR'),
      raise(theirs, 'Hot', 'CRITICAL'),
      raise(theirs, 'Dry', 'CRITICAL'),
    ]);
    const statuses = async (device: Device | undefined) =>
      (
        await acme.admin.get<PageData<AlarmInfo>>(
          `/api/alarm/DEVICE/${device?.id.id}?pageSize=10&page=0&sortProperty=type&sortOrder=ASC`,
        )
      ).data.map(({ type, status }) => `${type} ${status}`);

    const alarms = { entityType: 'ALARM' } as const;
    const cleared = await run({ ...alarms, action: 'CLEAR', list: { type: 'Hot', severity: 'CRITICAL' } });
    expect(cleared).toMatchObject({ state: 'DONE', total: 2, done: 2 });
    expect(await statuses(mine)).toEqual(['Hot CLEARED_UNACK', 'Wet ACTIVE_UNACK']);
    const own = { ...alarms, action: 'ACKNOWLEDGE', list: { searchStatus: 'ACTIVE' } } as const;
    expect(await run(own, acme.customerUser)).toMatchObject({ state: 'DONE', done: 1 });
    expect(await statuses(theirs)).toEqual(['Dry ACTIVE_ACK', 'Hot CLEARED_UNACK']);
    expect(await statuses(mine)).toEqual(['Hot CLEARED_UNACK', 'Wet ACTIVE_UNACK']);
    const foreign = await run({ ...alarms, action: 'CLEAR', ids: [hot.id.id] }, acme.customerUser);
    expect(foreign).toMatchObject({ done: 0, failed: 1 });
    const list = { entity: mine?.id ?? null };
    expect(await run({ ...alarms, action: 'DELETE', list })).toMatchObject({ state: 'DONE', done: 2 });
    expect(await statuses(mine)).toEqual([]);
    expect(await statuses(theirs)).toHaveLength(2);
  });

  it.each([
    [{ action: 'DELETE' }, 'either ids or list'],
    [{ action: 'DELETE', ids: [] }, 'ids must not be empty'],
    [{ action: 'DELETE', ids: ['7d6b1c50-0000-1000-8000-000000000000'], list: {} }, 'either ids or list'],
    [{ action: 'ASSIGN_TO_CUSTOMER', list: {} }, 'targetId must be given'],
    [{ action: 'DELETE', list: { tenantId: '7d6b1c50-0000-1000-8000-000000000000' } }, 'list.tenantId'],
    [{ entityType: 'CUSTOMER', action: 'MAKE_PUBLIC', list: {} }, 'does not apply to CUSTOMER'],
    [{ entityType: 'EDGE', action: 'DELETE', list: { edgeId: '7d6b1c50-0000-1000-8000-000000000000' } }, 'list.edgeId'],
  ])('is refused when it makes no sense: %j', async (input, message) => {
    const reply = await acme.admin.call('POST', '/api/jobs', { entityType: 'DEVICE', ...input });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  });

  it('is refused for what its owner may not know of', async () => {
    const foreign = { entityType: 'DEVICE', action: 'DELETE', list: { customerId: other.customer.id.id } };
    expect((await acme.admin.call('POST', '/api/jobs', foreign)).status).toBe(404);
    const target = { entityType: 'DEVICE', action: 'ASSIGN_TO_CUSTOMER', targetId: other.customer.id.id, list: {} };
    expect((await acme.admin.call('POST', '/api/jobs', target)).status).toBe(404);
    const tenants = { entityType: 'TENANT', action: 'DELETE', list: {} };
    expect((await acme.admin.call('POST', '/api/jobs', tenants)).status).toBe(403);
  });

  it('is seen by its owner only', async () => {
    const colleague = await createPerson(platform, acme.admin, {
      email: 'colleague@acme.example',
      authority: 'TENANT_ADMIN',
    });
    const job = await run({ action: 'DELETE', list: { textSearch: 'nothing has this name' } });
    expect((await acme.admin.get<Job[]>('/api/jobs')).map(({ id }) => id)).toContain(job.id);
    for (const caller of [colleague, other.admin, platform.system]) {
      expect((await caller.get<Job[]>('/api/jobs')).map(({ id }) => id)).not.toContain(job.id);
      expect((await caller.call('GET', `/api/jobs/${job.id}`)).status).toBe(404);
      expect((await caller.call('GET', `/api/jobs/${job.id}/failures?pageSize=1&page=0`)).status).toBe(404);
      expect((await caller.call('POST', `/api/jobs/${job.id}/cancel`)).status).toBe(404);
      expect((await caller.call('POST', `/api/jobs/${job.id}/retry`)).status).toBe(404);
      await caller.delete(`/api/jobs/${job.id}`);
      expect((await acme.admin.call('GET', `/api/jobs/${job.id}`)).status).toBe(200);
    }
    await acme.admin.delete(`/api/jobs/${job.id}`);
    // Another window of the same person may have been first.
    expect((await acme.admin.call('DELETE', `/api/jobs/${job.id}`)).status).toBe(200);
    expect((await acme.admin.call('GET', `/api/jobs/${job.id}`)).status).toBe(404);
  });
});

/** Holds back every change of devices until it is released. */
async function holdDevices(): Promise<() => Promise<void>> {
  const client = await platform.database.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE device IN SHARE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

describe('a job under way', () => {
  it('stops when it is cancelled, and continues where it stood', async () => {
    const ids = idsOf(await make(named('halfway', 450)));
    const release = await holdDevices();
    const job = await start({ action: 'DELETE', ids });
    expect(await acme.admin.post<Job>(`/api/jobs/${job.id}/cancel`)).toMatchObject({ state: 'CANCELLED' });
    await release();
    // A job that began before it was cancelled ends its step.
    const next = await run({ action: 'UNASSIGN_FROM_CUSTOMER', list: { textSearch: 'halfway' } });
    const { done, state } = await read(job);
    expect(state).toBe('CANCELLED');
    expect(done).toBeLessThanOrEqual(40);
    expect(next.total).toBe(450 - done);
    await acme.admin.post<Job>(`/api/jobs/${job.id}/retry`);
    expect(await ended(job)).toMatchObject({ state: 'DONE', total: 450, done: 450, failed: 0 });
    expect(await find('halfway')).toEqual([]);
  });

  it('is the only one of its tenant, of a limited number, and those of others run meanwhile', async () => {
    const devices = idsOf(await make(['queue']));
    const theirs = idsOf(await make(['theirs'], other.admin));
    const release = await holdDevices();
    const jobs: Job[] = [];
    for (let at = 0; at < MAX_JOBS_WAITING; at++) jobs.push(await start({ action: 'DELETE', ids: devices }));
    const refused = await acme.admin.call('POST', '/api/jobs', {
      entityType: 'DEVICE',
      action: 'DELETE',
      ids: devices,
    });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('jobs of this tenant') } });
    const beside = await start({ action: 'DELETE', ids: theirs }, other.admin);
    await vi.waitFor(async () => {
      expect((await read(beside, other.admin)).state).toBe('RUNNING');
      const states = (await acme.admin.get<Job[]>('/api/jobs')).map(({ state }) => state);
      expect(states.filter((state) => state === 'RUNNING')).toHaveLength(1);
      expect(states.filter((state) => state === 'QUEUED')).toHaveLength(MAX_JOBS_WAITING - 1);
    }, PATIENCE);
    await release();
    for (const job of jobs) expect(await ended(job)).toMatchObject({ state: 'DONE', done: 1, failed: 0 });
    expect(await ended(beside, other.admin)).toMatchObject({ done: 1 });
  });

  it('fails when its owner may not do it any more', async () => {
    const owner = await createPerson(platform, acme.admin, { email: 'owner@acme.example', authority: 'TENANT_ADMIN' });
    const ids = idsOf(await make(named('kept', 450)));
    const release = await holdDevices();
    const job = await start({ action: 'DELETE', ids }, owner);
    await acme.admin.post(`/api/user/${owner.user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`);
    await release();
    await vi.waitFor(async () => {
      const { rows } = await platform.database.pool.query('SELECT state, reason FROM job WHERE id = $1', [job.id]);
      expect(rows).toEqual([{ state: 'FAILED', reason: 'Its owner may not do this any more.' }]);
    }, PATIENCE);
    // The batch that was under way is the last one.
    expect((await find('kept')).length).toBeGreaterThanOrEqual(250);
    await run({ action: 'DELETE', list: { textSearch: 'kept' } });
  });

  it('goes with its owner, and with the tenant', async () => {
    const gone = await createTestTenant(platform, 'gone');
    const owner = await createPerson(platform, gone.admin, { email: 'owner@gone.example', authority: 'TENANT_ADMIN' });
    const jobsOf = async (ids: string[]) =>
      (await platform.database.pool.query('SELECT FROM job WHERE id = ANY($1::uuid[])', [ids])).rowCount;
    const first = await run({ action: 'DELETE', list: {} }, owner);
    const second = await run({ action: 'DELETE', list: {} }, gone.admin);
    expect(await jobsOf([first.id, second.id])).toBe(2);
    await gone.admin.delete(`/api/user/${owner.user.id.id}`);
    expect(await jobsOf([first.id, second.id])).toBe(1);
    await platform.system.delete(`/api/tenant/${gone.tenant.id.id}`);
    expect(await jobsOf([first.id, second.id])).toBe(0);
  });
});

describe('after a restart', () => {
  it('a job continues where it stood and does nothing twice, and old ones are forgotten', async () => {
    const ids = idsOf(await make(named('restart', 450)));
    const old = await run({ action: 'DELETE', list: { textSearch: 'nothing has this name' } });
    const { pool } = platform.database;
    await pool.query('UPDATE job SET ended_time = $2 WHERE id = $1', [old.id, Date.now() - 8 * 86_400_000]);
    const job = await start({ action: 'ASSIGN_TO_CUSTOMER', targetId: acme.customer.id.id, ids });
    await vi.waitFor(async () => expect((await read(job)).done).toBeGreaterThan(0), { ...PATIENCE, interval: 2 });
    // It ends its step after the server has begun to stop.
    const release = await holdDevices();
    const halting = platform.halt();
    await release();
    await halting;
    const stored = async () => {
      const { rows } = await pool.query<{ state: string; done: number; position: number }>(
        'SELECT state, done, position FROM job WHERE id = $1',
        [job.id],
      );
      return rows[0] as { state: string; done: number; position: number };
    };
    const halted = await stored();
    expect(halted.state).toBe('RUNNING');
    expect(halted.done).toBeLessThan(450);
    // A server that is killed has not noted its last step.
    const repeated = Math.min(40, halted.position);
    await pool.query('UPDATE job SET position = position - $2, done = done - $2 WHERE id = $1', [job.id, repeated]);
    const again = await startPlatform({
      settings: { ...readSettings({}), ...ANY_PORT },
      log: pino({ level: 'silent' }),
      connection: platform.database.connection,
      onBroken(error) {
        throw error;
      },
    });
    try {
      await vi.waitFor(async () => expect(await stored()).toMatchObject({ state: 'DONE', done: 450 }), PATIENCE);
      expect(new Set(await audited('ASSIGNED_TO_CUSTOMER', ids))).toEqual(new Set([1]));
      expect((await pool.query('SELECT FROM job WHERE id = $1', [old.id])).rowCount).toBe(0);
      expect((await pool.query('SELECT FROM job_batch WHERE job_id = $1', [job.id])).rowCount).toBe(0);
    } finally {
      await again.stop();
    }
  });
});
