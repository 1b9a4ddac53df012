import type { TenantInfo } from '@signalbox/contract/tenant';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteTenant, getDefaultTenantProfile, getTenantInfos, saveTenant } from '../../api/tenants.ts';
import { notifySuccess } from '../../app/notices.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { TenantDetails } from './tenant-details.tsx';
import { tenantBody, tenantFields, tenantValues } from './tenant-form.ts';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const QUERY_KEY = ['tenants'] as const;

function useColumns() {
  const { t } = useTranslation();
  return useMemo<Column<TenantInfo>[]>(() => {
    const plain = (id: 'email' | 'country' | 'city', width: number, priority: number): Column<TenantInfo> => ({
      id,
      title: t(`contact.${id}`),
      width,
      priority,
      sortProperty: id,
      cell: (row) => row[id] ?? '',
    });
    return [
      {
        id: 'title',
        title: t('tenant.title'),
        width: 220,
        priority: 0,
        sortProperty: 'title',
        isName: true,
        cell: (row) => row.title,
      },
      {
        id: 'profile',
        title: t('tenant.profile'),
        width: 140,
        priority: 1,
        sortProperty: 'tenantProfileName',
        cell: (row) => row.tenantProfileName,
      },
      plain('email', 200, 2),
      plain('country', 130, 4),
      plain('city', 130, 3),
      {
        id: 'createdTime',
        title: t('details.created'),
        width: 190,
        priority: 5,
        sortProperty: 'createdTime',
        cell: (row) => formatDateTime(row.createdTime),
      },
    ];
  }, [t]);
}

/** Adds a tenant; the profile is the default one unless another is chosen. */
function AddTenantDialog(props: { onAdded: (id: string, title: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const profile = useQuery({ queryKey: ['defaultTenantProfile'], queryFn: getDefaultTenantProfile });
  const fields = useMemo(() => tenantFields(t), [t]);
  if (profile.isPending) return null;
  const choice = profile.data ? { id: profile.data.id.id, label: profile.data.name } : null;
  return (
    <AddDialog
      title={t('tenant.addTitle')}
      fields={fields}
      initial={tenantValues(undefined, choice)}
      onClose={props.onClose}
      save={async (values) => {
        const tenant = await saveTenant(tenantBody(values));
        props.onAdded(tenant.id.id, tenant.title);
      }}
    />
  );
}

/** The tenants of this installation. */
export function TenantsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [adding, setAdding] = useState(false);
  const columns = useColumns();
  const add = useMemo(() => ({ label: t('tenant.add'), run: () => setAdding(true) }), [t]);
  const changed = () => void queryClient.invalidateQueries({ queryKey: [...QUERY_KEY, 'list'] });
  return (
    <>
      <EntityPage<TenantInfo>
        list="tenants"
        title={t('tenant.tenants')}
        path="/tenants"
        queryKey={QUERY_KEY}
        load={({ link }) => getTenantInfos(link)}
        columns={columns}
        defaults={DEFAULTS}
        idOf={(row) => row.id.id}
        nameOf={(row) => row.title}
        searchPlaceholder={t('tenant.search')}
        remove={(row) => deleteTenant(row.id.id)}
        removeTyped={(rows) => (rows.length === 1 ? (rows[0]?.title ?? '') : t('tenant.tenantsTyped'))}
        add={add}
        empty={{ icon: 'tenants', title: t('tenant.empty'), text: t('tenant.emptyText') }}
        details={(id, controls) => <TenantDetails key={id} id={id} controls={controls} onChanged={changed} />}
      />
      {adding && (
        <AddTenantDialog
          onClose={() => setAdding(false)}
          onAdded={(id, title) => {
            setAdding(false);
            changed();
            notifySuccess(t('tenant.added', { name: title }));
            void navigate(`/tenants/${id}`);
          }}
        />
      )}
    </>
  );
}
