import '../../device-profiles/texts/texts.ts';
import type { DeviceProfile, DeviceProfileInput } from '@signalbox/contract/device-profile';
import { useTranslation } from 'react-i18next';
import { getProfile } from '../../api/device-profiles.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { auditTab, eventsTab } from '../../entity-page/tabs/standard-tabs.tsx';
import { profileDetailsForm } from './device-profile-form.ts';
import { DEVICE_PROFILES } from './device-profile-keys.ts';
import { saveWithPackages } from './save-with-packages.ts';

const TransportTab = lazyPart(async () => (await import('./transport-tab.tsx')).TransportTab);
const AlarmsTab = lazyPart(async () => (await import('./alarms-tab.tsx')).AlarmsTab);
const ProvisioningTab = lazyPart(async () => (await import('./provisioning-tab.tsx')).ProvisioningTab);

/** Everything about one device profile. */
export function DeviceProfileDetails({ controls }: { controls: DetailsControls<DeviceProfile> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={controls}
      queryKey={DEVICE_PROFILES}
      load={getProfile}
      kind={t('deviceProfile.profile')}
      describe={(profile: DeviceProfile) => {
        const entity = { entityType: 'DEVICE_PROFILE', id: profile.id.id } as const;
        const alarms = profile.profileData.alarms?.length ?? 0;
        return {
          title: profile.name,
          subtitle: [
            t(`deviceProfile.transports.${profile.transportType}`),
            ...(profile.default ? [t('deviceProfile.default')] : []),
          ].join(' · '),
          form: profileDetailsForm(t, profile),
          save: (body: DeviceProfileInput, basedOn?: string) => saveWithPackages(t, profile, body, basedOn),
          tabs: [
            {
              id: 'transport',
              label: t('deviceProfile.tab.transport'),
              render: () => <TransportTab key={entity.id} profile={profile} />,
            },
            {
              id: 'alarms',
              label:
                alarms > 0 ? t('deviceProfile.tab.alarmsCounted', { count: alarms }) : t('deviceProfile.tab.alarms'),
              render: () => <AlarmsTab key={entity.id} profile={profile} />,
            },
            {
              id: 'provisioning',
              label: t('deviceProfile.tab.provisioning'),
              render: () => <ProvisioningTab key={entity.id} profile={profile} />,
            },
            eventsTab(t, entity, profile.tenantId.id),
            auditTab(t, entity),
          ],
        };
      }}
    />
  );
}
