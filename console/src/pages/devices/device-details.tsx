import { Box, Button } from '@mui/material';
import type { DeviceInfo } from '@signalbox/contract/device';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  assignToCustomer,
  type DeviceActivity,
  deleteDevice,
  getCredentials,
  getDeviceInfo,
  makePublic,
  saveDevice,
  unassignFromCustomer,
} from '../../api/devices.ts';
import { ask } from '../../app/dialogs.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { deleteWithUndo } from '../../app/undoable.ts';
import { Ago } from '../../controls/ago.tsx';
import { copyText } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { FailureState, SkeletonLines } from '../../controls/states.tsx';
import { type DetailsAction, DetailsPanel, type DetailsTab } from '../../entity-page/details-panel.tsx';
import type { DetailsControls } from '../../entity-page/entity-page.tsx';
import { DetailsTab as FormTab } from '../../entity-page/tabs/details-tab.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { copyableCredentials } from './credentials.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { deviceBody, deviceFields, deviceValues, isAssigned } from './device-form.ts';
import { DeviceState } from './device-state.tsx';
import { TransportFacts } from './transport-facts.tsx';
import { WhyButton } from './why-button.tsx';

const AttributesTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/attributes-tab.tsx')).AttributesTab,
}));
const TelemetryTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/telemetry-tab.tsx')).TelemetryTab,
}));
const EventsTab = lazy(async () => ({ default: (await import('../../entity-page/tabs/events-tab.tsx')).EventsTab }));
const AuditTab = lazy(async () => ({ default: (await import('../../entity-page/tabs/audit-tab.tsx')).AuditTab }));
const ConnectivityTab = lazy(async () => ({ default: (await import('./connectivity-tab.tsx')).ConnectivityTab }));

const SCOPES = ['CLIENT_SCOPE', 'SERVER_SCOPE', 'SHARED_SCOPE'] as const;

type OpenDialog = 'credentials' | 'assign' | undefined;

/** What this user may do with a device, as one list for buttons, menu and palette. */
function useDeviceActions(props: {
  device: DeviceInfo | undefined;
  canDelete: boolean;
  open: (dialog: OpenDialog) => void;
  changed: () => void;
  removed: () => void;
  close: () => void;
}): DetailsAction[] {
  const { t } = useTranslation();
  const { authority } = useSession();
  const isTenant = authority === 'TENANT_ADMIN';
  const { device } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks act on the device of now
  return useMemo<DetailsAction[]>(() => {
    if (!device) return [];
    const id = device.id.id;
    const assigned = isAssigned(device);
    const after = async (work: Promise<unknown>, words: string) => {
      try {
        await work;
        notifySuccess(words);
        props.changed();
      } catch (error) {
        notifyError(error instanceof Error ? error.message : String(error));
      }
    };
    const copyCredentials = async () => {
      const text = copyableCredentials(await getCredentials(id));
      if (text === undefined) notifyError(t('credentials.notCopyable'));
      else if (await copyText(text)) notifySuccess(t('copy.done', { name: t('credentials.tokenWord') }));
      else notifyError(t('copy.failed'));
    };
    const takeBack = async () => {
      const isPublic = device.customerIsPublic;
      const sure = await ask({
        title: t(isPublic ? 'device.makePrivateTitle' : 'device.unassignTitle', { name: device.name }),
        content: t(isPublic ? 'device.makePrivateText' : 'device.unassignText', { customer: device.customerTitle }),
        confirmLabel: t(isPublic ? 'device.makePrivate' : 'device.unassign'),
        cancelLabel: t('action.cancel'),
      });
      if (sure) await after(unassignFromCustomer(id), t('details.saved'));
    };
    const share = async () => {
      const sure = await ask({
        title: t('device.makePublicTitle', { name: device.name }),
        content: t('device.makePublicText'),
        confirmLabel: t('device.makePublic'),
        cancelLabel: t('action.cancel'),
      });
      if (sure) await after(makePublic(id), t('details.saved'));
    };
    const remove = async () => {
      const sure = await ask({
        title: t('device.deleteTitle', { name: device.name }),
        content: t('device.deleteText'),
        confirmLabel: t('action.delete'),
        cancelLabel: t('action.cancel'),
        destructive: true,
      });
      if (!sure) return;
      deleteWithUndo({
        id,
        message: t('device.deleted', { name: device.name }),
        work: () => deleteDevice(id),
        after: props.removed,
      });
      props.close();
    };
    return [
      {
        id: 'credentials',
        label: t(isTenant ? 'credentials.manage' : 'credentials.view'),
        icon: 'key',
        run: () => props.open('credentials'),
      },
      { id: 'copy-credentials', label: t('credentials.copy'), icon: 'copy', run: () => void copyCredentials() },
      ...(isTenant && !assigned
        ? ([
            { id: 'assign', label: t('device.assign'), icon: 'assign', run: () => props.open('assign') },
            { id: 'make-public', label: t('device.makePublic'), icon: 'share', run: () => void share() },
          ] as const)
        : []),
      ...(isTenant && assigned
        ? ([
            {
              id: 'unassign',
              label: t(device.customerIsPublic ? 'device.makePrivate' : 'device.unassign'),
              icon: device.customerIsPublic ? 'lock' : 'unassign',
              run: () => void takeBack(),
            },
          ] as const)
        : []),
      ...(props.canDelete
        ? ([
            { id: 'delete', label: t('action.delete'), icon: 'delete', destructive: true, run: () => void remove() },
          ] as const)
        : []),
    ];
  }, [device, isTenant, props.canDelete, t]);
}

