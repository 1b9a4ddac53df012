import { type Tenant, type TenantInfo, type TenantInput, tenantRoutes } from '@signalbox/contract/tenant';
import { tenantProfileRoutes } from '@signalbox/contract/tenant-profile';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

export function getTenantInfos(query: ListQuery) {
  return call(tenantRoutes.getTenantInfos, { query }, { ignoreErrors: true });
}

export function getTenantInfo(tenantId: string): Promise<TenantInfo> {
  return call(tenantRoutes.getTenantInfo, { params: { tenantId } }, { ignoreErrors: true });
}

export function saveTenant(tenant: TenantInput): Promise<Tenant> {
  return call(tenantRoutes.saveTenant, { body: tenant }, { ignoreErrors: true });
}

export function deleteTenant(tenantId: string) {
  return call(tenantRoutes.deleteTenant, { params: { tenantId } }, { ignoreErrors: true });
}

export function getTenantProfileInfos(query: ListQuery) {
  return call(tenantProfileRoutes.getTenantProfileInfos, { query }, { ignoreErrors: true, ignoreLoading: true });
}

export function getDefaultTenantProfile() {
  return call(tenantProfileRoutes.getDefaultTenantProfileInfo, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function getTenantProfileInfo(tenantProfileId: string) {
  return call(
    tenantProfileRoutes.getTenantProfileInfo,
    { params: { tenantProfileId } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}
