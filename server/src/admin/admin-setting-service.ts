import { type AdminSetting, type AdminSettingInput, generalSettingsSchema } from '@signalbox/contract/admin-settings';
import type { MailFailure } from '@signalbox/contract/mail-failure';
import { MAIL_SECRETS, mailSettingsSchema } from '@signalbox/contract/mail-settings';
import type { SecuritySettings } from '@signalbox/contract/security-settings';
import { smsSettingsSchema, type TestSms } from '@signalbox/contract/sms-settings';
import type * as z from 'zod/mini';
import { requirePermission } from '../access/permissions.ts';
import { SECURITY_SETTINGS_KEY, type SecuritySettingsService } from '../access/security-settings.ts';
import { SIGNING_KEYS_SETTING, type SigningKeys } from '../access/signing-keys.ts';
import { requireEmail } from '../entities/email.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { parseWith } from '../http/parse.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { mailFailure } from '../mail/mail.ts';
import type { MailFailures } from '../mail/mail-failures.ts';
import { MAIL_SETTINGS_KEY, type MailService } from '../mail/mail-service.ts';
import { mails } from '../mail/mails.ts';
import { type SmsSender, smsFailure } from '../sms/sms-sender.ts';
import type { AdminSettingStore, StoredSetting } from '../storage/admin-setting-store.ts';

/** Settings with calls of their own, or none: the general calls treat them as missing. */
const NOT_OFFERED: ReadonlySet<string> = new Set([SIGNING_KEYS_SETTING, SECURITY_SETTINGS_KEY]);

/** Write-only members, by key of the setting. */
const SECRETS: ReadonlyMap<string, readonly string[]> = new Map([[MAIL_SETTINGS_KEY, MAIL_SECRETS]]);

/** What is known of the value, by key of the setting. Values of other keys belong to the clients. */
const SCHEMAS: ReadonlyMap<string, z.core.$ZodType> = new Map<string, z.core.$ZodType>([
  ['general', generalSettingsSchema],
  [MAIL_SETTINGS_KEY, mailSettingsSchema],
  ['sms', smsSettingsSchema],
]);

export interface AdminSettingServiceParts {
  store: AdminSettingStore;
  securitySettings: SecuritySettingsService;
  signingKeys: SigningKeys;
  mail: Pick<MailService, 'sendWith'> & { failures: MailFailures };
  sms: SmsSender;
}

/** Settings of the installation that system administrators can change at run time. */
export function createAdminSettingService(parts: AdminSettingServiceParts) {
  const { store, securitySettings, signingKeys, mail, sms } = parts;
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
      const schema = SCHEMAS.get(key);
      if (schema) parseWith(schema, jsonValue, 'member');
      await store.put(key, withStoredSecrets(key, jsonValue, existing?.value));
      return hideSecrets((await store.find(key)) as StoredSetting);
    },

    /** Sends a mail to the caller with the settings of `input`; a missing password is the stored one. */
    async testMail(user: SecurityUser, { key, jsonValue }: AdminSettingInput): Promise<void> {
      requirePermission(user, 'ADMIN_SETTINGS', 'READ');
      if (key !== MAIL_SETTINGS_KEY) return;
      parseWith(mailSettingsSchema, jsonValue, 'member');
      const tried = withStoredSecrets(key, jsonValue, (await store.find(key))?.value);
      await mail.sendWith(tried, mails.test(user.email)).catch((error: unknown) => {
        throw mailFailure(error);
      });
    },

    /** The last mails that could not be sent, the newest first. */
    async getMailFailures(user: SecurityUser): Promise<MailFailure[]> {
      requirePermission(user, 'ADMIN_SETTINGS', 'READ');
      return mail.failures.newest();
    },

    /** Sends a text message with a provider that need not be saved. */
    async testSms(user: SecurityUser, { providerConfiguration, numberTo, message }: TestSms): Promise<void> {
      requirePermission(user, 'ADMIN_SETTINGS', 'READ');
      await sms.sendWith(providerConfiguration, { to: numberTo, text: message }).catch((error: unknown) => {
        throw smsFailure(error);
      });
    },

    async getSecurity(user: SecurityUser): Promise<SecuritySettings> {
      requirePermission(user, 'ADMIN_SETTINGS', 'READ');
      return securitySettings.get();
    },

    async saveSecurity(user: SecurityUser, settings: SecuritySettings): Promise<SecuritySettings> {
      requirePermission(user, 'ADMIN_SETTINGS', 'WRITE');
      const { userLockoutNotificationEmail: administrator } = settings;
      if (administrator?.trim()) requireEmail(administrator.trim());
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
