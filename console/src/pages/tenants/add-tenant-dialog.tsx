import type { Tenant } from '@signalbox/contract/tenant';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getDefaultTenantProfile, saveTenant } from '../../api/tenants.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import { tenantForm } from './tenant-form.ts';

/** Adds a tenant; the profile is the default one unless another is chosen. */
export function AddTenantDialog({ close }: { close: (saved?: Tenant) => void }) {
  const { t } = useTranslation();
  const profile = useQuery({ queryKey: ['defaultTenantProfile'], queryFn: getDefaultTenantProfile });
  const form = useMemo(() => tenantForm(t), [t]);
  if (profile.isPending) return null;
  const choice = profile.data ? { id: profile.data.id.id, label: profile.data.name } : null;
  return (
    <AddDialog
      title={t('tenant.addTitle')}
      form={form}
      initial={{ ...form.values(undefined), profile: choice }}
      save={(body) => saveTenant(body)}
      close={close}
    />
  );
}
