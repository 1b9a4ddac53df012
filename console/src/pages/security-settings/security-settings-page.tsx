import './texts/texts.ts';
import type { SecuritySettings } from '@signalbox/contract/security-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readSecuritySettings, saveSecuritySettings } from '../../api/admin-settings.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { SettingsFrame } from '../../controls/settings-frame.tsx';
import { StoredForm } from '../../entity-page/stored-form.tsx';
import { securityForm } from './security-form.ts';

const QUERY = ['securitySettings'] as const;

function SecurityForm({ settings }: { settings: SecuritySettings }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const described = useMemo(() => securityForm(t), [t]);
  return (
    <StoredForm
      described={described}
      stored={settings}
      group={t('securitySettings.title')}
      reload={readSecuritySettings}
      save={async (body, _, basedOn) => {
        client.setQueryData(QUERY, await saveSecuritySettings(body, basedOn));
        await client.invalidateQueries({ queryKey: ['passwordPolicy'] });
      }}
    />
  );
}

/** Rules of new passwords, and what locks a sign-in. */
export function SecuritySettingsPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: QUERY, queryFn: readSecuritySettings });
  return (
    <SettingsFrame title={t('securitySettings.title')} text={t('securitySettings.text')}>
      <Loaded from={query}>{(settings) => <SecurityForm settings={settings} />}</Loaded>
    </SettingsFrame>
  );
}
