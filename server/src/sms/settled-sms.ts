import { smsSettingsSchema } from '@signalbox/contract/sms-settings';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import type { Sms, SmsSender } from './sms-sender.ts';

const SMS_SETTINGS_KEY = 'sms';

/** Sends text messages by the provider of the installation too. */
export function createSettledSms(sender: SmsSender, settings: Pick<AdminSettingStore, 'find'>) {
  return {
    ...sender,
    /** @throws Error saying why it was not sent */
    async send(message: Sms): Promise<void> {
      const stored = smsSettingsSchema.safeParse((await settings.find(SMS_SETTINGS_KEY))?.value);
      if (!stored.success) throw new Error('no provider of text messages is set up');
      await sender.sendWith(stored.data, message);
    },
  };
}
