import type { TenantProfileService } from '../entities/tenant-profile/tenant-profile-service.ts';
import type { FirstAdministrator } from '../entities/user/first-administrator.ts';
import type { UserService } from '../entities/user/user-service.ts';
import { DEFAULT_MAIL_SETTINGS } from '../mail/default-mail-settings.ts';
import { MAIL_SETTINGS_KEY } from '../mail/mail-service.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';

export interface SystemDataParts {
  adminSettings: AdminSettingStore;
  tenantProfiles: Pick<TenantProfileService, 'createDefaults'>;
  users: Pick<UserService, 'createFirstAdministrator'>;
  /** Brings the widget types of the system to what this release has. */
  updateWidgets: () => Promise<void>;
  /** Password of the first administrator; random if absent. */
  administratorPassword: string | undefined;
}

/** What `storeBaseUrl` stores by itself. */
const OWN_ADDRESS = /^http:\/\/localhost:\d+$/;

/**
 * Stores the initial address of the console for links in mails, unless there is one. The address of a port that the
 * operating system chose ends with the process, so that of the new one takes its place.
 * @param port the server listens on
 * @param isChosen whether the operating system chose it
 */
export async function storeBaseUrl(adminSettings: AdminSettingStore, port: number, isChosen: boolean): Promise<void> {
  const own = { baseUrl: `http://localhost:${port}`, prohibitDifferentUrl: false };
  const stored = await adminSettings.putIfAbsent('general', own);
  if (isChosen && OWN_ADDRESS.test(String(stored.baseUrl)) && !stored.prohibitDifferentUrl) {
    await adminSettings.put('general', own);
  }
}

/**
 * Creates what every installation needs and does not have yet: settings, tenant profiles, widget types,
 * the first administrator.
 * @returns the account of the administrator if this call created it
 */
export async function createSystemData(parts: SystemDataParts): Promise<FirstAdministrator | undefined> {
  const { adminSettings, tenantProfiles, users, updateWidgets } = parts;
  await adminSettings.putIfAbsent(MAIL_SETTINGS_KEY, DEFAULT_MAIL_SETTINGS);
  await tenantProfiles.createDefaults();
  await updateWidgets();
  return users.createFirstAdministrator(parts.administratorPassword);
}
