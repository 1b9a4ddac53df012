import type { DeviceInfo } from '@signalbox/contract/device';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { getCustomer, isPublicCustomer } from '../../api/customers.ts';
import {
  assignToCustomer,
  deleteDevice,
  getDeviceInfos,
  getProfiles,
  unassignFromCustomer,
  useLiveActivity,
} from '../../api/devices.ts';
import { notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { Ago } from '../../controls/ago.tsx';
import { Icon } from '../../controls/icon.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { type BulkAction, EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useSetCrumbTitle } from '../../shell/crumb-title.ts';
import { AddDeviceDialog } from './add-device-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DeviceDetails } from './device-details.tsx';
import { DeviceState } from './device-state.tsx';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

/** Columns of the list. `customer` and `public` are of interest only where devices of many customers are. */
function useColumns(
  withCustomer: boolean,
  isActive: (device: DeviceInfo) => { active: boolean; lastActivityTime: number },
) {
  const { t } = useTranslation();
  return useMemo<Column<DeviceInfo>[]>(() => {
    const customer: Column<DeviceInfo>[] = [
      {
        id: 'customer',
        title: t('device.customer'),
        width: 120,
        priority: 3,
        sortProperty: 'customerTitle',
        cell: (device) => (device.customerIsPublic ? '' : (device.customerTitle ?? '')),
      },
      {
        id: 'public',
        title: t('device.public'),
        width: 72,
        priority: 7,
        cell: (device) =>
          device.customerIsPublic && (
            <>
              <Icon name="check" size={16} />
              <span className="visually-hidden">{t('common.yes')}</span>
            </>
          ),
      },
    ];
    return [
      {
        id: 'name',
        title: t('device.name'),
        width: 180,
        priority: 0,
        sortProperty: 'name',
        isName: true,
        cell: (device) => device.name,
      },
      {
        id: 'profile',
        title: t('device.profile'),
        width: 110,
        priority: 2,
        sortProperty: 'deviceProfileName',
        cell: (device) => device.deviceProfileName,
      },
      {
        id: 'label',
        title: t('device.label'),
        width: 110,
        priority: 5,
        sortProperty: 'label',
        cell: (device) => device.label ?? '',
      },
      {
        id: 'state',
        title: t('device.state'),
        width: 90,
        priority: 0,
        cell: (device) => <DeviceState active={isActive(device).active} />,
      },
      {
        id: 'lastActivity',
        title: t('device.lastData'),
        width: 100,
        priority: 1,
        align: 'end',
        cell: (device) => {
          const { lastActivityTime } = isActive(device);
          return lastActivityTime > 0 ? <Ago ts={lastActivityTime} /> : t('device.never');
        },
      },
      ...(withCustomer ? customer : []),
      {
        id: 'gateway',
        title: t('device.isGateway'),
        width: 84,
        priority: 8,
        cell: (device) =>
          device.additionalInfo?.gateway === true && (
            <>
              <Icon name="check" size={16} />
              <span className="visually-hidden">{t('common.yes')}</span>
            </>
          ),
      },
      {
        id: 'createdTime',
        title: t('details.created'),
        width: 196,
        priority: 6,
        sortProperty: 'createdTime',
        cell: (device) => formatDateTime(device.createdTime),
      },
    ];
  }, [t, withCustomer, isActive]);
}

/** The devices of the tenant, of one customer of it, or of the customer that is signed in. */
export function DevicesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { authority, user } = useSession();
  const params = useParams();
  const isTenant = authority === 'TENANT_ADMIN';
  const ofCustomer = isTenant ? params.customerId : undefined;
  const customerId = isTenant ? params.customerId : user?.customerId.id;
  const path = ofCustomer ? `/customers/${ofCustomer}/devices` : '/devices';
  const [adding, setAdding] = useState(false);
  const [assigning, setAssigning] = useState<(customerId: string) => void>();
  const [ids, setIds] = useState<readonly string[]>([]);
  const live = useLiveActivity(ids);

  const customer = useQuery({
    queryKey: ['customers', ofCustomer],
    queryFn: () => getCustomer(ofCustomer ?? ''),
    enabled: ofCustomer !== undefined,
  });
  const profiles = useQuery({
    queryKey: ['profiles', 'filter'],
    queryFn: () => getProfiles('', 100),
    staleTime: 60_000,
  });
  const title = customer.data
    ? isPublicCustomer(customer.data)
      ? t('device.publicDevices')
      : t('device.devicesOf', { name: customer.data.title })
    : t('device.devices');
  useSetCrumbTitle(ofCustomer ? title : undefined);

  const isActive = useCallback((device: DeviceInfo) => live.get(device.id.id) ?? device, [live]);
  const columns = useColumns(isTenant && !ofCustomer, isActive);
  const queryKey = useMemo(() => ['devices', customerId ?? 'tenant'], [customerId]);
  const filters = useMemo(
    () => [
      {
        name: 'active',
        label: t('device.state'),
        options: [
          { value: 'true', label: t('device.active') },
          { value: 'false', label: t('device.inactive') },
        ],
      },
      {
        name: 'deviceProfileId',
        label: t('device.profile'),
        options: (profiles.data?.data ?? []).map((profile) => ({ value: profile.id.id, label: profile.name })),
      },
    ],
    [t, profiles.data],
  );
  const onRows = useCallback((rows: readonly DeviceInfo[]) => setIds(rows.map((row) => row.id.id)), []);
  const add = useMemo(
    () => (isTenant ? { label: t('device.add'), run: () => setAdding(true) } : undefined),
    [isTenant, t],
  );

  const bulkActions: BulkAction<DeviceInfo>[] = !isTenant
    ? []
    : ofCustomer
      ? [
          {
            id: 'unassign',
            label: t('device.unassign'),
            icon: 'unassign',
            start: (rows, run) =>
              run({
                title: t('device.unassigning', { count: rows.length }),
                work: (row) => unassignFromCustomer(row.id.id),
              }),
          },
        ]
      : [
          {
            id: 'assign',
            label: t('device.assign'),
            icon: 'assign',
            start: (rows, run) =>
              setAssigning(() => (chosen: string) => {
                setAssigning(undefined);
                run({
                  title: t('device.assigning', { count: rows.length }),
                  work: (row) => assignToCustomer(row.id.id, chosen),
                });
              }),
          },
        ];

  return (
    <>
      <EntityPage<DeviceInfo>
        list="devices"
        title={title}
        path={path}
        queryKey={queryKey}
        load={({ link, filters: { active, deviceProfileId } }) =>
          getDeviceInfos(customerId, { ...link, active, deviceProfileId })
        }
        columns={columns}
        defaults={DEFAULTS}
        filters={filters}
        idOf={(device) => device.id.id}
        nameOf={(device) => device.name}
        searchPlaceholder={t('device.search')}
        bulkActions={bulkActions}
        remove={isTenant && !ofCustomer ? (device) => deleteDevice(device.id.id) : undefined}
        add={add}
        empty={{
          icon: 'devices',
          title: t('device.empty'),
          text: t(isTenant ? 'device.emptyText' : 'device.emptyCustomerText'),
        }}
        onRows={onRows}
        details={(id, controls) => (
          <DeviceDetails
            key={id}
            id={id}
            controls={controls}
            activity={live.get(id)}
            canDelete={isTenant && !ofCustomer}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: ['devices'] })}
          />
        )}
      />
      {adding && (
        <AddDeviceDialog
          customerId={ofCustomer}
          onClose={() => setAdding(false)}
          onAdded={(device) => {
            setAdding(false);
            void queryClient.invalidateQueries({ queryKey: ['devices'] });
            notifySuccess(t('device.added', { name: device.name }));
            void navigate(`${path}/${device.id.id}?tab=connectivity`);
          }}
        />
      )}
      {assigning && (
        <AssignDialog title={t('device.assignTitle')} onChoose={assigning} onClose={() => setAssigning(undefined)} />
      )}
    </>
  );
}
