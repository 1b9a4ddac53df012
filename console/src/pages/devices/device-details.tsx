import { Box, Button, Link as TextLink } from '@mui/material';
import type { DeviceInfo } from '@signalbox/contract/device';
import { useTranslation } from 'react-i18next';
import { getDeviceInfo, saveDevice } from '../../api/devices.ts';
import { type DeviceActivity, type LiveDevices, useLiveDevice } from '../../api/live-devices.ts';
import { useSession } from '../../app/session.ts';
import { useAddress } from '../../app/use-address.ts';
import { Ago } from '../../controls/ago.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { withOwner } from '../../entity-page/owner-field.ts';
import { isAssigned } from '../../entity-page/ownership-actions.ts';
import { withTab } from '../../entity-page/tab-address.ts';
import {
  alarmsTab,
  attributesTab,
  auditTab,
  eventsTab,
  relationsTab,
  telemetryTab,
} from '../../entity-page/tabs/standard-tabs.tsx';
import { deviceForm, withoutPackages } from './device-form.ts';
import { DEVICES } from './device-keys.ts';
import { DeviceState } from './device-state.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { WhyButton } from './why-button.tsx';

const ConnectivityTab = lazyPart(async () => (await import('./connectivity-tab.tsx')).ConnectivityTab);

const ProtocolLogTab = lazyPart(async () => (await import('./protocol-log/protocol-log-tab.tsx')).ProtocolLogTab);

const SCOPES = ['CLIENT_SCOPE', 'SERVER_SCOPE', 'SHARED_SCOPE'] as const;

/** State, profile, last data and owner, in a line. */
function Summary({ device, live }: { device: DeviceInfo; live: LiveDevices }) {
  const { t } = useTranslation();
  const { active, lastActivityTime, connected }: DeviceActivity = useLiveDevice(live, device.id.id) ?? device;
  return (
    // Each part brings the dot behind it, so that no line begins with one.
    <Box
      sx={{ display: 'flex', columnGap: 1.5, flexWrap: 'wrap', '& > :not(:last-child)::after': { content: '" ·"' } }}
    >
      <DeviceState active={active} />
      {connected !== undefined && <span>{t(connected ? 'device.connected' : 'device.notConnected')}</span>}
      <span>{device.deviceProfileName}</span>
      <span>
        {lastActivityTime > 0 ? (
          <>
            {t('device.lastDataAgo')} <Ago ts={lastActivityTime} />
          </>
        ) : (
          t('device.neverSent')
        )}{' '}
        <WhyButton key={device.id.id} device={device} />
      </span>
      <ProtocolLogLink />
      {isAssigned(device) && <span>{device.customerIsPublic ? t('device.isPublic') : device.customerTitle}</span>}
    </Box>
  );
}

/** Leads to the protocol log, whose tab may be folded away. */
function ProtocolLogLink() {
  const { t } = useTranslation();
  const [, setAddress] = useAddress();
  return (
    <span>
      <TextLink component="button" type="button" onClick={() => setAddress((now) => withTab(now, 'protocol'))}>
        {t('details.protocolLog')}
      </TextLink>
    </span>
  );
}

/** Leads to ready commands that send a first value. */
function ConnectivityButton() {
  const { t } = useTranslation();
  const [, setAddress] = useAddress();
  return <Button onClick={() => setAddress((now) => withTab(now, 'connectivity'))}>{t('details.connectivity')}</Button>;
}

/** Everything about one device. */
export function DeviceDetails(props: { controls: DetailsControls<DeviceInfo>; live: LiveDevices }) {
  const { t } = useTranslation();
  const isTenant = useSession().authority === 'TENANT_ADMIN';
  return (
    <EntityDetails
      controls={props.controls}
      queryKey={DEVICES}
      load={getDeviceInfo}
      kind={t('device.device')}
      describe={(device: DeviceInfo) => {
        const entity = { entityType: 'DEVICE', id: device.id.id } as const;
        return {
          title: device.name,
          subtitle: <Summary device={device} live={props.live} />,
          form: withOwner(t, isTenant ? deviceForm(t, true) : withoutPackages(deviceForm(t)), 'label', isTenant),
          save: isTenant ? saveDevice : undefined,
          after: isTenant && <ProfileFacts profileId={device.deviceProfileId.id} />,
          tabs: [
            attributesTab(t, entity, { editable: isTenant, scopes: SCOPES }),
            telemetryTab(t, entity, <ConnectivityButton />),
            alarmsTab(t, entity),
            {
              id: 'connectivity',
              label: t('details.connectivity'),
              render: () => <ConnectivityTab key={entity.id} device={device} />,
            },
            eventsTab(t, entity, device.tenantId.id),
            relationsTab(t, entity, isTenant),
            ...(isTenant ? [auditTab(t, entity)] : []),
            {
              id: 'protocol',
              label: t('details.protocolLog'),
              render: () => <ProtocolLogTab key={entity.id} device={device} emptyAction={<ConnectivityButton />} />,
            },
          ],
        };
      }}
    />
  );
}
