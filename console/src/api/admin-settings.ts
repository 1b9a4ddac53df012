import { type AdminSetting, adminSettingRoutes } from '@signalbox/contract/admin-settings';
import { type MailFailure, mailFailureRoutes } from '@signalbox/contract/mail-failure';
import type { SecuritySettings } from '@signalbox/contract/security-settings';
import type { TestSms } from '@signalbox/contract/sms-settings';
import { call } from './client.ts';
import { RequestError } from './http.ts';

/** A setting of the installation; undefined while nobody has saved it. */
export async function readSetting(key: string): Promise<AdminSetting | undefined> {
  try {
    return await call(
      adminSettingRoutes.getAdminSetting,
      { params: { key } },
      { ignoreErrors: true, ignoreLoading: true },
    );
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return undefined;
    throw error;
  }
}

/** Saves what is known of a setting; `stored` is it as it was read. */
export function saveSetting(
  key: string,
  stored: AdminSetting | undefined,
  jsonValue: unknown,
  basedOn?: string,
): Promise<AdminSetting> {
  return call(
    adminSettingRoutes.saveAdminSetting,
    { query: { basedOn }, body: { ...(stored ? { id: stored.id } : {}), key, jsonValue } },
    { ignoreErrors: true },
  );
}

/** Sends a mail to the own address with settings that need not be saved. */
export function sendTestMail(jsonValue: unknown) {
  return call(adminSettingRoutes.sendTestMail, { body: { key: 'mail', jsonValue } }, { ignoreErrors: true });
}

/** The last mails that could not be sent, the newest first. */
export function readMailFailures(): Promise<MailFailure[]> {
  return call(mailFailureRoutes.getMailFailures, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function sendTestSms(body: TestSms) {
  return call(adminSettingRoutes.sendTestSms, { body }, { ignoreErrors: true });
}

export function readSecuritySettings(): Promise<SecuritySettings> {
  return call(adminSettingRoutes.getSecuritySettings, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function saveSecuritySettings(settings: SecuritySettings, basedOn?: string): Promise<SecuritySettings> {
  return call(adminSettingRoutes.saveSecuritySettings, { query: { basedOn }, body: settings }, { ignoreErrors: true });
}
