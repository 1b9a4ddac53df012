import { MAX_USER_PREFERENCES, userPreferenceRoutes as routes } from '@signalbox/contract/user-preference';
import { badRequest, entityNotFound, permissionDenied } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { UserPreferenceStore } from './user-preference-store.ts';

/** Public visitors have no account to keep preferences for. */
function requireUser({ isPublic }: SecurityUser): void {
  if (isPublic) throw permissionDenied();
}

/** Answers the preference routes of the contract: all users read and write their own. */
export function userPreferenceRoutes(store: UserPreferenceStore): RouteImplementation[] {
  return [
    implement(routes.getUserPreferences, ({ user }) => store.list(user.userId)),
    implement(routes.saveUserPreference, async ({ user, params, body }) => {
      requireUser(user);
      const kept = await store.save(user.userId, params.preferenceKey, body.value, MAX_USER_PREFERENCES);
      if (kept === 'no such user') throw entityNotFound('User', user.userId);
      if (kept === 'too many') throw badRequest(`A user may have ${MAX_USER_PREFERENCES} preferences at most!`);
      return undefined;
    }),
    implement(routes.deleteUserPreference, async ({ user, params }) => {
      requireUser(user);
      await store.delete(user.userId, params.preferenceKey);
      return undefined;
    }),
  ];
}
