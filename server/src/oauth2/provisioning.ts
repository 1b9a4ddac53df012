import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { MappedUser } from '@signalbox/contract/oauth2';
import { nullableText, text } from '@signalbox/contract/text';
import type { UserInput } from '@signalbox/contract/user';
import * as z from 'zod/mini';
import type { CredentialsService } from '../access/credentials-service.ts';
import type { SignInService } from '../access/sign-in-service.ts';
import type { CustomerService } from '../entities/customer/customer-service.ts';
import type { DashboardService } from '../entities/dashboard/dashboard-service.ts';
import type { TenantService } from '../entities/tenant/tenant-service.ts';
import type { UserService } from '../entities/user/user-service.ts';
import { ApiError } from '../http/errors.ts';
import { type SecurityUser, SYSTEM_USER } from '../http/security-user.ts';
import { createTurns } from '../storage/turns.ts';
import type { Registration } from './oauth2-store.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

export interface ProvisioningParts {
  signIn: Pick<SignInService, 'findUserId'>;
  credentials: Pick<CredentialsService, 'activateWithoutPassword'>;
  users: Pick<UserService, 'save'>;
  tenants: Pick<TenantService, 'get' | 'findByTitle' | 'save'>;
  customers: Pick<CustomerService, 'get' | 'findByTitle' | 'save'>;
  dashboards: Pick<DashboardService, 'findIdByTitle'>;
}

const NO_CONTACT = {
  country: null,
  state: null,
  city: null,
  address: null,
  address2: null,
  zip: null,
  phone: null,
  email: null,
};
/** Sign-ins of new users that may wait for one another. */
const MAX_WAITING = 200;

/** A name that can be stored; what cannot, such as markup, is left out. */
const nameOf = (name: string | null): string | null => {
  const checked = z.safeParse(nullableText(), name);
  return checked.success ? checked.data : null;
};

/** @throws SignInRefusal when it cannot be the title of a tenant or a customer */
function requireTitle(title: string): string {
  const checked = z.safeParse(text(), title);
  if (!checked.success || title.trim() === '') {
    throw new SignInRefusal('The name that follows from your account cannot be used here.');
  }
  return title.trim();
}

function providerNameOf({ additionalInfo }: Registration): string | undefined {
  const name = (additionalInfo as { providerName?: unknown } | null)?.providerName;
  return typeof name === 'string' ? name : undefined;
}

/** Finds the user of a person who comes by an identity provider, or creates it with its tenant and customer. */
export function createProvisioning(parts: ProvisioningParts) {
  const { signIn, credentials, users, tenants, customers, dashboards } = parts;
  // One after the other: people of one company who come at once must find each other's tenant.
  const inTurn = createTurns(1, {
    maxWaiting: MAX_WAITING,
    refusal: () => new SignInRefusal('Too many people sign in for the first time; please try again.'),
  });

  async function findOrCreateTenant(actor: SecurityUser, { tenantId, tenantName }: MappedUser): Promise<string> {
    if (tenantId) return (await tenants.get(actor, tenantId.id)).id.id;
    const title = requireTitle(tenantName ?? '');
    const known = await tenants.findByTitle(actor, title);
    return (known ?? (await tenants.save(actor, { ...NO_CONTACT, title, additionalInfo: null }))).id.id;
  }

  async function findOrCreateCustomer(
    actor: SecurityUser,
    { customerId, customerName }: MappedUser,
  ): Promise<EntityId<'CUSTOMER'> | undefined> {
    if (!customerId && customerName === null) return undefined;
    const title = customerId ? '' : requireTitle(customerName ?? '');
    const known = customerId ? await customers.get(actor, customerId.id) : await customers.findByTitle(actor, title);
    if (known?.additionalInfo?.isPublic === true)
      throw new SignInRefusal('Nobody can sign in as a user of the public customer.');
    return (known ?? (await customers.save(actor, { ...NO_CONTACT, title, additionalInfo: null }))).id;
  }

  async function create(registration: Registration, mapped: MappedUser): Promise<string> {
    const email = mapped.email ?? '';
    // Another sign-in of the same person may have been first.
    const known = await signIn.findUserId(email);
    if (known) return known;
    const label = registration.loginButtonLabel;
    const system = { ...SYSTEM_USER, email: label };
    const tenantId = await findOrCreateTenant(system, mapped);
    /** In the name of the tenant, in whose audit log it stands. */
    const actor: SecurityUser = { ...system, authority: 'TENANT_ADMIN', tenantId };
    const customerId = await findOrCreateCustomer(actor, mapped);
    const dashboardId =
      mapped.defaultDashboardName === null
        ? undefined
        : await dashboards.findIdByTitle(tenantId, mapped.defaultDashboardName, customerId?.id);
    const providerName = providerNameOf(registration);
    const user: UserInput = {
      email,
      authority: customerId ? 'CUSTOMER_USER' : 'TENANT_ADMIN',
      tenantId: entityId('TENANT', tenantId),
      customerId: customerId ?? entityId('CUSTOMER', NULL_UUID),
      firstName: nameOf(mapped.firstName),
      lastName: nameOf(mapped.lastName),
      additionalInfo: {
        ...(dashboardId === undefined
          ? {}
          : { defaultDashboardId: dashboardId, defaultDashboardFullscreen: mapped.alwaysFullScreen }),
        ...(providerName === undefined ? {} : { authProviderName: providerName }),
      },
    };
    const { id } = await users.save(actor, user, false);
    if (registration.mapperConfig.activateUser) await credentials.activateWithoutPassword(id.id);
    return id.id;
  }

  /**
   * Id of the user with the mapped e-mail; others are created where the registration allows it.
   * @throws SignInRefusal
   */
  return async function findOrCreateUser(registration: Registration, mapped: MappedUser): Promise<string> {
    if (mapped.email === null) throw new SignInRefusal('The identity provider did not tell your e-mail address.');
    const known = await signIn.findUserId(mapped.email);
    if (known) return known;
    if (!registration.mapperConfig.allowUserCreation) {
      throw new SignInRefusal(`There is no user with the e-mail ${mapped.email}.`);
    }
    try {
      return await inTurn(() => create(registration, mapped));
    } catch (error) {
      if (error instanceof ApiError) throw new SignInRefusal(`Your user could not be created: ${error.message}`, error);
      throw error;
    }
  };
}

export type Provisioning = ReturnType<typeof createProvisioning>;
