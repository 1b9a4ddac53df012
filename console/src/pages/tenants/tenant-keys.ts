/** Root of the keys of queries about tenants. */
export const TENANTS = ['tenants'] as const;
