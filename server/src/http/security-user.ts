import type { Authority } from '@signalbox/contract/authority';
import { NULL_UUID } from '@signalbox/contract/id';

/** The caller, according to a verified access token. */
export interface SecurityUser {
  /** NULL_UUID for a public visitor. */
  userId: string;
  authority: Authority;
  /** NULL_UUID for a system administrator. */
  tenantId: string;
  /** NULL_UUID unless a customer user. */
  customerId: string;
  /** E-mail of the user; of a public visitor the id of the public customer. */
  email: string;
  firstName: string | null;
  lastName: string | null;
  isPublic: boolean;
}

/** The system itself, for work without a user behind it (start-up, background jobs). */
export const SYSTEM_USER: SecurityUser = {
  userId: NULL_UUID,
  authority: 'SYS_ADMIN',
  tenantId: NULL_UUID,
  customerId: NULL_UUID,
  email: 'system',
  firstName: null,
  lastName: null,
  isPublic: false,
};
