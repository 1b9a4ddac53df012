import './texts/texts.ts';
import { Alert, Box, Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makePublic } from '../../api/devices.ts';
import { tryEach } from '../../app/try-each.ts';
import { errorText, failureLine } from '../../controls/error-text.ts';
import { countThings } from '../../entity-page/things.ts';
import { formatNumber } from '../../i18n/format.ts';
import { MAX_DEVICES, unpublishedDevices } from './unpublished-devices.ts';

/** Which devices visitors of a public dashboard do not see yet, with a button that publishes them. */
export function UnpublishedList(props: { dashboardId: string; publicCustomerId: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { dashboardId, publicCustomerId } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const query = useQuery({
    queryKey: ['dashboards', 'unpublished', dashboardId, publicCustomerId],
    queryFn: () => unpublishedDevices(dashboardId, publicCustomerId),
    staleTime: 0,
  });
  const devices = query.data?.devices ?? [];
  const free = devices.filter(({ isAssigned }) => !isAssigned);

  async function publish() {
    setBusy(true);
    setError(undefined);
    const [failed] = await tryEach(free, ({ id }) => makePublic(id));
    if (failed) setError(failed.error);
    await Promise.all([query.refetch(), queryClient.invalidateQueries({ queryKey: ['devices'] })]);
    setBusy(false);
  }

  if (query.isError) {
    return (
      <Alert
        severity="warning"
        action={
          <Button size="small" onClick={() => void query.refetch()}>
            {t('action.retry')}
          </Button>
        }
      >
        {`${t('dashboard.share.devicesUnknown')} ${failureLine(query.error)}.`}
      </Alert>
    );
  }
  if (query.isPending) return null;
  const partial = query.data.isPartial && t('dashboard.share.partial', { formatted: formatNumber(MAX_DEVICES) });
  if (devices.length === 0) {
    return partial ? (
      <Alert severity="info">{partial}</Alert>
    ) : (
      <Alert severity="success">{t('dashboard.share.allPublic')}</Alert>
    );
  }
  return (
    <Alert severity="warning">
      <Box component="p" sx={{ m: 0, fontWeight: 580 }}>
        {t('dashboard.share.notPublic', { things: countThings('device', devices.length) })}
      </Box>
      <Box
        component="ul"
        // Long lists can be scrolled by keyboard.
        tabIndex={0}
        aria-label={t('dashboard.share.notPublic', { things: countThings('device', devices.length) })}
        sx={{ m: '4px 0 8px', paddingInlineStart: '18px', maxHeight: 140, overflow: 'auto', overflowWrap: 'anywhere' }}
      >
        {devices.map(({ id, name, isAssigned }) => (
          <li key={id}>{isAssigned ? t('dashboard.share.ofCustomer', { name }) : name}</li>
        ))}
      </Box>
      {partial && (
        <Box component="p" sx={{ m: '0 0 8px' }}>
          {partial}
        </Box>
      )}
      {free.length > 0 && (
        <Button size="small" loading={busy} onClick={() => void publish()}>
          {t('dashboard.share.publish', { things: countThings('device', free.length) })}
        </Button>
      )}
      {error !== undefined && <Box sx={{ mt: 2 }}>{errorText(error)}</Box>}
    </Alert>
  );
}
