import './texts/texts.ts';
import { Box, Button, Link as TextLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { liveSocket } from '../../api/client.ts';
import { getCustomers } from '../../api/customers.ts';
import { listDashboards, readHomeDashboard } from '../../api/dashboards.ts';
import { getDeviceInfos } from '../../api/devices.ts';
import { getTenantInfos, getTenantProfileInfos } from '../../api/tenants.ts';
import { getUsers } from '../../api/users.ts';
import { useSession } from '../../app/session.ts';
import { displayName } from '../../app/session-state.ts';
import { Ago } from '../../controls/ago.tsx';
import { Icon, type IconName } from '../../controls/icon.tsx';
import { FailureState, SkeletonLines } from '../../controls/states.tsx';
import { formatNumber } from '../../i18n/format.ts';

const HomeDashboardView = lazy(async () => ({ default: (await import('./home-dashboard.tsx')).HomeDashboardView }));

const ONE = { pageSize: 1, page: 0 };
const NEWEST = { pageSize: 6, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' } as const;

const card = {
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '8px',
  boxShadow: 'var(--shadow)',
} as const;

/** Number of active devices, followed live. */
function useActiveDevices(enabled: boolean): number | undefined {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!enabled) return;
    const subscription = liveSocket.subscribe(
      'entityCount',
      () => ({
        query: {
          entityFilter: { type: 'entityType', entityType: 'DEVICE' },
          keyFilters: [
            {
              key: { type: 'SERVER_ATTRIBUTE', key: 'active' },
              valueType: 'BOOLEAN',
              predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
            },
          ],
        },
      }),
      { message: (message) => setCount(message.count), error: () => true },
    );
    return subscription.unsubscribe;
  }, [enabled]);
  return count;
}

