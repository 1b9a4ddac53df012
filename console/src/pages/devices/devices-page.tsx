import './texts/texts.ts';
import type { Device, DeviceInfo } from '@signalbox/contract/device';
import { isUuid } from '@signalbox/contract/id';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getCustomer, isPublicCustomer } from '../../api/customers.ts';
import { getDeviceInfos } from '../../api/devices.ts';
import { type LiveDevice, type LiveDevices, useLiveDevice, useLiveDevices } from '../../api/live-devices.ts';
import { useSession } from '../../app/session.ts';
import { Ago } from '../../controls/ago.tsx';
import { assignableTo, pickerOf } from '../../controls/entity-choices.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { customerFilter, ownerAsked } from '../../entity-page/customer-filter.ts';
import { attempt } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListFilter } from '../../entity-page/filter-chip.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { customerQuery, useCustomer } from '../../entity-page/use-customer.ts';
import { useImportAction } from '../../entity-page/use-import-action.ts';
import { useDeviceActions, useDeviceDeletion } from './device-actions.tsx';
import { DEVICES } from './device-keys.ts';
import { DeviceState } from './device-state.tsx';
import { wantedKeys } from './now-keys.ts';
import { NowValues } from './now-values.tsx';
import { keysOfColumns, packageColumns } from './package-columns.ts';
import { type NowColumn, useNowColumn, useNowKeys } from './use-now-keys.ts';

const DeviceDetails = lazyPart(async () => (await import('./device-details.tsx')).DeviceDetails);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

/** Draws what is followed of a device, again when that changes. */
function Followed(props: { live: LiveDevices; id: string; draw: (now: LiveDevice | undefined) => ReactNode }) {
  return props.draw(useLiveDevice(props.live, props.id));
}

/** Columns of the list. Those of the customer are of interest only where devices of many customers are. */
function useColumns(withCustomer: boolean, live: LiveDevices, now: NowColumn) {
  const { t } = useTranslation();
  return useMemo<Column<DeviceInfo>[]>(() => {
    const followed = ({ id }: DeviceInfo, draw: (now: LiveDevice | undefined) => ReactNode) => (
      <Followed live={live} id={id.id} draw={draw} />
    );
    return [
      nameColumn('name', t('device.name'), (device) => device.name, 180),
      textColumn('profile', t('device.profile'), (device) => device.deviceProfileName, {
        width: 110,
        priority: 2,
        sortProperty: 'deviceProfileName',
      }),
      textColumn('label', t('device.label'), (device) => device.label, { width: 110, priority: 5 }),
      {
        id: 'state',
        title: t('device.state'),
        width: 108,
        compact: { width: 88 },
        priority: 0,
        sortProperty: 'active',
        exported: 'active',
        cell: (device) =>
          followed(device, (known) => <DeviceState active={(known ?? device).active} connected={known?.connected} />),
      },
      {
        id: 'lastActivity',
        title: t('device.lastData'),
        width: 100,
        priority: 1,
        sortProperty: 'lastActivityTime',
        exported: 'lastActivityTime',
        align: 'end',
        cell: (device) =>
          followed(device, (known) => {
            const { lastActivityTime } = known ?? device;
            return lastActivityTime > 0 ? <Ago ts={lastActivityTime} /> : t('common.never');
          }),
      },
      {
        id: 'now',
        title: t('device.now'),
        width: 190,
        priority: 3,
        settings: { label: t('device.nowTitle'), open: now.choose },
        cell: (device) => followed(device, (known) => <NowValues values={known?.values} chosen={now.keysOf(device)} />),
      },
      ...packageColumns(t, followed),
      ...(withCustomer
        ? [
            textColumn<DeviceInfo>(
              'customer',
              t('ownership.customer'),
              (device) => (device.customerIsPublic ? '' : device.customerTitle),
              { width: 120, priority: 4, sortProperty: 'customerTitle' },
            ),
            tickColumn<DeviceInfo>(t, 'public', t('device.public'), (device) => device.customerIsPublic, {
              width: 72,
              priority: 7,
              exported: 'customerIsPublic',
            }),
          ]
        : []),
      tickColumn(t, 'gateway', t('device.isGateway'), (device) => device.additionalInfo?.gateway === true, {
        width: 84,
        priority: 8,
        exported: 'additionalInfo.gateway',
      }),
      createdColumn(t, 6),
    ];
  }, [t, withCustomer, live, now]);
}

function useFilters(withCustomer: boolean) {
  const { t } = useTranslation();
  return useMemo<ListFilter[]>(
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
        ...pickerOf('DEVICE_PROFILE'),
        accepts: isUuid,
      },
      ...(withCustomer ? [customerFilter(t)] : []),
    ],
    [t, withCustomer],
  );
}

