import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { DEMO_CUSTOMER, DEMO_DEVICES, DEMO_SITES, type DemoDevice } from './demo-devices.ts';
import { DEMO_PROFILES, profileBody } from './demo-profiles.ts';
import { DEVICE_KINDS, type DeviceKind, measure, publishPeriod, seedOf } from './device-models.ts';

/** The published accounts of the demo data set; the server refuses to show them beyond loopback. */
export const DEMO_ACCOUNTS = {
  systemAdministrator: { username: 'sysadmin@signalbox.local', password: 'sysadmin' },
  tenantAdministrator: { username: 'tenant@signalbox.local', password: 'tenant' },
  customerUser: { username: 'customer@signalbox.local', password: 'customer' },
} as const;

const DEMO_TENANT = 'Signalbox Demo';
const HISTORY_MS = 24 * 3_600_000;
const HISTORY_STEP_MS = 2 * 60_000;

type Method = 'GET' | 'POST' | 'DELETE';

interface Account {
  username: string;
  password: string;
}

/** Calls of the REST API as one user, inside the process. */
interface Caller {
  get<T>(url: string): Promise<T>;
  post<T>(url: string, body?: unknown): Promise<T>;
  delete(url: string): Promise<void>;
  /** The status alone, for questions. */
  text(url: string): Promise<string>;
}

interface Saved {
  id: { id: string; entityType: string };
}

/**
 * Creates the demo tenant with its customer, users, device profiles with alarm rules, devices, the sites that contain
 * them, a day of history and dashboards, through the public REST API. Does nothing if it exists; starts over when an earlier attempt was interrupted.
 * @param administrator account of the system administrator
 */
export async function createDemoData(
  http: FastifyInstance,
  log: Logger,
  administrator: Account = DEMO_ACCOUNTS.systemAdministrator,
): Promise<void> {
  const system = await signIn(http, administrator);
  const tenants = await system.get<{ data: (Saved & { title: string; additionalInfo: { demo?: string } | null })[] }>(
    `/api/tenants?pageSize=100&page=0&textSearch=${encodeURIComponent(DEMO_TENANT)}`,
  );
  const existing = tenants.data.find((tenant) => tenant.title === DEMO_TENANT);
  if (existing?.additionalInfo?.demo === 'complete') return;
  if (existing) await system.delete(`/api/tenant/${existing.id.id}`);

  log.info('creating the demo data');
  const tenant = await system.post<Saved & Record<string, unknown>>('/api/tenant', {
    title: DEMO_TENANT,
    country: 'Norway',
    city: 'Tromsø',
    additionalInfo: { description: 'Simulated greenhouses, cold stores and meters', demo: 'incomplete' },
  });
  await createUser(http, system, DEMO_ACCOUNTS.tenantAdministrator, {
    authority: 'TENANT_ADMIN',
    tenantId: tenant.id,
    firstName: 'Tora',
    lastName: 'Berg',
  });
  const caller = await signIn(http, DEMO_ACCOUNTS.tenantAdministrator);
  const customer = await caller.post<Saved>('/api/customer', {
    title: DEMO_CUSTOMER,
    country: 'Norway',
    city: 'Tromsø',
    email: 'post@nordfisk.example',
    additionalInfo: { description: 'Cold stores and refrigerated vans' },
  });
  await createUser(http, caller, DEMO_ACCOUNTS.customerUser, {
    authority: 'CUSTOMER_USER',
    tenantId: tenant.id,
    customerId: customer.id,
    firstName: 'Kari',
    lastName: 'Nord',
  });
  const profiles: [DeviceKind, Saved][] = [];
  for (const kind of DEVICE_KINDS) {
    const profile = await caller.post<Saved>('/api/deviceProfile', profileBody(kind, []));
    await caller.post(`/api/deviceProfile/${profile.id.id}/nowKeys`, { keys: DEMO_PROFILES[kind].nowKeys });
    profiles.push([kind, profile]);
  }
  const sites = new Map<string, Saved['id']>();
  for (const name of DEMO_SITES) {
    sites.set(name, (await caller.post<Saved>('/api/asset', { name, type: 'site' })).id);
  }
  for (const device of DEMO_DEVICES) {
    const saved = await caller.post<Saved>('/api/device', {
      name: device.name,
      type: device.kind,
      label: device.label,
      additionalInfo: { description: `Simulated ${device.kind}`, simulated: true },
      ...(device.customer ? { customerId: customer.id } : {}),
    });
    const relation = { from: sites.get(device.site), to: saved.id, type: 'Contains', typeGroup: 'COMMON' };
    await caller.post('/api/relation', relation);
    await writeHistory(caller, saved.id.id, device);
  }
  await importDashboards(caller, customer.id.id);
  // After the history, of which no alarms are told: they would all be of this moment.
  for (const [kind, { id }] of profiles) {
    await caller.post('/api/deviceProfile', { id, ...profileBody(kind, DEMO_PROFILES[kind].alarms) });
  }
  await system.post('/api/tenant', {
    ...tenant,
    additionalInfo: { ...(tenant.additionalInfo as object), demo: 'complete' },
  });
  log.info({ devices: DEMO_DEVICES.length }, 'the demo data is complete');
}

