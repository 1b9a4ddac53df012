import { userRoutes as routes } from '@signalbox/contract/user';
import type { BaseUrl } from '../../access/base-url.ts';
import { clientInfo } from '../../access/client-info.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { UserService } from './user-service.ts';

/** Answers the user routes of the contract. */
export function userRoutes(users: UserService, baseUrl: BaseUrl): RouteImplementation[] {
  return [
    implement(routes.getUserTokenAccessEnabled, async () => users.isTokenAccessEnabled),
    implement(routes.getUser, ({ user, params }) => users.get(user, params.userId)),
    implement(routes.getUserToken, ({ user, params, raw }) => users.tokens(user, params.userId, clientInfo(raw))),
    implement(routes.saveUser, ({ user, body, query }) => users.save(user, body, query.sendActivationMail ?? true)),
    implement(routes.deleteUser, async ({ user, params }) => {
      await users.delete(user, params.userId);
      return undefined;
    }),
    implement(routes.sendActivationMail, async ({ user, query }) => {
      await users.sendActivationMail(user, query.email);
      return undefined;
    }),
    implement(routes.getActivationLink, async ({ user, params, raw }) =>
      users.activationLink(user, params.userId, await baseUrl(raw)),
    ),
    implement(routes.setUserCredentialsEnabled, async ({ user, params, query }) => {
      await users.setEnabled(user, params.userId, query.userCredentialsEnabled ?? true);
      return undefined;
    }),
    implement(routes.getUsers, ({ user, query }) => users.list(user, query)),
    implement(routes.getTenantAdmins, ({ user, params, query }) =>
      users.listTenantAdministrators(user, params.tenantId, query),
    ),
    implement(routes.getCustomerUsers, ({ user, params, query }) =>
      users.listOfCustomer(user, params.customerId, query),
    ),
  ];
}
