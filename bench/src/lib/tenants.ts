import { type Api, apiWithToken, SYSADMIN, signInByApi } from '../../../e2e/harness/api.ts';

/** Makes a tenant with an administrator, and returns the API in their name. */
export async function openTenant(address: string, name: string): Promise<Api> {
  const run = Date.now().toString(36);
  const system = await signInByApi(address, SYSADMIN.email, SYSADMIN.password);
  const tenant = await system.post<{ id: { id: string } }>('/api/tenant', { title: `bench ${name} ${run}` });
  const user = await system.post<{ id: { id: string } }>('/api/user?sendActivationMail=false', {
    authority: 'TENANT_ADMIN',
    tenantId: tenant.id,
    email: `${name}-${run}@bench.local`,
  });
  const { token } = await system.get<{ token: string }>(`/api/user/${user.id.id}/token`);
  return apiWithToken(address, token);
}
