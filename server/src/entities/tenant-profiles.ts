import type { TenantProfile } from '@signalbox/contract/tenant-profile';

/** Profiles of tenants, for other parts of the house; permissions are not checked. */
export interface TenantProfiles {
  find(id: string): Promise<TenantProfile | undefined>;
  /** The profile of tenants that name none. */
  findDefault(): Promise<TenantProfile | undefined>;
}
