import { Box, Button, Tab, Tabs } from '@mui/material';
import { isDomainName } from '@signalbox/contract/oauth2';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import type { FormValues } from '../../entity-page/form.ts';
import { FormFields } from '../../entity-page/form-fields.tsx';
import type { useForm } from '../../entity-page/use-form.ts';
import { DeleteButton } from './delete-button.tsx';
import type { GroupKeys } from './oauth2-draft.ts';
import { appFields, domainFields, type FieldParts } from './oauth2-fields.ts';

export type PlaceTab = 'domains' | 'apps';

export interface PlacesProps {
  group: GroupKeys;
  form: ReturnType<typeof useForm>;
  parts: FieldParts;
  /** Path of the redirect addresses. */
  processingUrl: string;
  tab: PlaceTab;
  onTab: (tab: PlaceTab) => void;
  onAdd: (part: PlaceTab) => void;
  onDelete: (key: string) => void;
}

const SCHEMES: Readonly<Record<string, readonly string[]>> = { HTTP: ['http'], HTTPS: ['https'] };

/** The addresses to register at the provider for a domain. */
function redirectAddresses(key: string, values: FormValues, processingUrl: string): string[] {
  const name = String(values[`${key}.name`] ?? '').trim();
  if (!isDomainName(name)) return [];
  const schemes = SCHEMES[String(values[`${key}.scheme`])] ?? ['http', 'https'];
  return schemes.map((scheme) => `${scheme}://${name}${processingUrl}`);
}

function RedirectAddress({ t, address }: { t: TFunction; address: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 13 }}>
      <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {address}
      </Box>
      <CopyIconButton text={address} name={t('oauth.redirectUri')} />
    </Box>
  );
}

const CARD = { display: 'flex', gap: 2, alignItems: 'flex-start', pb: 4, mb: 4, borderBottom: '1px solid var(--line)' };

function Domains({ group, form, parts, processingUrl, onDelete }: PlacesProps) {
  const { t } = useTranslation();
  return group.domains.map((key) => {
    const addresses = redirectAddresses(key, form.values, processingUrl);
    return (
      <Box key={key} sx={CARD}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <FormFields fields={domainFields(key, '', group.domains, parts)} form={form} />
          {addresses.length > 0 && (
            <Box sx={{ mt: 3 }}>
              <Box sx={{ fontSize: 13, fontWeight: 550 }}>{t('oauth.redirectUri')}</Box>
              {addresses.map((address) => (
                <RedirectAddress key={address} t={t} address={address} />
              ))}
            </Box>
          )}
        </Box>
        <DeleteButton
          label={t('oauth.deleteDomain')}
          refusal={group.domains.length === 1 ? t('oauth.lastOne') : undefined}
          onClick={() => onDelete(key)}
        />
      </Box>
    );
  });
}

function Apps({ group, form, parts, onDelete }: PlacesProps) {
  const { t } = useTranslation();
  if (group.apps.length === 0) return <Box sx={{ color: 'text.secondary', mb: 4 }}>{t('oauth.noApps')}</Box>;
  return group.apps.map((key) => (
    <Box key={key} sx={CARD}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <FormFields fields={appFields(key, '', group.apps, parts)} form={form} />
      </Box>
      <DeleteButton label={t('oauth.deleteApp')} onClick={() => onDelete(key)} />
    </Box>
  ));
}

/** Where the providers of a group are offered: on domains and in apps. */
export function Places(props: PlacesProps) {
  const { t } = useTranslation();
  const id = useId();
  const { tab, onTab, onAdd } = props;
  const isDomains = tab === 'domains';
  return (
    <>
      <Tabs value={tab} onChange={(_, next: PlaceTab) => onTab(next)} aria-label={t('oauth.where')} sx={{ mb: 4 }}>
        <Tab value="domains" label={t('oauth.domains')} id={`${id}domains`} aria-controls={`${id}panel`} />
        <Tab value="apps" label={t('oauth.apps')} id={`${id}apps`} aria-controls={`${id}panel`} />
      </Tabs>
      <Box role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {isDomains ? <Domains {...props} /> : <Apps {...props} />}
        <Button startIcon={<Icon name="add" size={16} />} onClick={() => onAdd(tab)}>
          {t(isDomains ? 'oauth.addDomain' : 'oauth.addApp')}
        </Button>
      </Box>
    </>
  );
}
