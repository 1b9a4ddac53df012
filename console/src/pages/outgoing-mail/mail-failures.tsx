import { Box, Button } from '@mui/material';
import type { MailFailure, MailKind } from '@signalbox/contract/mail-failure';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMailFailures } from '../../api/admin-settings.ts';
import { Ago } from '../../controls/ago.tsx';
import { SettingsSection } from '../../controls/settings-frame.tsx';

/** How many are shown before all of them are asked for. */
const FIRST = 5;

const KIND_TEXTS: Readonly<Record<MailKind, string>> = {
  ACTIVATION: 'mailSettings.failed.activation',
  ACTIVATED: 'mailSettings.failed.activated',
  PASSWORD_RESET: 'mailSettings.failed.passwordReset',
  PASSWORD_CHANGED: 'mailSettings.failed.passwordChanged',
  LOCKOUT: 'mailSettings.failed.lockout',
  USAGE: 'mailSettings.failed.usage',
  TEST: 'mailSettings.failed.test',
};

function Failure({ failure }: { failure: MailFailure }) {
  const { t } = useTranslation();
  return (
    <Box component="li" sx={{ py: 2.5, borderTop: '1px solid var(--line)', overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, justifyContent: 'space-between' }}>
        <span>
          <Box component="span" sx={{ fontWeight: 580 }}>
            {t(KIND_TEXTS[failure.kind])}
          </Box>{' '}
          · <bdi>{failure.recipient}</bdi>
        </span>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
          <Ago ts={failure.createdTime} />
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        <bdi>{failure.reason}</bdi>
      </Box>
    </Box>
  );
}

/** The last mails that could not be sent; nothing while there are none. */
export function MailFailures() {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const { data: failures = [] } = useQuery({ queryKey: ['mailFailures'], queryFn: readMailFailures });
  if (failures.length === 0) return null;
  return (
    <SettingsSection title={t('mailSettings.failed.title')}>
      <Box component="p" sx={{ color: 'text.secondary', m: '0 0 10px' }}>
        {t('mailSettings.failed.text')}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {failures.slice(0, showsAll ? undefined : FIRST).map((failure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: failures have no ids, and are read and shown in one piece.
          <Failure key={index} failure={failure} />
        ))}
      </Box>
      {failures.length > FIRST && !showsAll && (
        <Button sx={{ mt: 2 }} onClick={() => setShowsAll(true)}>
          {t('mailSettings.failed.showAll', { count: failures.length })}
        </Button>
      )}
    </SettingsSection>
  );
}
