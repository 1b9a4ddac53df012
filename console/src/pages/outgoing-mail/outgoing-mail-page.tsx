import './texts/texts.ts';
import { Alert, Box, Button, LinearProgress, MenuItem } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSetting, saveSetting, sendTestMail } from '../../api/admin-settings.ts';
import { useSession } from '../../app/session.ts';
import { errorText } from '../../controls/error-text.ts';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { SettingsFrame } from '../../controls/settings-frame.tsx';
import type { StoredSetting } from '../../entity-page/admin-setting-form.ts';
import { StoredForm, type StoredFormState } from '../../entity-page/stored-form.tsx';
import { MailFailures } from './mail-failures.tsx';
import { mailForm } from './mail-form.ts';
import { MAIL_PRESETS, OWN_SERVER, presetOf } from './presets.ts';

const KEY = 'mail';
const QUERY = ['adminSettings', KEY] as const;

/** Fills in where a provider takes mails. */
function PresetSelect({ form }: { form: StoredFormState }) {
  const { t } = useTranslation();
  const fill = (id: string) => {
    const preset = MAIL_PRESETS.find((one) => one.id === id);
    form.change('smtpHost', preset?.smtpHost ?? '');
    if (!preset) return;
    form.change('smtpProtocol', 'smtp');
    form.change('smtpPort', preset.smtpPort);
    form.change('enableTls', true);
  };
  return (
    <SelectInput
      label={t('mailSettings.preset')}
      value={presetOf(String(form.values.smtpHost ?? ''))}
      onChange={fill}
      sx={{ mb: 4 }}
    >
      <MenuItem value={OWN_SERVER}>{t('mailSettings.ownServer')}</MenuItem>
      {MAIL_PRESETS.map(({ id, label }) => (
        <MenuItem key={id} value={id}>
          {label}
        </MenuItem>
      ))}
    </SelectInput>
  );
}

/** What became of the test mail. */
type Outcome = { kind: 'busy' } | { kind: 'sent'; email: string } | { kind: 'failed'; reason: string };

function TestOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  return (
    <Box role="status" sx={{ mt: outcome ? 4 : 0 }}>
      {outcome?.kind === 'busy' && (
        <>
          <Box sx={{ mb: 2, color: 'text.secondary' }}>{t('mailSettings.testing')}</Box>
          <LinearProgress aria-label={t('mailSettings.testing')} />
        </>
      )}
      {outcome?.kind === 'sent' && (
        <Alert severity="success">{t('mailSettings.tested', { email: outcome.email })}</Alert>
      )}
      {outcome?.kind === 'failed' && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 580 }}>{t('mailSettings.notTested')}</Box>
          <bdi>{outcome.reason}</bdi>
        </Alert>
      )}
    </Box>
  );
}

function MailForm({ setting }: { setting: StoredSetting }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession();
  const [outcome, setOutcome] = useState<Outcome>();
  const described = useMemo(() => mailForm(t, setting), [t, setting]);

  async function test(form: StoredFormState) {
    setOutcome(undefined);
    await form.submit(async (values) => {
      setOutcome({ kind: 'busy' });
      try {
        await sendTestMail(described.body(values, setting));
        setOutcome({ kind: 'sent', email: user?.email ?? '' });
      } catch (error) {
        setOutcome({ kind: 'failed', reason: errorText(error) });
      }
    });
  }
  return (
    <StoredForm
      described={described}
      stored={setting}
      group={t('mailSettings.title')}
      reload={() => readSetting(KEY)}
      save={async (body, stored, basedOn) => client.setQueryData(QUERY, await saveSetting(KEY, stored, body, basedOn))}
      before={(form) => <PresetSelect form={form} />}
      beside={(form) => (
        <Button
          startIcon={<Icon name="mail" size={16} />}
          loading={outcome?.kind === 'busy'}
          onClick={() => void test(form)}
        >
          {t('mailSettings.test')}
        </Button>
      )}
      after={() => <TestOutcome outcome={outcome} />}
    />
  );
}

/** The mail server of the installation. */
export function OutgoingMailPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: QUERY, queryFn: async () => (await readSetting(KEY)) ?? null });
  return (
    <SettingsFrame title={t('mailSettings.title')} text={t('mailSettings.text')} below={<MailFailures />}>
      <Loaded from={query} skeleton={12}>
        {(setting) => <MailForm setting={setting ?? undefined} />}
      </Loaded>
    </SettingsFrame>
  );
}
