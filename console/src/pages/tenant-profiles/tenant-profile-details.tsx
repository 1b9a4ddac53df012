import { NULL_UUID } from '@signalbox/contract/id';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { useTranslation } from 'react-i18next';
import { getTenantProfile, saveTenantProfile } from '../../api/tenants.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { attributesTab, eventsTab, telemetryTab } from '../../entity-page/tabs/standard-tabs.tsx';
import { tenantProfileForm } from './tenant-profile-form.ts';
import { TENANT_PROFILES } from './tenant-profile-keys.ts';

/** Everything about one tenant profile. */
export function TenantProfileDetails({ controls }: { controls: DetailsControls<TenantProfile> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={controls}
      queryKey={TENANT_PROFILES}
      load={getTenantProfile}
      kind={t('tenantProfile.profile')}
      describe={(profile: TenantProfile) => {
        const entity = { entityType: 'TENANT_PROFILE', id: profile.id.id } as const;
        return {
          title: profile.name,
          subtitle: t('tenantProfile.profile'),
          form: tenantProfileForm(t, false),
          save: saveTenantProfile,
          tabs: [
            attributesTab(t, entity, { editable: true }),
            telemetryTab(t, entity),
            eventsTab(t, entity, NULL_UUID),
          ],
        };
      }}
    />
  );
}
