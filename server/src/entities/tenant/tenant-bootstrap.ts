/** What a new tenant starts with: default device profile, root rule chain. Made by the features that own them. */
export interface TenantBootstrap {
  prepare(tenantId: string): Promise<void>;
}
