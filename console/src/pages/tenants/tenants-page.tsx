import './texts/texts.ts';
import type { Tenant, TenantInfo } from '@signalbox/contract/tenant';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteTenant, getTenantInfos } from '../../api/tenants.ts';
import { getTenantAdministrators } from '../../api/users.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { TENANTS } from './tenant-keys.ts';

const TenantDetails = lazyPart(async () => (await import('./tenant-details.tsx')).TenantDetails);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

/** Tenants whose administrators are counted before they are deleted together. */
const MAX_COUNTED = 20;

/** The tenants of this installation. */
export function TenantsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useMemo<Column<TenantInfo>[]>(
    () => [
      nameColumn('title', t('tenant.title'), (row) => row.title),
      textColumn('profile', t('tenant.profile'), (row) => row.tenantProfileName, {
        width: 140,
        priority: 1,
        sortProperty: 'tenantProfileName',
      }),
      textColumn('email', t('contact.email'), (row) => row.email, { width: 200, priority: 2 }),
      textColumn('country', t('contact.country'), (row) => row.country, { width: 130, priority: 4 }),
      textColumn('city', t('contact.city'), (row) => row.city, { width: 130, priority: 3 }),
      createdColumn(t, 5),
    ],
    [t],
  );
  const actions = useMemo<EntityAction<TenantInfo>[]>(
    () => [
      {
        id: 'administrators',
        label: t('tenant.manageAdministrators'),
        icon: 'user',
        primary: true,
        run: (tenant) => navigate(`/tenants/${tenant.id.id}/users`),
      },
    ],
    [t, navigate],
  );
  const deletion = useMemo(
    () => ({
      remove: (tenant: TenantInfo) => deleteTenant(tenant.id.id),
      typedForMany: t('tenant.tenantsTyped'),
      async consequences(tenants: readonly TenantInfo[], total: number) {
        if (total > Math.min(MAX_COUNTED, tenants.length)) return [t('tenant.deleteText')];
        const pages = await Promise.all(
          tenants.map((tenant) => getTenantAdministrators(tenant.id.id, { pageSize: 1, page: 0 })),
        );
        const count = pages.reduce((sum, page) => sum + page.totalElements, 0);
        return [...(count > 0 ? [t('tenant.deleteAdministrators', { count })] : []), t('tenant.deleteText')];
      },
    }),
    [t],
  );
  return (
    <EntityPage<TenantInfo, Tenant>
      list="tenants"
      things="tenant"
      title={t('tenant.tenants')}
      path="/tenants"
      queryKey={TENANTS}
      load={({ link }) => getTenantInfos(link)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('tenant.search')}
      actions={actions}
      deletion={deletion}
      add={{
        label: t('tenant.add'),
        dialog: async () => {
          const { AddTenantDialog } = await import('./add-tenant-dialog.tsx');
          return (close) => <AddTenantDialog close={close} />;
        },
        addedWords: ({ title }) => t('list.added', { name: title }),
      }}
      empty={{ icon: 'tenants', title: t('tenant.empty'), text: t('tenant.emptyText') }}
      onNearRows={TenantDetails.preload}
      details={(controls) => <TenantDetails controls={controls} />}
    />
  );
}
