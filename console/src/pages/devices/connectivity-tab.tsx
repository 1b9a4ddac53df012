import './texts/texts.ts';
import { Box } from '@mui/material';
import type { DeviceCredentials, DeviceInfo } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCredentials } from '../../api/devices.ts';
import { getServerEndpoints } from '../../api/server-endpoints.ts';
import { useLiveValues } from '../../api/telemetry.ts';
import { Ago } from '../../controls/ago.tsx';
import { CopyButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { LiveProblem } from '../../controls/live-problem.tsx';
import { allOf, Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { connectivityCommands, type Endpoints } from './connectivity.ts';

/** Commands that say more than themselves. */
const WITH_NOTE: ReadonlySet<string> = new Set([
  ...['mqtts', 'https', 'coaps', 'lwm2m', 'snmp'],
  ...['lwm2mServer', 'lwm2mServerKey', 'lwm2mCertificate', 'lwm2mPublicKey'],
]);

/** The line that turns green when a message arrives while the tab is open. */
function FirstMessageLine({ deviceId, isPolled }: { deviceId: string; isPolled: boolean }) {
  const { t } = useTranslation();
  const { values, error: problem } = useLiveValues({ entityType: 'DEVICE', id: deviceId }, 'LATEST_TELEMETRY');
  // Values of the first answer are old; key and time tell new messages from them.
  const [before, setBefore] = useState<ReadonlyMap<string, { ts: number }>>();
  if (values && !before) setBefore(values);
  const arrived = [...(values ?? [])].filter(([key, { ts }]) => before && (before.get(key)?.ts ?? 0) < ts);
  const newest = arrived.sort(([, one], [, other]) => other.ts - one.ts)[0];
  const last = [...(before?.values() ?? [])].reduce((latest, { ts }) => Math.max(latest, ts), 0);
  return (
    <Box
      role="status"
      data-arrived={newest ? '' : undefined}
      sx={{
        display: 'flex',
        gap: 2.5,
        alignItems: 'center',
        borderRadius: '8px',
        p: '10px 12px',
        fontSize: 13,
        background: newest ? 'var(--ok-soft)' : 'var(--accent-soft)',
        color: newest ? 'var(--ok)' : 'var(--accent-text)',
      }}
    >
      <Icon name={newest ? 'success' : 'clock'} />
      <span>
        {newest ? (
          <>
            {t('connectivity.arrived')}{' '}
            <b className="num">
              {newest[0]} = {newest[1].value}
            </b>
          </>
        ) : (
          <>
            {problem === undefined ? (
              t(isPolled ? 'connectivity.waitingPolled' : 'connectivity.waiting')
            ) : (
              <LiveProblem problem={problem} />
            )}{' '}
            {last > 0 && (
              <>
                {t('connectivity.last')} <Ago ts={last} />
              </>
            )}
          </>
        )}
      </span>
    </Box>
  );
}

/** The commands for credentials, each with a button that copies it. */
function Commands(props: { device: DeviceInfo; credentials: DeviceCredentials; endpoints: Endpoints }) {
  const { t } = useTranslation();
  const { credentials } = props;
  const { transportConfiguration } = props.device.deviceData;
  const commands = connectivityCommands(credentials, props.endpoints, transportConfiguration);
  const isPolled = transportConfiguration.type === 'SNMP';
  return (
    <>
      {commands.length === 0 && (
        <EmptyState
          icon="connectivity"
          title={t('connectivity.noCommand')}
          text={t('connectivity.noCommandText', { type: t(`credentials.types.${credentials.credentialsType}`) })}
        />
      )}
      {commands.map((command) => (
        <Box component="section" key={command.id}>
          <Box component="h3" sx={{ typography: 'h3', m: '0 0 6px' }}>
            {t(`connectivity.${command.id}`)}
          </Box>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={t(`connectivity.${command.id}`)}
            sx={{
              font: '12px/18px ui-monospace, Menlo, Consolas, monospace',
              background: 'var(--surface-2)',
              border: '1px solid var(--line)',
              borderRadius: '8px',
              p: '10px 12px',
              m: '0 0 10px',
              whiteSpace: 'pre-wrap',
              wordBreak: 'break-all',
            }}
          >
            {command.text}
          </Box>
          {WITH_NOTE.has(command.id) && (
            <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2.5 }}>{t(`connectivity.note.${command.id}`)}</Box>
          )}
          <CopyButton text={command.text} name={t('connectivity.command')} />
        </Box>
      ))}
      {!isPolled && credentials.credentialsType === 'ACCESS_TOKEN' && credentials.credentialsId && (
        <Box>
          <CopyButton text={credentials.credentialsId} name={t('credentials.tokenWord')} />
        </Box>
      )}
    </>
  );
}

/** Ready commands that send a measurement as this device, and whether it has arrived. */
export function ConnectivityTab({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation();
  const credentials = useQuery({
    queryKey: ['credentials', device.id.id],
    queryFn: () => getCredentials(device.id.id),
  });
  const endpoints = useQuery({
    queryKey: ['endpoints'],
    queryFn: getServerEndpoints,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded from={allOf(credentials, endpoints)} title={t('connectivity.failed')}>
      {([ofDevice, addresses]) => (
        <>
          <FirstMessageLine
            deviceId={device.id.id}
            isPolled={device.deviceData.transportConfiguration.type === 'SNMP'}
          />
          <Commands device={device} credentials={ofDevice} endpoints={addresses} />
        </>
      )}
    </Loaded>
  );
}
