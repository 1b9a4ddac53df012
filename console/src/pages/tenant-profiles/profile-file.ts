import {
  type TenantProfile,
  type TenantProfileInput,
  tenantProfileInputSchema,
} from '@signalbox/contract/tenant-profile';
import * as z from 'zod/mini';
import { jsonFileName, saveFile } from '../../controls/save-file.ts';
import { type EntityFile, wrongMember } from '../../entity-page/entity-file.ts';

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

/** The profile of an exported file, as a new one that is not the default. */
export function readProfile(text: string): EntityFile<TenantProfileInput> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { wrong: undefined };
  }
  if (typeof content !== 'object' || content === null || !('profileData' in content)) return { wrong: undefined };
  // The server says what is wrong with a name.
  const { name } = content as { name?: unknown };
  const parsed = z.safeParse(tenantProfileInputSchema, { ...content, name: undefined });
  if (!parsed.success) return { wrong: wrongMember(parsed.error) };
  if (typeof name !== 'string' || !name.trim()) return { wrong: 'name' };
  const { id: _id, ...profile } = parsed.data;
  if (!profile.profileData?.configuration) return { wrong: 'profileData.configuration' };
  return { content: { ...profile, name, default: false } };
}
