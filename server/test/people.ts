import type { Customer } from '@signalbox/contract/customer';
import type { Tenant } from '@signalbox/contract/tenant';
import type { TokenPair } from '@signalbox/contract/token';
import type { User } from '@signalbox/contract/user';
import type { Caller, TestPlatform } from './platform.ts';

export const PASSWORD = 'long enough';

/** A user activated through its link. */
export interface Person extends Caller {
  user: User;
}

/** Creates a user as `creator` and activates it with `PASSWORD`. */
export async function createPerson(platform: TestPlatform, creator: Caller, user: Partial<User>): Promise<Person> {
  const saved = await creator.post<User>('/api/user?sendActivationMail=false', user);
  const link = await creator.get<string>(`/api/user/${saved.id.id}/activationLink`);
  const activateToken = new URL(link).searchParams.get('activateToken');
  const pair = await platform.as('').post<TokenPair>('/api/noauth/activate?sendActivationMail=false', {
    activateToken,
    password: PASSWORD,
  });
  return { ...platform.as(pair.token), user: saved };
}

export interface TestTenant {
  tenant: Tenant;
  admin: Person;
  customer: Customer;
  customerUser: Person;
  otherCustomer: Customer;
  otherCustomerUser: Person;
}

/** Creates a tenant with an administrator and two customers with a user each; `name` makes its e-mails unique. */
export async function createTestTenant(platform: TestPlatform, name: string): Promise<TestTenant> {
  const tenant = await platform.system.post<Tenant>('/api/tenant', { title: name });
  const admin = await createPerson(platform, platform.system, {
    email: `admin@${name}.example`,
    authority: 'TENANT_ADMIN',
    tenantId: tenant.id,
  });
  const createCustomerUser = async (title: string) => {
    const customer = await admin.post<Customer>('/api/customer', { title });
    const person = await createPerson(platform, admin, {
      email: `${title.toLowerCase().replaceAll(' ', '.')}@${name}.example`,
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
    });
    return { customer, person };
  };
  const first = await createCustomerUser('Customer A');
  const second = await createCustomerUser('Customer B');
  return {
    tenant,
    admin,
    customer: first.customer,
    customerUser: first.person,
    otherCustomer: second.customer,
    otherCustomerUser: second.person,
  };
}
