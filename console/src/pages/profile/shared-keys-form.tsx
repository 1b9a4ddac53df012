import { Box } from '@mui/material';
import { type SharedKeys, sharedKeysSchema } from '@signalbox/contract/shared-keys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readSharedKeys, saveSharedKeys } from '../../api/shared-keys.ts';
import { Loaded } from '../../controls/loaded.tsx';
import type { EntityForm, FormValue } from '../../entity-page/form.ts';
import { StoredForm } from '../../entity-page/stored-form.tsx';
import { card } from './card.ts';

const QUERY = ['sharedKeys'];

/** Keys of a text with one on each line. */
function keysOf(value: FormValue | undefined): string[] {
  const lines = String(value ?? '').split('\n');
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
}

function sharedKeysForm(t: TFunction): EntityForm<SharedKeys, SharedKeys> {
  return {
    fields: [
      { name: 'customerUsers', label: t('sharedKeys.customerUsers'), kind: 'multiline', help: t('sharedKeys.lines') },
      { name: 'visitors', label: t('sharedKeys.visitors'), kind: 'multiline', help: t('sharedKeys.visitorsHelp') },
    ],
    values: (keys) => ({
      customerUsers: (keys?.customerUsers ?? []).join('\n'),
      visitors: (keys?.visitors ?? []).join('\n'),
    }),
    body: (values) => ({ customerUsers: keysOf(values.customerUsers), visitors: keysOf(values.visitors) }),
    schema: sharedKeysSchema,
  };
}

function Fields({ keys }: { keys: SharedKeys }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const described = useMemo(() => sharedKeysForm(t), [t]);
  return (
    <StoredForm
      described={described}
      stored={keys}
      reload={readSharedKeys}
      save={async (body, _, basedOn) => client.setQueryData(QUERY, await saveSharedKeys(body, basedOn))}
    />
  );
}

/** Which of the tenant's own values its administrator lets customers and visitors read. */
export function SharedKeysForm() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: QUERY, queryFn: readSharedKeys });
  return (
    <Box component="section" aria-label={t('sharedKeys.title')} sx={card}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 8px' }}>
        {t('sharedKeys.title')}
      </Box>
      <Box sx={{ mb: 4, color: 'text.secondary' }}>{t('sharedKeys.help')}</Box>
      <Loaded from={query}>{(keys) => <Fields keys={keys} />}</Loaded>
    </Box>
  );
}
