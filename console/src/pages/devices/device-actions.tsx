import type { DeviceInfo } from '@signalbox/contract/device';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { assignToCustomer, deleteDevice, getCredentials, makePublic, unassignFromCustomer } from '../../api/devices.ts';
import { getAttributeKeys, getTimeseriesKeys } from '../../api/telemetry.ts';
import { rememberPlace, staysAt } from '../../app/address-ahead.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notify, notifySuccess } from '../../app/notices.ts';
import { copyText } from '../../controls/copy-button.tsx';
import { choicesOf } from '../../controls/entity-choices.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { ownershipActions } from '../../entity-page/ownership-actions.ts';
import { countThings } from '../../entity-page/things.ts';

/** ms. Written here, since what chooses times is no part of lists. */
const DAY = 86_400_000;

/** What can be done with devices: by an administrator of the tenant, also on the page of one customer, or by a user. */
export function useDeviceActions(options: {
  isTenant: boolean;
  ofCustomer: boolean;
  changed: () => void;
}): EntityAction<DeviceInfo>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isTenant, ofCustomer, changed } = options;
  return useMemo(
    () => [
      {
        id: 'credentials',
        label: t(isTenant ? 'credentials.manage' : 'credentials.view'),
        icon: 'key',
        async run(device) {
          const { CredentialsDialog } = await import('./credentials-dialog.tsx');
          await openDialog((close) => <CredentialsDialog device={device} readOnly={!isTenant} onClose={close} />);
        },
      },
      {
        id: 'copy-credentials',
        label: t('credentials.copy'),
        icon: 'copy',
        async run(device) {
          const [credentials, { copyableCredentials }] = await Promise.all([
            getCredentials(device.id.id),
            import('./credentials.ts'),
          ]);
          const text = copyableCredentials(credentials);
          if (text === undefined) throw new Error(t('credentials.notCopyable'));
          if (!(await copyText(text))) throw new Error(t('copy.failed'));
          notifySuccess(t('copy.done', { name: t('credentials.tokenWord') }));
        },
      },
      ...(isTenant
        ? [
            {
              id: 'messages',
              label: t('device.messages'),
              icon: 'message',
              run: ({ id }: DeviceInfo) =>
                navigate(`/recorder?originatorType=DEVICE&originator=${id.id}&window=${DAY}`),
            } as const,
            {
              id: 'last-message',
              label: t('device.lastMessage'),
              icon: 'rules',
              async run({ id, name }: DeviceInfo) {
                const isStillThere = rememberPlace();
                const { placeOfLastSent } = await import('../../recorder/last-sent.ts');
                const place = await placeOfLastSent(id.id);
                if (!isStillThere()) return;
                if (place === undefined) notify({ message: t('device.noLastMessage', { name }), type: 'info' });
                else await navigate(`/recorder/${place}`);
              },
            } as const,
          ]
        : []),
      ...(isTenant
        ? ownershipActions<DeviceInfo>(
            t,
            { assign: assignToCustomer, unassign: unassignFromCustomer, makePublic },
            { things: 'device', ofCustomer, changed },
          )
        : []),
      ...(isTenant && !ofCustomer
        ? [
            {
              id: 'change-profile',
              label: t('device.changeProfile'),
              icon: 'profile',
              async prepareBulk(_rows: readonly DeviceInfo[], count: number) {
                const { chooseEntity } = await import('../../entity-page/choose-dialog.tsx');
                const profile = await chooseEntity({
                  title: t('device.changeProfileTitle', { things: countThings('device', count) }),
                  label: t('device.profile'),
                  kind: 'DEVICE_PROFILE',
                  confirmLabel: t('device.changeProfile'),
                  load: choicesOf('DEVICE_PROFILE'),
                });
                return profile && { action: 'CHANGE_PROFILE' as const, targetId: profile.id };
              },
            } as const,
            {
              id: 'move-to-tenant',
              label: t('device.move.action'),
              icon: 'tenants',
              async run(device: DeviceInfo) {
                const { MoveDeviceDialog } = await import('./move-device-dialog.tsx');
                const moved = await openDialog<true>((close) => <MoveDeviceDialog device={device} close={close} />);
                if (!moved) return;
                notifySuccess(t('device.move.done', { name: device.name }));
                // Its panel has nothing to show any more.
                if (staysAt(`/devices/${device.id.id}`)) {
                  await navigate({ pathname: '/devices', search: window.location.search });
                }
                changed();
              },
            } as const,
          ]
        : []),
    ],
    [t, navigate, isTenant, ofCustomer, changed],
  );
}

/** Attributes in which the server keeps the state of a device: nobody loses anything with them. */
const STATE_KEYS: ReadonlySet<string> = new Set([
  'active',
  'inactivityAlarmTime',
  'lastActivityTime',
  'lastConnectTime',
  'lastDisconnectTime',
]);

/** How devices are deleted. */
export function useDeviceDeletion() {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      remove: (device: DeviceInfo) => deleteDevice(device.id.id),
      async consequences([device]: readonly DeviceInfo[], count: number) {
        if (!device || count > 1) return [t('device.deleteManyText')];
        const entity = { entityType: 'DEVICE', id: device.id.id } as const;
        const [keys, attributes] = await Promise.all([getTimeseriesKeys(entity), getAttributeKeys(entity)]);
        const own = attributes.filter((key) => !STATE_KEYS.has(key));
        if (keys.length === 0 && own.length === 0) return [];
        return [
          ...(keys.length > 0 ? [t('device.deleteTelemetry', { count: keys.length })] : []),
          ...(own.length > 0 ? [t('device.deleteAttributes', { count: own.length })] : []),
          t('device.deleteText'),
        ];
      },
    }),
    [t],
  );
}
