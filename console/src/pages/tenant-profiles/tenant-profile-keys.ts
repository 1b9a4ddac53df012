/** Root of the keys of queries about tenant profiles. */
export const TENANT_PROFILES = ['tenantProfiles'] as const;
