/** The customer that represents the public: one per tenant, created when the first entity becomes public. */
export interface PublicCustomers {
  /** The public customer of the tenant, created if it does not exist yet. */
  ensure(tenantId: string): Promise<{ id: string; title: string }>;
}
