import { randomInt } from 'node:crypto';
import { entityId, nullId } from '@signalbox/contract/id';
import type { User } from '@signalbox/contract/user';
import type { CredentialsService } from '../access/credentials-service.ts';
import { defaultTenantProfileData } from '../entities/tenant-profile/tenant-profile-data.ts';
import type { TenantProfileStore } from '../entities/tenant-profile/tenant-profile-store.ts';
import type { UserStore } from '../entities/user/user-store.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { newEntityId } from '../storage/ids.ts';

const ADMINISTRATOR_EMAIL = 'sysadmin@signalbox.local';

/** Tenant profiles of every installation; the isolated ones exist for clients that look for them. */
const TENANT_PROFILES = [
  { name: 'Default', description: 'Default tenant profile', core: false, rules: false },
  { name: 'Isolated TB Core', description: 'Isolated TB Core tenant profile', core: true, rules: false },
  { name: 'Isolated TB Rule Engine', description: 'Isolated TB Rule Engine tenant profile', core: false, rules: true },
  {
    name: 'Isolated TB Core and TB Rule Engine',
    description: 'Isolated TB Core and TB Rule Engine tenant profile',
    core: true,
    rules: true,
  },
];

const MAIL_SETTINGS = {
  mailFrom: 'Signalbox <sysadmin@localhost.localdomain>',
  smtpProtocol: 'smtp',
  smtpHost: 'localhost',
  smtpPort: '25',
  timeout: '10000',
  enableTls: false,
  username: '',
  tlsVersion: 'TLSv1.2',
  enableProxy: false,
  showChangePassword: false,
};

export interface SystemDataParts {
  adminSettings: AdminSettingStore;
  tenantProfiles: TenantProfileStore;
  users: UserStore;
  credentials: CredentialsService;
  /** Address of the console, for links in mails until somebody sets another. */
  baseUrl: string;
  /** Password of the first administrator; absent: a random one. */
  administratorPassword: string | undefined;
}

/**
 * Makes what every installation has, unless it is there: settings, tenant profiles, the first administrator.
 * @returns account of the administrator when it was made just now
 */
export async function createSystemData(
  parts: SystemDataParts,
): Promise<{ username: string; password: string } | undefined> {
  const { adminSettings, tenantProfiles, users, credentials } = parts;
  await adminSettings.putIfAbsent('general', { baseUrl: parts.baseUrl, prohibitDifferentUrl: false });
  await adminSettings.putIfAbsent('mail', MAIL_SETTINGS);
  if (!(await tenantProfiles.findDefault())) {
    for (const { name, description, core, rules } of TENANT_PROFILES) {
      const { id, createdTime } = newEntityId();
      await tenantProfiles.insert({
        id: entityId('TENANT_PROFILE', id),
        createdTime,
        name,
        description,
        isolatedTbCore: core,
        isolatedTbRuleEngine: rules,
        profileData: defaultTenantProfileData(),
        default: !core && !rules,
      });
    }
  }
  if ((await users.countSystemAdministrators()) > 0) return undefined;
  const password = parts.administratorPassword ?? randomPassword();
  const { id, createdTime } = newEntityId();
  const user: User = {
    id: entityId('USER', id),
    createdTime,
    additionalInfo: null,
    tenantId: nullId('TENANT'),
    customerId: nullId('CUSTOMER'),
    email: ADMINISTRATOR_EMAIL,
    authority: 'SYS_ADMIN',
    firstName: null,
    lastName: null,
    name: ADMINISTRATOR_EMAIL,
  };
  await users.insert(user, (transaction) => credentials.createActivated(id, password, transaction));
  return { username: ADMINISTRATOR_EMAIL, password };
}

/** 20 letters and digits that cannot be taken for each other. */
function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('');
}
