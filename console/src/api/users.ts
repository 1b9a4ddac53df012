import { type User, type UserInput, userRoutes } from '@signalbox/contract/user';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

/** Users of a customer when one is given, else all of the tenant. */
export function getUsers(customerId: string | undefined, query: ListQuery) {
  return customerId === undefined
    ? call(userRoutes.getUsers, { query }, { ignoreErrors: true })
    : call(userRoutes.getCustomerUsers, { params: { customerId }, query }, { ignoreErrors: true });
}

/** The administrators of a tenant, for the system administrator. */
export function getTenantAdministrators(tenantId: string, query: ListQuery) {
  return call(userRoutes.getTenantAdmins, { params: { tenantId }, query }, { ignoreErrors: true });
}

export function getUser(userId: string): Promise<User> {
  return call(userRoutes.getUser, { params: { userId } }, { ignoreErrors: true });
}

export function saveUser(user: UserInput, sendActivationMail: boolean, basedOn?: string): Promise<User> {
  return call(userRoutes.saveUser, { query: { sendActivationMail, basedOn }, body: user }, { ignoreErrors: true });
}

export function deleteUser(userId: string) {
  return call(userRoutes.deleteUser, { params: { userId } }, { ignoreErrors: true });
}

export function getActivationLink(userId: string): Promise<string> {
  return call(userRoutes.getActivationLink, { params: { userId } }, { ignoreErrors: true });
}

export function sendActivationMail(email: string) {
  return call(userRoutes.sendActivationMail, { query: { email } }, { ignoreErrors: true });
}

export function setCredentialsEnabled(userId: string, enabled: boolean) {
  return call(
    userRoutes.setUserCredentialsEnabled,
    { params: { userId }, query: { userCredentialsEnabled: enabled } },
    { ignoreErrors: true },
  );
}

export function getUserToken(userId: string) {
  return call(userRoutes.getUserToken, { params: { userId } }, { ignoreErrors: true });
}