/** The title of the page; that of a customer's devices names it. */
function useTitle(customerId: string | undefined): string {
  const { t } = useTranslation();
  const customer = useCustomer(customerId);
  return !customer
    ? t('device.devices')
    : isPublicCustomer(customer)
      ? t('device.publicDevices')
      : t('device.devicesOf', { name: customer.title });
}

/** The devices of the tenant, of one customer of it, or of the customer that is signed in. */
export function DevicesPage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { authority, user } = useSession();
  const params = useParams();
  const isTenant = authority === 'TENANT_ADMIN';
  /** The customer on whose page this is, for an administrator. */
  const ofCustomer = isTenant ? params.customerId : undefined;
  const customerId = isTenant ? params.customerId : user?.customerId.id;
  const ofAll = isTenant && ofCustomer === undefined;
  const [rows, setRows] = useState<readonly DeviceInfo[]>([]);
  const ids = rows.map((row) => row.id.id);
  const now = useNowKeys();
  const profileIds = rows.map((row) => row.deviceProfileId.id);
  const [shown, setShown] = useState<readonly string[]>([]);
  const wanted = wantedKeys(now.chosen, now.ofProfiles, profileIds);
  const { live, telemetryKeys, problem } = useLiveDevices(ids, {
    ...wanted,
    keys: [...wanted.keys, ...keysOfColumns(shown)],
  });
  const queryKey = useMemo(() => [...DEVICES, customerId ?? 'tenant'] as const, [customerId]);
  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey: DEVICES }), [queryClient]);
  const deletion = useDeviceDeletion();
  const imports = useImportAction(ofAll ? 'DEVICE' : undefined, changed);
  const empty = ofAll ? 'empty' : isTenant ? 'emptyOfCustomer' : 'emptyMine';
  const listActions = useMemo<readonly ListAction[]>(
    () =>
      ofCustomer === undefined
        ? imports
        : [
            {
              id: 'assign-existing',
              label: t('device.assignExisting'),
              shortLabel: t('ownership.assignShort'),
              icon: 'assign',
              run: () =>
                attempt(async () => {
                  const [customer, { chooseAndDo }] = await Promise.all([
                    getCustomer(ofCustomer),
                    import('../../entity-page/choose-many-dialog.tsx'),
                  ]);
                  await chooseAndDo({
                    title: t('device.assignExistingTitle', { customer: customer.title }),
                    label: t('device.devices'),
                    kind: `device for ${ofCustomer}`,
                    confirmLabel: t('ownership.assign'),
                    allLabel: t('device.alsoOfOthers'),
                    load: (search, page, all) => assignableTo('DEVICE', ofCustomer, search, page, all),
                    work: { entityType: 'DEVICE', action: 'ASSIGN_TO_CUSTOMER', targetId: ofCustomer },
                  });
                }),
            },
          ],
    [t, imports, ofCustomer],
  );

  return (
    <EntityPage<DeviceInfo, Device>
      list="devices"
      things="device"
      title={useTitle(ofCustomer)}
      path={ofCustomer ? `/customers/${ofCustomer}/devices` : '/devices'}
      queryKey={queryKey}
      owner={ofCustomer === undefined ? undefined : customerQuery(ofCustomer)}
      load={({ link, filters: { customerId: filtered, ...filters } }) => {
        const { customerId: owner, unassigned } = ownerAsked(filtered, customerId);
        return getDeviceInfos(owner, { ...link, ...filters, unassigned });
      }}
      found={({ customerId: filtered, active, ...filters }) => ({
        ...filters,
        ...ownerAsked(filtered, customerId),
        active: active === undefined ? undefined : active === 'true',
      })}
      columns={useColumns(ofAll, live, useNowColumn(now, telemetryKeys, isTenant))}
      defaults={DEFAULTS}
      filters={useFilters(ofAll)}
      nameOf={(device) => device.name}
      searchPlaceholder={t('device.search')}
      actions={useDeviceActions({ isTenant, ofCustomer: ofCustomer !== undefined, changed })}
      deletion={ofAll ? deletion : undefined}
      listActions={listActions}
      add={
        isTenant
          ? {
              label: t('device.add'),
              dialog: async () => {
                const { AddDeviceDialog } = await import('./add-device-dialog.tsx');
                return (close) => <AddDeviceDialog customerId={ofCustomer} close={close} />;
              },
              addedWords: ({ name }) => t('list.added', { name }),
              tab: 'connectivity',
            }
          : undefined
      }
      empty={{ icon: 'devices', title: t(`device.${empty}Title`), text: t(`device.${empty}Text`) }}
      onRows={setRows}
      onColumns={setShown}
      liveProblem={problem}
      onNearRows={DeviceDetails.preload}
      details={(controls) => <DeviceDetails controls={controls} live={live} />}
    />
  );
}
