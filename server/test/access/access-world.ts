import type { Customer } from '@signalbox/contract/customer';
import type { Device } from '@signalbox/contract/device';
import type { TokenPair } from '@signalbox/contract/token';
import { decodeJwt } from 'jose';
import { createPerson, createTestTenant, PASSWORD, type TestTenant } from '../people.ts';
import { type Caller as ApiCaller, startTestPlatform, type TestPlatform } from '../platform.ts';
import { type ChangeWatch, readChanges, watchWrites } from './access-changes.ts';
import { createObjectMaker } from './access-objects.ts';
import type { Caller } from './access-row.ts';

type ObjectMaker = ReturnType<typeof createObjectMaker>;

/** A server with two tenants, a caller of every kind, and factories of the objects they call about. */
export interface AccessWorld {
  platform: TestPlatform;
  acme: TestTenant;
  callers: Record<Caller, ApiCaller>;
  /** Objects of a customer of acme. */
  maker: ObjectMaker;
  /** Public objects of acme. */
  publicMaker: ObjectMaker;
  changes: ChangeWatch;
  /** Signs in a caller whose sessions have ended. */
  signInAgain(caller: Caller): Promise<void>;
  stop(): Promise<void>;
}

export async function createAccessWorld(): Promise<AccessWorld> {
  // Before the server runs: triggers on every table, made beside its writes, wait for them and they for the triggers.
  const platform = await startTestPlatform({}, ({ pool }) => watchWrites(pool));
  const acme = await createTestTenant(platform, 'acme');
  const foreign = await platform.system.post<TestTenant['tenant']>('/api/tenant', { title: 'foreign' });
  // Separate accounts: the callers of the table sign out during the test.
  const owner = {
    ...acme,
    admin: await createPerson(platform, acme.admin, { email: 'maker@acme.example', authority: 'TENANT_ADMIN' }),
    system: await createPerson(platform, platform.system, { email: 'maker@system.example', authority: 'SYS_ADMIN' }),
  };
  const publicCustomer = await createPublicCustomer(owner.admin);
  const visit = await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId: publicCustomer.id.id });
  const callers: Record<Caller, ApiCaller> = {
    anonymous: platform.as(''),
    systemAdministrator: platform.system,
    tenantAdministrator: acme.admin,
    customerUser: acme.customerUser,
    otherCustomerUser: acme.otherCustomerUser,
    publicVisitor: platform.as(visit.token),
    foreignAdministrator: await createPerson(platform, platform.system, {
      email: 'admin@foreign.example',
      authority: 'TENANT_ADMIN',
      tenantId: foreign.id,
    }),
  };
  return {
    platform,
    acme,
    callers,
    maker: createObjectMaker(platform, owner),
    publicMaker: createObjectMaker(platform, { ...owner, customer: publicCustomer }),
    changes: readChanges(platform.database.pool),
    async signInAgain(caller) {
      const email = decodeJwt(callers[caller].token).sub as string;
      const first = platform.firstAdministrator as { username: string; password: string };
      callers[caller] = await platform.signIn(email, email === first.username ? first.password : PASSWORD);
    },
    stop: () => platform.stop(),
  };
}

/** Makes a device public, which creates the public customer, and returns that. */
async function createPublicCustomer(admin: ApiCaller): Promise<Customer> {
  const device = await admin.post<Device>('/api/device', { name: 'Public' });
  const { customerId } = await admin.post<Device>(`/api/customer/public/device/${device.id.id}`);
  return admin.get(`/api/customer/${customerId.id}`);
}
