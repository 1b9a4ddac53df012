import {
  type DeviceProfile,
  type DeviceProfileInput,
  deviceProfileInputSchema,
  RULE_ENGINE_QUEUES,
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
  // The server says what is wrong with a name.
  const { name } = (content ?? {}) as { name?: unknown };
  const parsed = z.safeParse(deviceProfileInputSchema, { ...(content as object), name: undefined });
  if (!parsed.success || typeof name !== 'string') return undefined;
  const { id: _id, ...profile } = parsed.data;
  const { type, transportType, provisionType, profileData } = profile;
  return name.trim() && type && transportType && provisionType && profileData
    ? { ...profile, name, default: false }
    : undefined;
}

/** What a profile names that belongs to a tenant, or to the profile itself. */
export type NamedPart = 'ruleChain' | 'dashboard' | 'queue' | 'firmware' | 'software';

/**
 * A profile of a file without what is not here, and names of that. Packages always are of the profile that was exported.
 * @param isHere looks up a rule chain or a dashboard by its id
 */
export async function withoutForeign(
  profile: DeviceProfileInput,
  isHere: (part: 'ruleChain' | 'dashboard', id: string) => Promise<boolean>,
): Promise<{ profile: DeviceProfileInput; left: NamedPart[] }> {
  const { defaultRuleChainId: chain, defaultDashboardId: dashboard, defaultQueueName: queue } = profile;
  const [hasChain, hasDashboard] = await Promise.all([
    chain ? isHere('ruleChain', chain.id) : true,
    dashboard ? isHere('dashboard', dashboard.id) : true,
  ]);
  const hasQueue = !queue || RULE_ENGINE_QUEUES.some((name) => name === queue);
  return {
    profile: {
      ...profile,
      ...(hasChain ? {} : { defaultRuleChainId: null }),
      ...(hasDashboard ? {} : { defaultDashboardId: null }),
      ...(hasQueue ? {} : { defaultQueueName: null }),
      firmwareId: null,
      softwareId: null,
    },
    left: [
      ...(hasChain ? [] : (['ruleChain'] as const)),
      ...(hasDashboard ? [] : (['dashboard'] as const)),
      ...(hasQueue ? [] : (['queue'] as const)),
      ...(profile.firmwareId ? (['firmware'] as const) : []),
      ...(profile.softwareId ? (['software'] as const) : []),
    ],
  };
}
