import { Button } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import type { TenantInfo } from '@signalbox/contract/tenant';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteTenant, getTenantInfo, saveTenant } from '../../api/tenants.ts';
import { getTenantAdministrators } from '../../api/users.ts';
import { ask } from '../../app/dialogs.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { Icon } from '../../controls/icon.tsx';
import { FailureState, SkeletonLines } from '../../controls/states.tsx';
import { type DetailsAction, DetailsPanel, type DetailsTab } from '../../entity-page/details-panel.tsx';
import type { DetailsControls } from '../../entity-page/entity-page.tsx';
import { DetailsTab as FormTab } from '../../entity-page/tabs/details-tab.tsx';
import { tenantBody, tenantFields, tenantValues } from './tenant-form.ts';

const AttributesTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/attributes-tab.tsx')).AttributesTab,
}));
const TelemetryTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/telemetry-tab.tsx')).TelemetryTab,
}));
const EventsTab = lazy(async () => ({ default: (await import('../../entity-page/tabs/events-tab.tsx')).EventsTab }));

/** Says what goes with the tenant, asks for its title to be typed, then deletes. */
async function askAndDelete(t: TFunction, tenant: TenantInfo): Promise<boolean> {
  const administrators = await getTenantAdministrators(tenant.id.id, { pageSize: 1, page: 0 });
  const sure = await ask({
    title: t('tenant.deleteTitle', { name: tenant.title }),
    content: `${t('tenant.deleteAdministrators', { count: administrators.totalElements })}\n${t('tenant.deleteText')}`,
    confirmLabel: t('action.delete'),
    cancelLabel: t('action.cancel'),
    destructive: true,
    typed: tenant.title,
  });
  if (sure) await deleteTenant(tenant.id.id);
  return sure;
}

/** Everything about one tenant that is the installation's business. */
export function TenantDetails(props: { id: string; controls: DetailsControls; onChanged: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: ['tenants', props.id], queryFn: () => getTenantInfo(props.id) });
  const tenant = query.data;
  const fields = useMemo(() => tenantFields(t), [t]);
  const { onClose } = props.controls;
  const { onChanged } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks act on the tenant of now
  const actions = useMemo<DetailsAction[]>(() => {
    if (!tenant) return [];
    const remove = async () => {
      try {
        if (!(await askAndDelete(t, tenant))) return;
        notifySuccess(t('tenant.deleted', { name: tenant.title }));
        onClose();
        onChanged();
      } catch (error) {
        notifyError(error instanceof Error ? error.message : String(error));
      }
    };
    return [
      {
        id: 'administrators',
        label: t('tenant.manageAdministrators'),
        icon: 'user',
        run: () => void navigate(`/tenants/${tenant.id.id}/users`),
      },
      { id: 'delete', label: t('action.delete'), icon: 'delete', destructive: true, run: () => void remove() },
    ];
  }, [tenant, t, navigate]);

  const waiting = () =>
    query.isError ? (
      <FailureState error={query.error} title={t('tenant.notFound')} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonLines />
    );
  if (!tenant) {
    const tab: DetailsTab = { id: 'details', label: t('details.details'), render: waiting };
    return <DetailsPanel {...props.controls} title={t('tenant.tenant')} tabs={[tab]} />;
  }
  const entity = { entityType: 'TENANT' as const, id: props.id };
  const profile = { id: tenant.tenantProfileId.id, label: tenant.tenantProfileName };
  return (
    <DetailsPanel
      {...props.controls}
      title={tenant.title}
      subtitle={`${t('tenant.tenant')} · ${tenant.tenantProfileName}`}
      actions={actions}
      tabs={[
        {
          id: 'details',
          label: t('details.details'),
          render: () => (
            <FormTab
              id={props.id}
              createdTime={tenant.createdTime}
              fields={fields}
              values={tenantValues(tenant, profile)}
              save={async (values) => {
                await saveTenant(tenantBody(values, tenant));
                await queryClient.invalidateQueries({ queryKey: ['tenants'] });
              }}
            >
              {actions
                .filter((action) => action.id !== 'delete')
                .map((action) => (
                  <Button key={action.id} startIcon={<Icon name={action.icon} size={16} />} onClick={action.run}>
                    {action.label}
                  </Button>
                ))}
            </FormTab>
          ),
        },
        { id: 'attributes', label: t('details.attributes'), render: () => <AttributesTab entity={entity} editable /> },
        { id: 'telemetry', label: t('details.telemetry'), render: () => <TelemetryTab entity={entity} /> },
        {
          id: 'events',
          label: t('details.events'),
          render: () => <EventsTab entity={entity} tenantId={NULL_UUID} />,
        },
      ]}
    />
  );
}
