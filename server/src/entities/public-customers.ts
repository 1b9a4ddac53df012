/** The customer that stands for everybody: one a tenant, made when the first thing becomes public. */
export interface PublicCustomers {
  /** The public customer of the tenant, created when there is none yet. */
  ensure(tenantId: string): Promise<{ id: string; title: string }>;
}
