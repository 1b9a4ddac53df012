import type { Customer } from '@signalbox/contract/customer';
import type { Device } from '@signalbox/contract/device';
import type { TokenPair } from '@signalbox/contract/token';
import { decodeJwt } from 'jose';
import { newPerson, newTenant, PASSWORD, type TestTenant } from '../people.ts';
import { type Caller as ApiCaller, startTestPlatform, type TestPlatform } from '../platform.ts';
import { type ChangeWatch, watchChanges } from './access-changes.ts';
import { objectMaker } from './access-objects.ts';
import type { Caller } from './access-row.ts';

type ObjectMaker = ReturnType<typeof objectMaker>;

/** A server with two tenants, somebody of every sort who calls, and makers of what they call about. */
export interface AccessWorld {
  platform: TestPlatform;
  acme: TestTenant;
  callers: Record<Caller, ApiCaller>;
  /** Objects of a customer of acme. */
  maker: ObjectMaker;
  /** Objects of acme that everybody may see. */
  publicMaker: ObjectMaker;
  changes: ChangeWatch;
  /** New tokens for a caller whose sessions have ended. */
  signInAgain(caller: Caller): Promise<void>;
  stop(): Promise<void>;
}

export async function createAccessWorld(): Promise<AccessWorld> {
  const platform = await startTestPlatform();
  const acme = await newTenant(platform, 'acme');
  const foreign = await platform.system.post<TestTenant['tenant']>('/api/tenant', { title: 'foreign' });
  // Callers of their own: those of the table sign out on the way.
  const owner = {
    ...acme,
    admin: await newPerson(platform, acme.admin, { email: 'maker@acme.example', authority: 'TENANT_ADMIN' }),
    system: await newPerson(platform, platform.system, { email: 'maker@system.example', authority: 'SYS_ADMIN' }),
  };
  const publicCustomer = await customerOfEverybody(owner.admin);
  const visit = await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId: publicCustomer.id.id });
  const callers: Record<Caller, ApiCaller> = {
    anonymous: platform.as(''),
    systemAdministrator: platform.system,
    tenantAdministrator: acme.admin,
    customerUser: acme.customerUser,
    otherCustomerUser: acme.otherCustomerUser,
    publicVisitor: platform.as(visit.token),
    foreignAdministrator: await newPerson(platform, platform.system, {
      email: 'admin@foreign.example',
      authority: 'TENANT_ADMIN',
      tenantId: foreign.id,
    }),
  };
  return {
    platform,
    acme,
    callers,
    maker: objectMaker(platform, owner),
    publicMaker: objectMaker(platform, { ...owner, customer: publicCustomer }),
    changes: await watchChanges(platform.database.pool),
    async signInAgain(caller) {
      const email = decodeJwt(callers[caller].token).sub as string;
      const first = platform.firstAdministrator as { username: string; password: string };
      callers[caller] = await platform.signIn(email, email === first.username ? first.password : PASSWORD);
    },
    stop: () => platform.stop(),
  };
}

/** The customer that stands for everybody, which there is once something is public. */
async function customerOfEverybody(admin: ApiCaller): Promise<Customer> {
  const device = await admin.post<Device>('/api/device', { name: 'Public' });
  const { customerId } = await admin.post<Device>(`/api/customer/public/device/${device.id.id}`);
  return admin.get(`/api/customer/${customerId.id}`);
}
