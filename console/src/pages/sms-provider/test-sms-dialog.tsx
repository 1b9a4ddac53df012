import { MAX_SMS_LENGTH, PHONE_NUMBER, type SmsSettings } from '@signalbox/contract/sms-settings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sendTestSms } from '../../api/admin-settings.ts';
import { notifySuccess } from '../../app/notices.ts';
import type { FormField } from '../../entity-page/form.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { FormFields } from '../../entity-page/form-fields.tsx';
import { useForm } from '../../entity-page/use-form.ts';

const EMPTY = { numberTo: '', message: '' };

/** Sends a text message with settings that need not be saved. */
export function TestSmsDialog({ settings, onClose }: { settings: SmsSettings; onClose: () => void }) {
  const { t } = useTranslation();
  const fields = useMemo<FormField[]>(
    () => [
      {
        name: 'numberTo',
        label: t('smsSettings.numberTo'),
        kind: 'text',
        type: 'tel',
        required: true,
        check: (value) => (PHONE_NUMBER.test(String(value).trim()) ? undefined : t('smsSettings.numberToInvalid')),
      },
      {
        name: 'message',
        label: t('smsSettings.message'),
        kind: 'multiline',
        required: true,
        check: (value) =>
          String(value).length > MAX_SMS_LENGTH ? t('form.tooLong', { count: MAX_SMS_LENGTH }) : undefined,
      },
    ],
    [t],
  );
  const form = useForm({ fields }, EMPTY);
  const submit = () =>
    form.submit(async ({ numberTo, message }) => {
      await sendTestSms({
        providerConfiguration: settings,
        numberTo: String(numberTo).trim(),
        message: String(message),
      });
      notifySuccess(t('smsSettings.tested'));
      onClose();
    });
  return (
    <FormDialog
      title={t('smsSettings.testTitle')}
      submitLabel={t('smsSettings.send')}
      dirty={form.dirty}
      submission={form}
      fields={fields}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormFields fields={fields} form={form} focus="numberTo" />
    </FormDialog>
  );
}
