import { randomInt } from 'node:crypto';
import { entityId, nullId } from '@signalbox/contract/id';
import type { User } from '@signalbox/contract/user';
import type { CredentialsService } from '../../access/credentials-service.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { UserStore } from './user-store.ts';

const EMAIL = 'sysadmin@signalbox.local';

/** Account that is made when an installation has no system administrator. */
export interface FirstAdministrator {
  username: string;
  password: string;
}

/**
 * Makes a system administrator unless there is one.
 * @param password absent: a random one
 * @returns the account when it was made just now
 */
export async function createFirstAdministrator(
  { store, credentials }: { store: UserStore; credentials: CredentialsService },
  password = randomPassword(),
): Promise<FirstAdministrator | undefined> {
  if ((await store.countSystemAdministrators()) > 0) return undefined;
  const { id, createdTime } = newEntityId();
  const user: User = {
    id: entityId('USER', id),
    createdTime,
    additionalInfo: null,
    tenantId: nullId('TENANT'),
    customerId: nullId('CUSTOMER'),
    email: EMAIL,
    authority: 'SYS_ADMIN',
    firstName: null,
    lastName: null,
    name: EMAIL,
  };
  await store.insert(user, (transaction) => credentials.createActivated(id, password, transaction));
  return { username: EMAIL, password };
}

/** Creates a password of 20 letters and digits that cannot be confused with each other. */
function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('');
}
