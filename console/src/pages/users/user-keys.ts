import type { User } from '@signalbox/contract/user';

/** Root of the keys of queries about users. */
export const USERS = ['users'] as const;

/** Whether the user may sign in; undefined until the account is activated. */
export function credentialsEnabled(user: User): boolean | undefined {
  const value = user.additionalInfo?.userCredentialsEnabled;
  return typeof value === 'boolean' ? value : undefined;
}
