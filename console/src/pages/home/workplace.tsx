import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCustomers } from '../../api/customers.ts';
import { listDashboards } from '../../api/dashboards.ts';
import { getDeviceInfos } from '../../api/devices.ts';
import { getUsers } from '../../api/users.ts';
import { useSession } from '../../app/session.ts';
import { Ago } from '../../controls/ago.tsx';
import { notLiveText } from '../../controls/live-problem.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { ActiveAlarmsList, ActiveAlarmsTile } from './active-alarms.tsx';
import { HomeLayout, type QuickAction } from './layout.tsx';
import { Newest } from './newest.tsx';
import { NEWEST, ONE, problemOf } from './queries.ts';
import { Tile } from './tile.tsx';
import { useActiveDevices } from './use-active-devices.ts';

/** For tenants and their customers. */
export function Workplace() {
  const { t } = useTranslation();
  const { authority, user } = useSession();
  const isTenant = authority === 'TENANT_ADMIN';
  const customerId = isTenant ? undefined : user?.customerId.id;
  const devices = useQuery({ queryKey: ['devices', 'newest'], queryFn: () => getDeviceInfos(customerId, NEWEST) });
  const customers = useQuery({ queryKey: ['customers', 'count'], queryFn: () => getCustomers(ONE), enabled: isTenant });
  const users = useQuery({ queryKey: ['users', 'count'], queryFn: () => getUsers(undefined, ONE), enabled: isTenant });
  const dashboards = useQuery({
    queryKey: ['dashboards', 'newest'],
    queryFn: () => listDashboards(NEWEST, customerId),
  });
  const active = useActiveDevices();
  const total = devices.data?.totalElements;
  const quick: QuickAction[] = [
    { to: '/devices?add=true', label: t('home.addDevice'), icon: 'add' },
    { to: '/customers?add=true', label: t('home.addCustomer'), icon: 'add' },
  ];
  return (
    <HomeLayout
      tiles={
        <>
          <Tile
            to="/devices?active=true"
            icon="devices"
            label={t('home.activeDevices')}
            value={active.count}
            note={total === undefined ? undefined : t('home.ofAll', { total: formatNumber(total) })}
            problem={active.problem && notLiveText(active.problem)}
          />
          <ActiveAlarmsTile />
          <Tile
            to="/dashboards"
            icon="dashboards"
            label={t('dashboard.dashboards')}
            value={dashboards.data?.totalElements}
            problem={problemOf(dashboards)}
          />
          {isTenant && (
            <>
              <Tile
                to="/customers"
                icon="customers"
                label={t('customer.customers')}
                value={customers.data?.totalElements}
                problem={problemOf(customers)}
              />
              <Tile
                to="/users"
                icon="user"
                label={t('user.users')}
                value={users.data?.totalElements}
                problem={problemOf(users)}
              />
            </>
          )}
        </>
      }
      {...(isTenant ? { quick } : {})}
      lists={
        <>
          <ActiveAlarmsList />
          <Newest
            title={t('home.recentDevices')}
            to="/devices"
            query={devices}
            empty={t('home.noDevices')}
            rowOf={(device) => ({
              id: device.id.id,
              to: `/devices/${device.id.id}`,
              name: device.name,
              note: device.deviceProfileName,
            })}
          />
          <Newest
            title={t('home.recentDashboards')}
            to="/dashboards"
            query={dashboards}
            empty={t('home.noDashboards')}
            rowOf={(dashboard) => ({
              id: dashboard.id.id,
              to: `/dashboards/${dashboard.id.id}`,
              name: dashboard.title,
              note: <Ago ts={dashboard.createdTime} />,
            })}
          />
        </>
      }
    />
  );
}
