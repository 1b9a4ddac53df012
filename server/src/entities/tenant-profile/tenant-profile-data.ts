import { type TenantProfileData, tenantProfileDataSchema } from '@signalbox/contract/tenant-profile';
import * as z from 'zod/mini';

/** A profile without any limits. */
export function defaultTenantProfileData(): TenantProfileData {
  return z.parse(tenantProfileDataSchema, { configuration: {} });
}
