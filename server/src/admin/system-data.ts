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
  /** Initial address of the console for links in mails. */
  baseUrl: string;
  /** Password of the first administrator; random if absent. */
  administratorPassword: string | undefined;
}

/**
 * Creates what every installation needs and does not have yet: settings, tenant profiles, the first administrator.
 * @returns the account of the administrator if this call created it
 */
export async function createSystemData(parts: SystemDataParts): Promise<FirstAdministrator | undefined> {
  const { adminSettings, tenantProfiles, users } = parts;
  await adminSettings.putIfAbsent('general', { baseUrl: parts.baseUrl, prohibitDifferentUrl: false });
  await adminSettings.putIfAbsent(MAIL_SETTINGS_KEY, DEFAULT_MAIL_SETTINGS);
  await tenantProfiles.createDefaults();
  return users.createFirstAdministrator(parts.administratorPassword);
}
