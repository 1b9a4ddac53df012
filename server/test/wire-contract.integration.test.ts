import fs from 'node:fs';
import type { Asset } from '@signalbox/contract/asset';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { Edge } from '@signalbox/contract/edge';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import type { TenantInfo } from '@signalbox/contract/tenant';
import type { User } from '@signalbox/contract/user';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant } from './people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from './platform.ts';

/** A call recorded from a running 3.3.2; ids in the path are replaced by names in braces. */
interface Recording {
  as: 'tenant' | 'customer' | 'sysadmin';
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  status: number;
  reply: unknown;
}

const recordings = JSON.parse(
  fs.readFileSync(new URL('../../e2e/fixtures/wire/rest.json', import.meta.url), 'utf8'),
) as Recording[];

/** Members whose content belongs to clients or to one kind of entity, and is not compared here. */
const OPAQUE = new Set([
  'actionData',
  'additionalInfo',
  'configuration',
  'defaultConfiguration',
  'createRules',
  'clearRule',
  'body',
]);
type Kind = 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean' | 'undefined';

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}

/** Stored as documents: the order of their members is not that of the wire. */
const UNORDERED = /\.(profileData|mapperConfig|basic|ENTITY_FIELD)$/;
/** What is there or null by what a test or an installation has in it. */
const OPTIONAL =
  /\.(description|comment|customerTitle|alarms|defaultRuleChainId|userInfoUri|jwkSetUri|\w+AttributeKey)$/;

/** Lists differences in fields, their order and kinds of values. */
function differences(recorded: unknown, ours: unknown, place: string): string[] {
  const [kind, ourKind] = [kindOf(recorded), kindOf(ours)];
  if ((kind === 'null' || ourKind === 'null') && OPTIONAL.test(place)) return [];
  if (kind !== ourKind) return [`${place}: ${kind} was recorded, we answer ${ourKind}`];
  if (kind === 'array') {
    const [sample] = recorded as unknown[];
    if (sample === undefined) return [];
    return (ours as unknown[]).slice(0, 3).flatMap((item, at) => differences(sample, item, `${place}[${at}]`));
  }
  if (kind !== 'object') return [];
  const [before, now] = [recorded as Record<string, unknown>, ours as Record<string, unknown>];
  const missing = Object.keys(before).filter((name) => !(name in now));
  const further = Object.keys(now).filter((name) => !(name in before));
  const shared = Object.keys(before).filter((name) => name in now);
  const ourOrder = Object.keys(now).filter((name) => name in before);
  const isOrdered = UNORDERED.test(place) || shared.join() === ourOrder.join();
  return [
    ...missing.map((name) => `${place}.${name}: is missing`),
    ...further.map((name) => `${place}.${name}: was not recorded`),
    ...(isOrdered ? [] : [`${place}: the order was ${shared.join()}, ours is ${ourOrder.join()}`]),
    ...shared
      .filter((name) => !OPAQUE.has(name))
      .flatMap((name) => differences(before[name], now[name], `${place}.${name}`)),
  ];
}

let platform: TestPlatform;
let callers: Record<Recording['as'], Caller>;
/** Names in braces → ids, for each caller. */
let ids: Record<Recording['as'], Record<string, string>>;

beforeAll(async () => {
  platform = await startTestPlatform();
  const acme = await createTestTenant(platform, 'acme');
  const { admin, customer } = acme;
  const chain = (await admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=1&page=0')).data[0] as RuleChain;
  const profile = await admin.post<DeviceProfile>('/api/deviceProfile', {
    name: 'thermostat',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    defaultRuleChainId: chain.id,
    profileData: {
      alarms: [
        {
          id: 'hot',
          alarmType: 'Hot',
          createRules: {},
          clearRule: null,
          propagate: false,
          propagateRelationTypes: null,
        },
      ],
    },
  });
  const device = await admin.post<Device>('/api/device', { name: 'D1', deviceProfileId: profile.id });
  const rented = await admin.post<Device>('/api/device', { name: 'D2', customerId: customer.id });
  const asset = await admin.post<Asset>('/api/asset', { name: 'Office', type: 'room' });
  const edge = await admin.post<Edge>('/api/edge', {
    name: 'Edge 1',
    type: 'default',
    routingKey: 'rk-recording-edge-1-0000000',
    secret: 'secret-recording-00000',
    edgeLicenseKey: 'license',
    cloudEndpoint: 'http://localhost:8080',
  });
  const dashboard = await admin.post<Dashboard>('/api/dashboard', { title: 'Gateways', configuration: {} });
  const [widgetsBundle] = await admin.get<WidgetsBundle[]>('/api/widgetsBundles');
  const tenant = await platform.system.get<TenantInfo>(`/api/tenant/info/${acme.tenant.id.id}`);
  const system = await platform.system.get<User>('/api/auth/user');
  const shared = {
    tenant: tenant.id.id,
    tenantProfile: tenant.tenantProfileId.id,
    customer: customer.id.id,
    deviceProfile: profile.id.id,
    ruleChain: chain.id.id,
    asset: asset.id.id,
    edge: edge.id.id,
    dashboard: dashboard.id.id,
    widgetsBundle: widgetsBundle?.id.id as string,
  };
  callers = { tenant: admin, customer: acme.customerUser, sysadmin: platform.system };
  ids = {
    tenant: { ...shared, user: admin.user.id.id, device: device.id.id },
    customer: { ...shared, user: acme.customerUser.user.id.id, device: rented.id.id },
    sysadmin: { ...shared, user: system.id.id, device: device.id.id },
  };
});
afterAll(() => platform?.stop());

describe('calls of the console of 3.3.2', () => {
  it.each(
    recordings.map((recording) => [`${recording.as}: ${recording.method} ${recording.path}`, recording] as const),
  )('%s', async (_name, recording) => {
    const path = recording.path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[recording.as][name] ?? name);
    const reply = await callers[recording.as].call(recording.method, path, recording.body);
    expect(reply.status).toBe(recording.status);
    // An empty reply was recorded as null.
    expect(differences(recording.reply, reply.body === undefined ? null : reply.body, 'reply')).toEqual([]);
    if (recording.reply === null) expect(reply.body ?? null).toBeNull();
    if (recording.status === 200) return;
    const { timestamp: _before, ...failure } = recording.reply as Record<string, unknown>;
    expect(reply.body).toMatchObject(failure);
    expect(reply.body).toMatchObject({ timestamp: expect.stringMatching(/T[\d:.]+\+00:00$/) });
  });
});
