import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard, saveDashboard } from '../../api/dashboards.ts';
import { errorText, failureLine } from '../../controls/error-text.ts';
import { SwitchInput } from '../../controls/switch-input.tsx';

interface Configuration {
  settings?: { visitorsMayCall?: unknown } | null;
}

/** Whether visitors of a public dashboard may call the devices that it shows, as its configuration says. */
export function VisitorCallsSwitch({ dashboardId }: { dashboardId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const queryKey = ['dashboards', 'one', dashboardId, 'visitorCalls'];
  const { data, error: loadError } = useQuery({ queryKey, queryFn: () => readDashboard(dashboardId) });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const error = failure ?? (loadError ? failureLine(loadError) : undefined);
  const configuration = data?.configuration as Configuration | null | undefined;

  async function change(visitorsMayCall: boolean): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      // As it is now: somebody else may have changed the rest meanwhile.
      const current = await readDashboard(dashboardId);
      const { settings, ...rest } = (current.configuration ?? {}) as Configuration;
      const saved = await saveDashboard({
        ...current,
        configuration: { ...rest, settings: { ...settings, visitorsMayCall } },
      });
      client.setQueryData(queryKey, saved);
    } catch (reason) {
      setFailure(errorText(reason));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box sx={{ mt: 2 }}>
      <SwitchInput
        label={t('dashboard.share.calls')}
        checked={configuration?.settings?.visitorsMayCall === true}
        disabled={busy || !data}
        onChange={(checked) => void change(checked)}
      />
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('dashboard.share.callsHelp')}</Box>
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}
