import {
  type TenantProfile,
  type TenantProfileInput,
  tenantProfileInputSchema,
} from '@signalbox/contract/tenant-profile';
import * as z from 'zod/mini';
import { jsonFileName, saveFile } from '../../controls/save-file.ts';

/** Largest file that is read, bytes. */
export const MAX_PROFILE_BYTES = 1024 * 1024;

/** A tenant profile as it is exported: without what belongs to this installation. */
export function exportedProfile({ id: _id, createdTime: _createdTime, default: _default, ...profile }: TenantProfile) {
  return profile;
}

/** Saves a tenant profile as a file of the person. */
export function downloadProfile(profile: TenantProfile): void {
  const text = `${JSON.stringify(exportedProfile(profile), null, 2)}\n`;
  saveFile(jsonFileName(profile.name, 'tenant_profile'), new Blob([text], { type: 'application/json' }));
}

/** The profile of an exported file, as a new one that is not the default; undefined when it is not one. */
export function readProfile(text: string): TenantProfileInput | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = z.safeParse(tenantProfileInputSchema, content);
  if (!parsed.success) return undefined;
  const { id: _id, ...profile } = parsed.data;
  return profile.name?.trim() && profile.profileData?.configuration ? { ...profile, default: false } : undefined;
}
