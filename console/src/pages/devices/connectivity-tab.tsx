import './texts/texts.ts';
import { Box } from '@mui/material';
import type { DeviceCredentials, DeviceInfo } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getProfile } from '../../api/device-profiles.ts';
import { getCredentials } from '../../api/devices.ts';
import type { ServerEndpoints } from '../../api/endpoints.ts';
import { getServerEndpoints } from '../../api/server-endpoints.ts';
import { useLiveValues } from '../../api/telemetry.ts';
import { useSession } from '../../app/session.ts';
import { Ago } from '../../controls/ago.tsx';
import { CopyButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { LiveProblem } from '../../controls/live-problem.tsx';
import { allOf, Loaded, type Loading } from '../../controls/loaded.tsx';
import { ShellCommand } from '../../controls/shell-command.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { type Command, connectivityCommands } from './connectivity.ts';
import type { SendingProfile } from './sending.ts';
import { TYPES_OF_TRANSPORT } from './transport-credentials.ts';

/** Commands that say more than themselves. */
const WITH_NOTE: ReadonlySet<string> = new Set([
  ...['mqtts', 'mqttws', 'mqttwss', 'https', 'coaps', 'lwm2m', 'lwm2mKey', 'snmp'],
  ...['lwm2mServer', 'lwm2mServerKey', 'lwm2mCertificate', 'lwm2mPublicKey'],
]);

/** Names of the texts that explain a command. */
const notesOf = ({ id, form }: Command): string[] => [...(form ? [form] : []), ...(WITH_NOTE.has(id) ? [id] : [])];

/** The line that turns green when a message arrives while the tab is open. */
function FirstMessageLine({ live, isPolled }: { live: ReturnType<typeof useLiveValues>; isPolled: boolean }) {
  const { t } = useTranslation();
  const { values, error: problem } = live;
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
function Commands(props: {
  device: DeviceInfo;
  credentials: DeviceCredentials;
  endpoints: ServerEndpoints;
  profile: SendingProfile | undefined;
}) {
  const { t } = useTranslation();
  const { credentials, endpoints, profile } = props;
  const { transportConfiguration } = props.device.deviceData;
  // Once: some say when they were made.
  const commands = useMemo(
    () => connectivityCommands(credentials, endpoints, transportConfiguration, profile),
    [credentials, endpoints, transportConfiguration, profile],
  );
  const transport = profile?.transportType ?? transportConfiguration.type;
  const isPolled = transport === 'SNMP';
  const isOfTransport = TYPES_OF_TRANSPORT[transport].includes(credentials.credentialsType);
  return (
    <>
      {commands.length === 0 && (
        <EmptyState
          icon="connectivity"
          title={t('connectivity.noCommand')}
          text={t(isOfTransport ? 'connectivity.noCommandText' : 'connectivity.otherCredentials', {
            type: t(`credentials.types.${credentials.credentialsType}`),
          })}
        />
      )}
      {commands.map((command) => (
        <ShellCommand
          key={command.id}
          title={t(`connectivity.${command.id}`)}
          text={command.text}
          notes={notesOf(command).map((note) => t(`connectivity.note.${note}`))}
          copyName={t('connectivity.command')}
        />
      ))}
      {!isPolled && isOfTransport && credentials.credentialsType === 'ACCESS_TOKEN' && credentials.credentialsId && (
        <Box>
          <CopyButton text={credentials.credentialsId} name={t('credentials.tokenWord')} />
        </Box>
      )}
    </>
  );
}

/** Only administrators of the tenant may read profiles; others get the commands for the default one. */
const NO_PROFILE: Loading<null> = { data: null, error: null, refetch: () => undefined };

/** Ready commands that send a measurement as this device, and whether it has arrived. */
export function ConnectivityTab({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation();
  const isTenant = useSession().authority === 'TENANT_ADMIN';
  const profileId = device.deviceProfileId.id;
  const profile = useQuery({
    queryKey: ['profile', profileId],
    queryFn: () => getProfile(profileId),
    enabled: isTenant,
  });
  const credentials = useQuery({
    queryKey: ['credentials', device.id.id],
    queryFn: () => getCredentials(device.id.id),
  });
  const endpoints = useQuery({
    queryKey: ['endpoints'],
    queryFn: getServerEndpoints,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const live = useLiveValues({ entityType: 'DEVICE', id: device.id.id }, 'LATEST_TELEMETRY');
  // Whoever has a command runs it at once: what it sends must be noticed, or it must be said that it will not be.
  const isListening = live.values !== undefined || live.error !== undefined;
  const listening: Loading<true> = { data: isListening || undefined, error: null, refetch: () => undefined };
  return (
    <Loaded
      from={allOf(allOf(credentials, endpoints), allOf(isTenant ? profile : NO_PROFILE, listening))}
      title={t('connectivity.failed')}
    >
      {([[ofDevice, addresses], [sending]]) => (
        <>
          <FirstMessageLine live={live} isPolled={device.deviceData.transportConfiguration.type === 'SNMP'} />
          <Commands device={device} credentials={ofDevice} endpoints={addresses} profile={sending ?? undefined} />
        </>
      )}
    </Loaded>
  );
}