/** Everything about one device. */
export function DeviceDetails(props: {
  id: string;
  controls: DetailsControls;
  activity: DeviceActivity | undefined;
  canDelete: boolean;
  onChanged: () => void;
}) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const isTenant = authority === 'TENANT_ADMIN';
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog>();
  const query = useQuery({ queryKey: ['device', props.id], queryFn: () => getDeviceInfo(props.id) });
  const device = query.data;
  const fields = useMemo(() => deviceFields(t), [t]);
  const changed = () => {
    void queryClient.invalidateQueries({ queryKey: ['device', props.id] });
    props.onChanged();
  };
  const actions = useDeviceActions({
    device,
    canDelete: props.canDelete,
    open: setDialog,
    changed,
    removed: props.onChanged,
    close: props.controls.onClose,
  });

  if (!device) {
    const waiting: DetailsTab = {
      id: 'details',
      label: t('details.details'),
      render: () =>
        query.isError ? (
          <FailureState error={query.error} title={t('device.notFound')} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonLines />
        ),
    };
    return <DetailsPanel {...props.controls} title={t('device.device')} tabs={[waiting]} />;
  }

  const entity = { entityType: 'DEVICE' as const, id: props.id };
  const state = props.activity ?? device;
  const tabs: DetailsTab[] = [
    {
      id: 'details',
      label: t('details.details'),
      render: () => (
        <FormTab
          id={props.id}
          createdTime={device.createdTime}
          fields={fields}
          values={deviceValues(device)}
          save={
            isTenant
              ? async (values) => {
                  const {
                    customerTitle: _,
                    customerIsPublic: __,
                    deviceProfileName: ___,
                    active: ____,
                    lastActivityTime: _____,
                    ...stored
                  } = device;
                  const body = deviceBody(values, device);
                  const moved = body.deviceProfileId?.id !== device.deviceProfileId.id;
                  // Another profile may have other packages and another transport.
                  await saveDevice({ ...stored, ...body, ...(moved ? { firmwareId: null, softwareId: null } : {}) });
                  await queryClient.invalidateQueries({ queryKey: ['device', props.id] });
                  props.onChanged();
                }
              : undefined
          }
          after={isTenant ? <TransportFacts profileId={device.deviceProfileId.id} /> : undefined}
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
    {
      id: 'attributes',
      label: t('details.attributes'),
      render: () => <AttributesTab entity={entity} scopes={SCOPES} editable={isTenant} />,
    },
    { id: 'telemetry', label: t('details.telemetry'), render: () => <TelemetryTab entity={entity} /> },
    {
      id: 'connectivity',
      label: t('details.connectivity'),
      render: () => <ConnectivityTab device={device} />,
    },
    {
      id: 'events',
      label: t('details.events'),
      render: () => <EventsTab entity={entity} tenantId={device.tenantId.id} />,
    },
    ...(isTenant ? [{ id: 'audit', label: t('details.audit'), render: () => <AuditTab entity={entity} /> }] : []),
  ];

  return (
    <>
      <DetailsPanel
        {...props.controls}
        title={device.name}
        subtitle={
          <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
            <DeviceState active={state.active} />
            <span>· {device.deviceProfileName}</span>
            <span>
              ·{' '}
              {state.lastActivityTime > 0 ? (
                <>
                  {t('device.lastDataAgo')} <Ago ts={state.lastActivityTime} />
                </>
              ) : (
                t('device.neverSent')
              )}
            </span>
            <WhyButton deviceId={props.id} />
            {device.customerIsPublic && <span>· {t('device.isPublic')}</span>}
            {isAssigned(device) && !device.customerIsPublic && device.customerTitle && (
              <span>· {device.customerTitle}</span>
            )}
          </Box>
        }
        tabs={tabs}
        actions={actions}
      />
      {dialog === 'credentials' && (
        <CredentialsDialog device={device} readOnly={!isTenant} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'assign' && (
        <AssignDialog
          title={t('device.assignTitle')}
          onClose={() => setDialog(undefined)}
          onChoose={async (customerId) => {
            setDialog(undefined);
            try {
              await assignToCustomer(props.id, customerId);
              notifySuccess(t('details.saved'));
              changed();
            } catch (error) {
              notifyError(error instanceof Error ? error.message : String(error));
            }
          }}
        />
      )}
    </>
  );
}
