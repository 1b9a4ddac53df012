import './texts/texts.ts';
import { type SmsSettings, smsSettingsSchema } from '@signalbox/contract/sms-settings';
import type { TFunction } from 'i18next';
import { memberText, type StoredSetting } from '../../entity-page/admin-setting-form.ts';
import type { EntityForm, FormField, FormValue, FormValues } from '../../entity-page/form.ts';

const PROVIDERS = [
  { id: 'AWS_SNS', label: 'Amazon SNS' },
  { id: 'TWILIO', label: 'Twilio' },
] as const;

const isTwilio = (values: FormValues): boolean => values.type === 'TWILIO';
const isAmazon = (values: FormValues): boolean => values.type === 'AWS_SNS';

/** Says `words` unless the value has the form of `pattern`. */
const like =
  (pattern: RegExp, words: string) =>
  (value: FormValue): string | undefined =>
    pattern.test(String(value).trim()) ? undefined : words;

/** The form of the provider of text messages: the fields are those of the chosen one. */
export function smsForm(t: TFunction): EntityForm<StoredSetting, SmsSettings> {
  const idWords = t('smsSettings.idInvalid');
  const field = (name: string, label: string, more: Partial<FormField>): FormField => ({
    name,
    label,
    kind: 'text',
    required: true,
    ...more,
  });
  return {
    fields: [
      { name: 'type', label: t('smsSettings.type'), kind: 'choice', options: PROVIDERS },
      field('accessKeyId', t('smsSettings.accessKeyId'), { shown: isAmazon, check: like(/^[\w-]+$/, idWords) }),
      field('secretAccessKey', t('smsSettings.secretAccessKey'), { shown: isAmazon, type: 'password' }),
      field('region', t('smsSettings.region'), {
        shown: isAmazon,
        check: like(/^[a-z0-9-]+$/, t('smsSettings.regionInvalid')),
      }),
      field('numberFrom', t('smsSettings.numberFrom'), {
        shown: isTwilio,
        help: t('smsSettings.numberFromHelp'),
        check: like(/^(\+\d{2,15}|(MG|PN)\w+)$/, t('smsSettings.numberFromInvalid')),
      }),
      field('accountSid', t('smsSettings.accountSid'), { shown: isTwilio, check: like(/^[\w-]+$/, idWords) }),
      field('accountToken', t('smsSettings.accountToken'), { shown: isTwilio, type: 'password' }),
    ],
    values: (stored) => ({
      type: memberText(stored, 'type') === 'TWILIO' ? 'TWILIO' : 'AWS_SNS',
      accessKeyId: memberText(stored, 'accessKeyId'),
      secretAccessKey: memberText(stored, 'secretAccessKey'),
      region: memberText(stored, 'region'),
      numberFrom: memberText(stored, 'numberFrom'),
      accountSid: memberText(stored, 'accountSid'),
      accountToken: memberText(stored, 'accountToken'),
    }),
    body(values) {
      const text = (name: string): string => String(values[name] ?? '').trim();
      return isTwilio(values)
        ? {
            type: 'TWILIO',
            numberFrom: text('numberFrom'),
            accountSid: text('accountSid'),
            accountToken: text('accountToken'),
          }
        : {
            type: 'AWS_SNS',
            accessKeyId: text('accessKeyId'),
            secretAccessKey: text('secretAccessKey'),
            region: text('region'),
          };
    },
    schema: smsSettingsSchema,
  };
}
