import { type EntityId, entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { TokenPair } from '@signalbox/contract/token';
import type { User, UserInput } from '@signalbox/contract/user';
import type { ClientInfo } from '../../access/client-info.ts';
import type { CredentialsService } from '../../access/credentials-service.ts';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { SignInService } from '../../access/sign-in-service.ts';
import type { ActionLog, ActionType } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import {
  ApiError,
  badRequest,
  entityNotFound,
  isUniqueViolation,
  notFound,
  permissionDenied,
} from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import { requireEmail } from '../email.ts';
import { withoutLostDashboards } from '../lost-dashboards.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { userKind } from './user-kind.ts';
import { clientInfoOf, type UserStore } from './user-store.ts';

export interface UserServiceParts {
  store: UserStore;
  credentials: CredentialsService;
  signIn: SignInService;
  sessions: Sessions;
  limits: TenantLimits;
  directory: EntityDirectory;
  actionLog: ActionLog;
  liveBus: LiveBus;
  /** Whether administrators may sign in as their users. */
  isTokenAccessEnabled: boolean;
}

/** Users of all authorities: who may create and change them, and how they get their first password. */
export function createUserService(parts: UserServiceParts) {
  const { store, credentials, signIn, sessions, limits, directory, actionLog, liveBus } = parts;

  /** The user if the caller may do `operation`. A foreign tenant's user does not exist for the caller. */
  async function require(caller: SecurityUser, id: string, operation: Operation): Promise<User> {
    const user =
      caller.authority === 'SYS_ADMIN' ? await store.findOfAnyTenant(id) : await store.find(caller.tenantId, id);
    if (!user) throw entityNotFound('User', id);
    requirePermission(caller, 'USER', operation, { ...ownerOf(user), authority: user.authority });
    return user;
  }

  async function record(
    caller: SecurityUser,
    type: ActionType,
    user: User,
    details: { before?: User; error?: unknown },
  ) {
    const entity = withoutServerKeys(user);
    const message = { ADDED: 'ENTITY_CREATED', UPDATED: 'ENTITY_UPDATED', DELETED: 'ENTITY_DELETED' }[type as 'ADDED'];
    await actionLog.record({
      user: caller,
      type,
      entityId: details.error !== undefined && type === 'ADDED' ? nullId('USER') : user.id,
      entityName: user.email,
      customerId: user.customerId.id,
      data: type === 'DELETED' ? { entityId: user.id.id } : { entity },
      before: details.before ? withoutServerKeys(details.before) : null,
      ...(details.error === undefined ? { message: { type: message, data: entity } } : { error: details.error }),
    });
  }

  /** Tenant and customer exist and fit the role. */
  async function requireConsistent(user: User): Promise<void> {
    if (!user.email) throw badRequest('User email should be specified!');
    requireEmail(user.email);
    const hasTenant = user.tenantId.id !== NULL_UUID;
    const hasCustomer = user.customerId.id !== NULL_UUID;
    if (user.authority === 'SYS_ADMIN' && (hasTenant || hasCustomer)) {
      throw badRequest("System administrator can't be assigned neither to tenant nor to customer!");
    }
    if (user.authority === 'TENANT_ADMIN') {
      if (!hasTenant) throw badRequest('Tenant administrator should be assigned to tenant!');
      if (hasCustomer) throw badRequest("Tenant administrator can't be assigned to customer!");
    }
    if (user.authority === 'CUSTOMER_USER' && !(hasTenant && hasCustomer)) {
      throw badRequest('Customer user should be assigned to customer!');
    }
    if (hasTenant && !(await directory.find(user.tenantId))) {
      throw badRequest('User is referencing to non-existent tenant!');
    }
    if (!hasCustomer) return;
    const customer = await directory.find(user.customerId);
    if (!customer) throw badRequest('User is referencing to non-existent customer!');
    if (customer.tenantId !== user.tenantId.id) {
      throw badRequest("User can't be assigned to customer from different tenant!");
    }
  }

  async function create(caller: SecurityUser, user: User): Promise<void> {
    requirePermission(caller, 'USER', 'CREATE', { ...ownerOf(user), authority: user.authority });
    await requireConsistent(user);
    const insert = async () => {
      const made = await store.insert(user, (transaction) => credentials.create(user.id.id, transaction));
      if (!made) throw notFound('The tenant or the customer of the user is gone.');
    };
    await (user.tenantId.id === NULL_UUID ? insert() : limits.withRoom(user.tenantId.id, userKind, insert));
  }

  /** Replaces a user; returns it as it was. */
  async function replace(caller: SecurityUser, user: User, known: User): Promise<User> {
    if (caller.authority === 'CUSTOMER_USER') requireOwnPartsOnly(user, known);
    else requirePermission(caller, 'USER', 'WRITE', { ...ownerOf(user), authority: user.authority });
    if (user.tenantId.id !== known.tenantId.id) throw badRequest("User can't be moved to another tenant!");
    await requireConsistent(user);
    const before = await store.update(user);
    if (!before) throw entityNotFound('User', user.id.id);
    // Tokens contain the user's data: they must not outlive a change of it. Who changes the own e-mail address goes on.
    const isSamePerson =
      user.authority === before.authority &&
      user.customerId.id === before.customerId.id &&
      (user.email === before.email || user.id.id === caller.userId);
    if (!isSamePerson) await sessions.end({ userId: user.id.id, tenantId: user.tenantId.id });
    return before;
  }

  function changed(action: 'created' | 'updated' | 'deleted', user: User): void {
    liveBus.publish({ kind: 'entity', action, tenantId: user.tenantId.id, entityId: user.id });
  }

  /** At least one user must always be able to administer the installation. */
  async function requireOtherAdministrator(user: User, done: 'deleted' | 'disabled'): Promise<void> {
    if (user.authority !== 'SYS_ADMIN' || (await credentials.hasOtherSystemAdministrator(user.id.id))) return;
    throw badRequest(`The last system administrator can't be ${done}!`);
  }

  /** The caller's own row. */
  async function own(caller: SecurityUser): Promise<User> {
    const user = await store.find(caller.tenantId, caller.userId);
    if (!user) throw entityNotFound('User', caller.userId);
    return user;
  }

  return {
    own,

    /** Makes a system administrator unless there is one. */
    createFirstAdministrator: (password?: string) => createFirstAdministrator({ store, credentials }, password),

    async get(caller: SecurityUser, id: string): Promise<User> {
      const user = await require(caller, id, 'READ');
      return { ...user, additionalInfo: await withoutLostDashboards(user.additionalInfo, user.tenantId.id, directory) };
    },

    /**
     * Creates or replaces.
     * @param sendsMail whether a new user gets its activation link by mail
     */
    async save(caller: SecurityUser, input: UserInput, sendsMail: boolean): Promise<User> {
      const known = input.id ? await require(caller, input.id.id, 'WRITE') : undefined;
      if (!known && caller.authority === 'CUSTOMER_USER') throw permissionDenied();
      const user = complete(caller, input, known);
      const type = known ? 'UPDATED' : 'ADDED';
      let before: User | undefined;
      try {
        if (known) before = await replace(caller, user, known);
        else await create(caller, user);
      } catch (error) {
        const failure = isUniqueViolation(error, 'app_user_email_key')
          ? badRequest(`User with email '${user.email}'  already present in database!`)
          : error;
        await record(caller, type, user, { error: failure });
        throw failure;
      }
      changed(before ? 'updated' : 'created', user);
      await record(caller, type, user, before ? { before } : {});
      if (!before && sendsMail) {
        await credentials.sendActivation(user.id.id).catch((error: unknown) => {
          // The user stays: the link can be copied from the console.
          if (!(error instanceof ApiError)) throw error;
          throw new ApiError(error.status, error.errorCode, `${error.message}. The user was created.`);
        });
      }
      return (await store.find(user.tenantId.id, user.id.id)) ?? user;
    },

    async delete(caller: SecurityUser, id: string): Promise<void> {
      const known = await require(caller, id, 'DELETE');
      await requireOtherAdministrator(known, 'deleted');
      const user = await store.delete(known.tenantId.id, id);
      if (!user) {
        const error = entityNotFound('User', id);
        await record(caller, 'DELETED', known, { error });
        throw error;
      }
      await sessions.end({ userId: id, tenantId: user.tenantId.id });
      changed('deleted', user);
      await record(caller, 'DELETED', user, { before: user });
    },

    isTokenAccessEnabled: parts.isTokenAccessEnabled,

    /** Signs the caller in as a user. The audit log of the user's tenant says who did, and from where. */
    async tokens(caller: SecurityUser, id: string, client: ClientInfo): Promise<TokenPair> {
      if (!parts.isTokenAccessEnabled) throw permissionDenied();
      const user = await require(caller, id, 'READ');
      const action = {
        user: caller,
        type: 'LOGIN',
        tenantId: user.tenantId.id,
        entityId: user.id,
        entityName: user.email,
        customerId: user.customerId.id,
        data: client,
      } as const;
      const pair = await recordFailure(actionLog, action, () => signIn.tokensOf(id));
      await actionLog.record(action);
      return pair;
    },

    async activationLink(caller: SecurityUser, id: string, baseUrl: string): Promise<string> {
      await require(caller, id, 'READ');
      return credentials.activationLink(id, baseUrl);
    },

    async sendActivationMail(caller: SecurityUser, email: string): Promise<void> {
      const user = await store.findByEmail(email);
      // A foreign tenant's user is refused like one that does not exist.
      if (!user) throw notFound();
      await require(caller, user.id.id, 'READ').catch((error: unknown) => {
        throw error instanceof ApiError && error.status === 404 ? notFound() : error;
      });
      await credentials.sendActivation(user.id.id);
    },

    async setEnabled(caller: SecurityUser, id: string, enabled: boolean): Promise<void> {
      const user = await require(caller, id, 'WRITE');
      if (!enabled) await requireOtherAdministrator(user, 'disabled');
      await credentials.setEnabled({ userId: id, tenantId: user.tenantId.id }, enabled);
      changed('updated', user);
    },

    /** Users of the tenant; for a customer user those of its customer. */
    async list(caller: SecurityUser, link: PageLink): Promise<PageData<User>> {
      const customerId = caller.authority === 'CUSTOMER_USER' ? caller.customerId : undefined;
      return store.list(caller.tenantId, link, { customerId });
    },

    async listTenantAdministrators(_caller: SecurityUser, tenantId: string, link: PageLink): Promise<PageData<User>> {
      return store.list(tenantId, link, { authority: 'TENANT_ADMIN' });
    },

    async listOfCustomer(caller: SecurityUser, customerId: string, link: PageLink): Promise<PageData<User>> {
      const customer = await directory.find(entityId('CUSTOMER', customerId));
      if (!customer || customer.tenantId !== caller.tenantId) throw entityNotFound('Customer', customerId);
      requirePermission(caller, 'CUSTOMER', 'READ', customer);
      return store.list(caller.tenantId, link, { customerId, authority: 'CUSTOMER_USER' });
    },
  };
}

export type UserService = ReturnType<typeof createUserService>;

/** The user as it will be stored: server-owned fields kept, the tenant forced for all but system administrators. */
function complete(caller: SecurityUser, input: UserInput, before: User | undefined): User {
  const authority = input.authority ?? before?.authority;
  if (!authority) throw badRequest("User authority isn't defined!");
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  const email = input.email?.trim() ?? '';
  let tenantId: EntityId<'TENANT'> = entityId('TENANT', caller.tenantId);
  if (caller.authority === 'SYS_ADMIN') tenantId = input.tenantId ?? before?.tenantId ?? nullId('TENANT');
  const absentCustomer = caller.authority === 'CUSTOMER_USER' && before ? before.customerId : nullId('CUSTOMER');
  return {
    id: entityId('USER', created.id),
    createdTime: created.createdTime,
    additionalInfo: clientInfoOf(input.additionalInfo),
    tenantId,
    customerId: input.customerId ?? absentCustomer,
    email,
    authority,
    firstName: input.firstName,
    lastName: input.lastName,
    name: email,
  };
}

/** Customer users may change their name, not their role or owner. */
function requireOwnPartsOnly(user: User, before: User): void {
  if (
    user.authority !== before.authority ||
    user.customerId.id !== before.customerId.id ||
    user.tenantId.id !== before.tenantId.id
  ) {
    throw permissionDenied();
  }
}

function withoutServerKeys(user: User): User {
  return { ...user, additionalInfo: clientInfoOf(user.additionalInfo) };
}