function Tile(props: { to?: string; icon: IconName; label: string; value: number | undefined; note?: string }) {
  return (
    <Box
      {...(props.to ? { component: Link, to: props.to } : {})}
      sx={{
        ...card,
        p: '14px 16px',
        color: 'inherit',
        textDecoration: 'none',
        display: 'block',
        '&:is(a):hover': { borderColor: 'var(--accent)' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary', fontSize: 13 }}>
        <Icon name={props.icon} size={16} />
        {props.label}
      </Box>
      <Box
        className="num"
        sx={{ fontSize: 28, lineHeight: '36px', fontWeight: 600, letterSpacing: '-0.02em', mt: 1, minHeight: 36 }}
      >
        {props.value === undefined ? '' : formatNumber(props.value)}
        {props.note && (
          <Box
            component="span"
            sx={{ fontSize: 13, fontWeight: 400, color: 'text.disabled', letterSpacing: 0, ml: 1.5 }}
          >
            {props.note}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function Section(props: { title: string; to?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box component="section" aria-label={props.title} sx={{ ...card, minWidth: 0 }}>
      <Box sx={{ display: 'flex', p: '12px 16px 8px', alignItems: 'baseline' }}>
        <Box component="h2" sx={{ typography: 'h3', m: 0 }}>
          {props.title}
        </Box>
        {props.to && (
          <TextLink
            component={Link}
            to={props.to}
            underline="hover"
            color="var(--accent-text)"
            sx={{ marginInlineStart: 'auto', fontSize: 13 }}
          >
            {t('home.seeAll')}
          </TextLink>
        )}
      </Box>
      <Box sx={{ px: 4, pb: 3 }}>{props.children}</Box>
    </Box>
  );
}

function Rows(props: { rows: readonly { id: string; to: string; name: string; note: ReactNode }[]; empty: string }) {
  if (props.rows.length === 0) return <Box sx={{ color: 'text.secondary', py: 3 }}>{props.empty}</Box>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
      {props.rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{ display: 'flex', gap: 3, alignItems: 'center', minHeight: 40, borderTop: '1px solid var(--line-2)' }}
        >
          <Box
            component={Link}
            to={row.to}
            sx={{
              color: 'text.primary',
              fontWeight: 550,
              textDecoration: 'none',
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              lineHeight: '28px',
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            {row.name}
          </Box>
          <Box sx={{ marginInlineStart: 'auto', color: 'text.secondary', whiteSpace: 'nowrap' }}>{row.note}</Box>
        </Box>
      ))}
    </Box>
  );
}

/** Counts, what is newest, and the first steps, for tenants and their customers. */
function Workplace() {
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
  const active = useActiveDevices(true);
  const total = devices.data?.totalElements;
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: `repeat(${isTenant ? 4 : 2}, 1fr)` },
          mb: 2.5,
        }}
      >
        <Tile
          to="/devices?active=true"
          icon="devices"
          label={t('home.activeDevices')}
          value={active}
          {...(total !== undefined ? { note: t('home.ofAll', { total: formatNumber(total) }) } : {})}
        />
        <Tile
          to="/dashboards"
          icon="dashboards"
          label={t('dashboard.dashboards')}
          value={dashboards.data?.totalElements}
        />
        {isTenant && (
          <>
            <Tile
              to="/customers"
              icon="customers"
              label={t('customer.customers')}
              value={customers.data?.totalElements}
            />
            <Tile to="/users" icon="user" label={t('user.users')} value={users.data?.totalElements} />
          </>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <Section title={t('home.recentDevices')} to="/devices">
          {devices.isError ? (
            <FailureState error={devices.error} onRetry={() => void devices.refetch()} />
          ) : devices.data ? (
            <Rows
              empty={t('home.noDevices')}
              rows={devices.data.data.map((device) => ({
                id: device.id.id,
                to: `/devices/${device.id.id}`,
                name: device.name,
                note: device.deviceProfileName,
              }))}
            />
          ) : (
            <SkeletonLines />
          )}
        </Section>
        <Section title={t('home.recentDashboards')} to="/dashboards">
          {dashboards.isError ? (
            <FailureState error={dashboards.error} onRetry={() => void dashboards.refetch()} />
          ) : dashboards.data ? (
            <Rows
              empty={t('home.noDashboards')}
              rows={dashboards.data.data.map((dashboard) => ({
                id: dashboard.id.id,
                to: `/dashboards/${dashboard.id.id}`,
                name: dashboard.title,
                note: <Ago ts={dashboard.createdTime} />,
              }))}
            />
          ) : (
            <SkeletonLines />
          )}
        </Section>
      </Box>
      {isTenant && (
        <Box component="section" aria-label={t('home.quick')} sx={{ display: 'flex', gap: 2, mt: 4, flexWrap: 'wrap' }}>
          <Button component={Link} to="/devices?add=true" startIcon={<Icon name="add" size={16} />}>
            {t('home.addDevice')}
          </Button>
          <Button component={Link} to="/customers?add=true" startIcon={<Icon name="add" size={16} />}>
            {t('home.addCustomer')}
          </Button>
          <Button component={Link} to="/auditLogs" startIcon={<Icon name="clock" size={16} />}>
            {t('audit.page')}
          </Button>
        </Box>
      )}
    </>
  );
}

/** For the system administrator: the tenants of this installation and the first step. */
function Installation() {
  const { t } = useTranslation();
  const tenants = useQuery({ queryKey: ['tenants', 'newest'], queryFn: () => getTenantInfos(NEWEST) });
  const profiles = useQuery({ queryKey: ['tenantProfiles', 'count'], queryFn: () => getTenantProfileInfos(ONE) });
  return (
    <>
      <Box component="p" sx={{ color: 'text.secondary', m: '0 0 14px' }}>
        {t('home.systemText')}
      </Box>
      <Box
        sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' }, mb: 2.5 }}
      >
        <Tile to="/tenants" icon="tenants" label={t('tenant.tenants')} value={tenants.data?.totalElements} />
        <Tile icon="settings" label={t('home.tenantProfiles')} value={profiles.data?.totalElements} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <Section title={t('home.recentTenants')} to="/tenants">
          {tenants.isError ? (
            <FailureState error={tenants.error} onRetry={() => void tenants.refetch()} />
          ) : tenants.data ? (
            <Rows
              empty={t('home.noTenants')}
              rows={tenants.data.data.map((tenant) => ({
                id: tenant.id.id,
                to: `/tenants/${tenant.id.id}`,
                name: tenant.title,
                note: (
                  <TextLink component={Link} to={`/tenants/${tenant.id.id}/users`} color="var(--accent-text)">
                    {t('home.manageAdministrators')}
                    <span className="visually-hidden"> ({tenant.title})</span>
                  </TextLink>
                ),
              }))}
            />
          ) : (
            <SkeletonLines />
          )}
        </Section>
      </Box>
      <Box component="section" aria-label={t('home.quick')} sx={{ display: 'flex', gap: 2, mt: 4, flexWrap: 'wrap' }}>
        <Button component={Link} to="/tenants?add=true" startIcon={<Icon name="add" size={16} />}>
          {t('home.addTenant')}
        </Button>
      </Box>
    </>
  );
}

/** The first page after signing in: the dashboard that was chosen for it, else what there is to do. */
export function HomePage() {
  const { t } = useTranslation();
  const { user, authority } = useSession();
  const home = useQuery({
    queryKey: ['dashboards', 'home'],
    queryFn: readHomeDashboard,
    enabled: authority !== 'SYS_ADMIN',
    retry: false,
  });
  if (home.data) {
    return (
      <Suspense>
        <HomeDashboardView dashboard={home.data} />
      </Suspense>
    );
  }
  return (
    // What is here is loaded meanwhile, but not shown for a moment in place of a dashboard.
    <Box
      sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}
      style={home.isLoading ? { visibility: 'hidden' } : undefined}
    >
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 14px' }}>
        {user ? t('home.welcome', { name: displayName(user) }) : t('home.home')}
      </Box>
      {authority === 'SYS_ADMIN' ? <Installation /> : authority !== 'ANONYMOUS' && <Workplace />}
    </Box>
  );
}
