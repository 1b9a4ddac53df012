import {
  type DeviceProfile,
  type DeviceProfileInput,
  deviceProfileInputSchema,
} from '@signalbox/contract/device-profile';
import * as z from 'zod/mini';
import { jsonFileName, saveFile } from '../../controls/save-file.ts';

/** Largest file that is read, bytes: as much as a save takes. */
export const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/** A device profile as it is exported: without what belongs to this tenant (rest-content.md §1.6). */
export function exportedProfile({
  id: _id,
  createdTime: _createdTime,
  tenantId: _tenantId,
  ...profile
}: DeviceProfile) {
  return { ...profile, default: false };
}

/** Saves a device profile as a file of the person. */
export function downloadProfile(profile: DeviceProfile): void {
  const text = `${JSON.stringify(exportedProfile(profile), null, 2)}\n`;
  saveFile(jsonFileName(profile.name, 'device_profile'), new Blob([text], { type: 'application/json' }));
}

/** The profile of an exported file, as a new one that is not the default; undefined when it is not one. */
export function readProfile(text: string): DeviceProfileInput | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = z.safeParse(deviceProfileInputSchema, content);
  if (!parsed.success) return undefined;
  const { id: _id, ...profile } = parsed.data;
  const { name, type, transportType, provisionType, profileData } = profile;
  return name?.trim() && type && transportType && provisionType && profileData
    ? { ...profile, default: false }
    : undefined;
}
