import type { AdminSetting, AdminSettingInput } from '@signalbox/contract/admin-settings';
import type { SecuritySettings } from '@signalbox/contract/security-settings';
import { requirePermission } from '../access/permissions.ts';
import { SECURITY_SETTINGS_KEY, type SecuritySettingsService } from '../access/security-settings.ts';
import { SIGNING_KEYS_SETTING, type SigningKeys } from '../access/signing-keys.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { AdminSettingStore, StoredSetting } from '../storage/admin-setting-store.ts';

/** Settings with calls of their own, or none: the general calls treat them as missing. */
const NOT_OFFERED: ReadonlySet<string> = new Set([SIGNING_KEYS_SETTING, SECURITY_SETTINGS_KEY]);

/** Write-only members, by key of the setting. */
const SECRETS: ReadonlyMap<string, readonly string[]> = new Map([['mail', ['password', 'proxyPassword']]]);

export interface AdminSettingServiceParts {
  store: AdminSettingStore;
  securitySettings: SecuritySettingsService;
  signingKeys: SigningKeys;
}

/** Settings of the installation that system administrators can change at run time. */
export function createAdminSettingService({ store, securitySettings, signingKeys }: AdminSettingServiceParts) {
  return {
    async get(user: SecurityUser, key: string): Promise<AdminSetting> {
      requirePermission(user, 'ADMIN_SETTINGS', 'READ');
      const setting = NOT_OFFERED.has(key) ? undefined : await store.find(key);
      if (!setting) throw notFound(`No Administration settings found for key: ${key}`);
      return hideSecrets(setting);
    },

    async save(user: SecurityUser, input: AdminSettingInput): Promise<AdminSetting> {
      requirePermission(user, 'ADMIN_SETTINGS', 'WRITE');
      const { key, jsonValue } = input;
      if (!key) throw badRequest('Key should be specified!');
      if (jsonValue === null || jsonValue === undefined) throw badRequest('Json value should be specified!');
      if (NOT_OFFERED.has(key)) throw badRequest(`The setting '${key}' can't be saved with this call!`);
      const existing = await store.find(key);
      if (input.id) {
        const before = await store.findById(input.id.id);
        if (!before || NOT_OFFERED.has(before.key)) throw notFound(`No Administration settings found for key: ${key}`);
        if (before.key !== key) throw badRequest('Changing key of admin settings entry is prohibited!');
      } else if (existing) {
        throw badRequest('Admin settings with such name already exists!');
      }
      await store.put(key, withStoredSecrets(key, jsonValue, existing?.value));
      return hideSecrets((await store.find(key)) as StoredSetting);
    },

    async getSecurity(user: SecurityUser): Promise<SecuritySettings> {
      requirePermission(user, 'ADMIN_SETTINGS', 'READ');
      return securitySettings.get();
    },

    async saveSecurity(user: SecurityUser, settings: SecuritySettings): Promise<SecuritySettings> {
      requirePermission(user, 'ADMIN_SETTINGS', 'WRITE');
      await securitySettings.save(settings);
      return securitySettings.get();
    },

    async rotateSigningKey(user: SecurityUser): Promise<void> {
      requirePermission(user, 'ADMIN_SETTINGS', 'WRITE');
      await signingKeys.rotate();
    },
  };
}

export type AdminSettingService = ReturnType<typeof createAdminSettingService>;

function hideSecrets({ id, createdTime, key, value }: StoredSetting): AdminSetting {
  const secrets = SECRETS.get(key) ?? [];
  const jsonValue = isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !secrets.includes(name)))
    : value;
  return { id: { id }, createdTime, key, jsonValue };
}

/** Clients never see the secrets, so a value that lacks them keeps the stored ones. */
function withStoredSecrets(key: string, value: unknown, stored: unknown): unknown {
  if (!isObject(value) || !isObject(stored)) return value;
  const kept = (SECRETS.get(key) ?? []).filter((name) => !Object.hasOwn(value, name) && Object.hasOwn(stored, name));
  return { ...value, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