async function writeHistory(caller: Caller, deviceId: string, device: DemoDevice): Promise<void> {
  const seed = seedOf(device.name);
  const now = Date.now();
  const points: { ts: number; values: object }[] = [];
  // Up to the moment from which the simulator publishes.
  for (let ts = now - HISTORY_MS; ts < now; ts += HISTORY_STEP_MS) {
    points.push({ ts, values: measure(device.kind, seed, ts) });
  }
  await caller.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, points);
  await caller.post(`/api/plugins/telemetry/DEVICE/${deviceId}/attributes/SERVER_SCOPE`, {
    publishPeriod: publishPeriod(device.kind, seed),
    site: device.label,
  });
}

/** Imports every exported dashboard of the folder `dashboards`; those about freezers are shared with the customer. */
async function importDashboards(caller: Caller, customerId: string): Promise<void> {
  const folder = new URL('./dashboards/', import.meta.url);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const text = await readFile(new URL(file, folder), 'utf8');
    const saved = await caller.post<Saved>('/api/dashboard', JSON.parse(text));
    if (text.includes('"freezer"')) await caller.post(`/api/customer/${customerId}/dashboard/${saved.id.id}`);
  }
}

async function createUser(
  http: FastifyInstance,
  caller: Caller,
  account: Account,
  fields: Record<string, unknown>,
): Promise<void> {
  const user = await caller.post<Saved>('/api/user?sendActivationMail=false', { email: account.username, ...fields });
  const link = new URL(await caller.text(`/api/user/${user.id.id}/activationLink`));
  await request(http, 'POST', '/api/noauth/activate?sendActivationMail=false', undefined, {
    activateToken: link.searchParams.get('activateToken'),
    password: account.password,
  });
}

/** Calls as `account`. Signs in again when the token ends on the way: how long one lasts is a setting. */
async function signIn(http: FastifyInstance, account: Account): Promise<Caller> {
  const newToken = async () =>
    (JSON.parse(await request(http, 'POST', '/api/auth/login', undefined, account)) as { token: string }).token;
  let token = await newToken();

  async function call(method: Method, url: string, body?: unknown): Promise<string> {
    try {
      return await request(http, method, url, token, body);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      token = await newToken();
      return request(http, method, url, token, body);
    }
  }

  return {
    get: async <T>(url: string) => JSON.parse(await call('GET', url)) as T,
    post: async <T>(url: string, body?: unknown) => {
      const text = await call('POST', url, body);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    delete: async (url) => void (await call('DELETE', url)),
    text: (url) => call('GET', url),
  };
}

/** A call that was not answered with success. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function request(
  http: FastifyInstance,
  method: Method,
  url: string,
  token: string | undefined,
  body?: unknown,
): Promise<string> {
  const reply = await http.inject({
    method,
    url,
    headers: {
      ...(token ? { 'x-authorization': `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  if (reply.statusCode >= 300) {
    throw new Refusal(reply.statusCode, `${method} ${url} answered ${reply.statusCode}: ${reply.body}`);
  }
  return reply.body;
}
