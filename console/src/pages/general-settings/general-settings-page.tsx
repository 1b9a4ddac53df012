import './texts/texts.ts';
import { Alert, Button } from '@mui/material';
import { type AdminSetting, type GeneralSettings, generalSettingsSchema } from '@signalbox/contract/admin-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readSetting, saveSetting } from '../../api/admin-settings.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { SettingsFrame } from '../../controls/settings-frame.tsx';
import { memberOf, type StoredSetting } from '../../entity-page/admin-setting-form.ts';
import type { EntityForm } from '../../entity-page/form.ts';
import { StoredForm, type StoredFormState } from '../../entity-page/stored-form.tsx';

const KEY = 'general';
const QUERY = ['adminSettings', KEY] as const;

function generalForm(t: TFunction): EntityForm<StoredSetting, GeneralSettings> {
  return {
    fields: [
      {
        name: 'baseUrl',
        label: t('settings.baseUrl'),
        kind: 'text',
        required: true,
        help: t('settings.baseUrlHelp'),
        check: (value) =>
          generalSettingsSchema.shape.baseUrl.safeParse(String(value).trim()).success
            ? undefined
            : t('settings.baseUrlInvalid'),
      },
      {
        name: 'prohibitDifferentUrl',
        label: t('settings.prohibitDifferentUrl'),
        kind: 'switch',
        help: t('settings.prohibitDifferentUrlHelp'),
      },
    ],
    values: (setting) => ({
      baseUrl: String(memberOf(setting, 'baseUrl') ?? ''),
      prohibitDifferentUrl: memberOf(setting, 'prohibitDifferentUrl') === true,
    }),
    body: (values) => ({
      baseUrl: String(values.baseUrl ?? '').trim(),
      prohibitDifferentUrl: values.prohibitDifferentUrl === true,
    }),
    schema: generalSettingsSchema,
  };
}

/** Offers the address by which the console was opened when it is another one. */
function OtherAddress({ form }: { form: StoredFormState }) {
  const { t } = useTranslation();
  const here = window.location.origin;
  if (
    String(form.values.baseUrl ?? '')
      .trim()
      .replace(/(?<!\/)\/+$/, '') === here
  )
    return null;
  return (
    <Alert
      severity="info"
      sx={{ mt: 4 }}
      action={
        <Button color="inherit" size="small" onClick={() => form.change('baseUrl', here)}>
          {t('settings.useHere')}
        </Button>
      }
    >
      {t('settings.otherAddress', { here })}
    </Alert>
  );
}

function GeneralForm({ setting }: { setting: AdminSetting | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const described = useMemo(() => generalForm(t), [t]);
  return (
    <StoredForm
      described={described}
      stored={setting}
      group={t('settings.general')}
      reload={() => readSetting(KEY)}
      save={async (body, stored, basedOn) => client.setQueryData(QUERY, await saveSetting(KEY, stored, body, basedOn))}
      after={(form) => <OtherAddress form={form} />}
    />
  );
}

/** The address of the console. */
export function GeneralSettingsPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: QUERY, queryFn: async () => (await readSetting(KEY)) ?? null });
  return (
    <SettingsFrame title={t('settings.general')} text={t('settings.generalText')}>
      <Loaded from={query}>{(setting) => <GeneralForm setting={setting ?? undefined} />}</Loaded>
    </SettingsFrame>
  );
}
