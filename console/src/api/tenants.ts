import { type Tenant, type TenantInfo, type TenantInput, tenantRoutes } from '@signalbox/contract/tenant';
import { type TenantProfile, type TenantProfileInput, tenantProfileRoutes } from '@signalbox/contract/tenant-profile';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

export function getTenantInfos(query: ListQuery) {
  return call(tenantRoutes.getTenantInfos, { query }, { ignoreErrors: true });
}

export function getTenantInfo(tenantId: string): Promise<TenantInfo> {
  return call(tenantRoutes.getTenantInfo, { params: { tenantId } }, { ignoreErrors: true });
}

export function saveTenant(tenant: TenantInput, basedOn?: string): Promise<Tenant> {
  return call(tenantRoutes.saveTenant, { query: { basedOn }, body: tenant }, { ignoreErrors: true });
}

export function deleteTenant(tenantId: string) {
  return call(tenantRoutes.deleteTenant, { params: { tenantId } }, { ignoreErrors: true });
}

export function getTenantProfiles(query: ListQuery) {
  return call(tenantProfileRoutes.getTenantProfiles, { query }, { ignoreErrors: true });
}

export function getTenantProfile(tenantProfileId: string): Promise<TenantProfile> {
  return call(tenantProfileRoutes.getTenantProfile, { params: { tenantProfileId } }, { ignoreErrors: true });
}

export function saveTenantProfile(profile: TenantProfileInput, basedOn?: string): Promise<TenantProfile> {
  return call(tenantProfileRoutes.saveTenantProfile, { query: { basedOn }, body: profile }, { ignoreErrors: true });
}

/** Makes a profile that of tenants for which none is chosen. */
export function setDefaultTenantProfile(tenantProfileId: string) {
  return call(tenantProfileRoutes.setDefaultTenantProfile, { params: { tenantProfileId } }, { ignoreErrors: true });
}

export function deleteTenantProfile(tenantProfileId: string) {
  return call(tenantProfileRoutes.deleteTenantProfile, { params: { tenantProfileId } }, { ignoreErrors: true });
}

export function getTenantProfileInfos(query: ListQuery) {
  return call(tenantProfileRoutes.getTenantProfileInfos, { query }, { ignoreErrors: true, ignoreLoading: true });
}

export function getDefaultTenantProfile() {
  return call(tenantProfileRoutes.getDefaultTenantProfileInfo, {}, { ignoreErrors: true, ignoreLoading: true });
}
