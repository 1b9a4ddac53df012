import './texts/texts.ts';
import { Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readSetting, saveSetting } from '../../api/admin-settings.ts';
import { openDialog } from '../../app/dialogs.ts';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { SettingsFrame } from '../../controls/settings-frame.tsx';
import type { StoredSetting } from '../../entity-page/admin-setting-form.ts';
import { StoredForm, type StoredFormState } from '../../entity-page/stored-form.tsx';
import { smsForm } from './sms-form.ts';
import { TestSmsDialog } from './test-sms-dialog.tsx';

const KEY = 'sms';
const QUERY = ['adminSettings', KEY] as const;

function SmsForm({ setting }: { setting: StoredSetting }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const described = useMemo(() => smsForm(t), [t]);
  const test = (form: StoredFormState) =>
    form.submit(async (values) => {
      const settings = described.body(values, setting);
      void openDialog((close) => <TestSmsDialog settings={settings} onClose={() => close()} />);
    });
  return (
    <StoredForm
      described={described}
      stored={setting}
      group={t('smsSettings.title')}
      reload={() => readSetting(KEY)}
      save={async (body, stored, basedOn) => client.setQueryData(QUERY, await saveSetting(KEY, stored, body, basedOn))}
      beside={(form) => (
        <Button startIcon={<Icon name="message" size={16} />} onClick={() => void test(form)}>
          {t('smsSettings.test')}
        </Button>
      )}
    />
  );
}

/** The provider of text messages. */
export function SmsProviderPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: QUERY, queryFn: async () => (await readSetting(KEY)) ?? null });
  return (
    <SettingsFrame title={t('smsSettings.title')} text={t('smsSettings.text')}>
      <Loaded from={query}>{(setting) => <SmsForm setting={setting ?? undefined} />}</Loaded>
    </SettingsFrame>
  );
}
