import { NULL_UUID } from '@signalbox/contract/id';
import type { TenantInfo } from '@signalbox/contract/tenant';
import { useTranslation } from 'react-i18next';
import { getTenantInfo, saveTenant } from '../../api/tenants.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { attributesTab, eventsTab, relationsTab, telemetryTab } from '../../entity-page/tabs/standard-tabs.tsx';
import { tenantForm } from './tenant-form.ts';
import { TENANTS } from './tenant-keys.ts';

/** Everything about one tenant. */
export function TenantDetails({ controls }: { controls: DetailsControls<TenantInfo> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={controls}
      queryKey={TENANTS}
      load={getTenantInfo}
      kind={t('tenant.tenant')}
      describe={(tenant: TenantInfo) => {
        const entity = { entityType: 'TENANT', id: tenant.id.id } as const;
        return {
          title: tenant.title,
          subtitle: `${t('tenant.tenant')} · ${tenant.tenantProfileName}`,
          form: tenantForm(t, tenant.id.id),
          save: saveTenant,
          tabs: [
            attributesTab(t, entity, { editable: true }),
            telemetryTab(t, entity),
            eventsTab(t, entity, NULL_UUID),
            relationsTab(t, entity, true),
          ],
        };
      }}
    />
  );
}
