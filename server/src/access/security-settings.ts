import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  securitySettingsSchema,
} from '@signalbox/contract/security-settings';
import * as z from 'zod/mini';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';

export const SECURITY_SETTINGS_KEY = 'securitySettings';

/** Password rules and lockout of the installation. */
export function createSecuritySettings(store: AdminSettingStore) {
  return {
    async get(): Promise<SecuritySettings> {
      const stored = await store.find(SECURITY_SETTINGS_KEY);
      const parsed = z.safeParse(securitySettingsSchema, stored?.value);
      return parsed.success ? parsed.data : DEFAULT_SECURITY_SETTINGS;
    },

    async save(settings: SecuritySettings): Promise<void> {
      await store.put(SECURITY_SETTINGS_KEY, settings);
    },
  };
}

export type SecuritySettingsService = ReturnType<typeof createSecuritySettings>;
