/** Roles a signed-in user can have. A public visitor is a CUSTOMER_USER of the public customer. */
export const AUTHORITIES = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
export type Authority = (typeof AUTHORITIES)[number];
