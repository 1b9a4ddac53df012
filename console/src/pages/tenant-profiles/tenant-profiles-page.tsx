import { NULL_UUID } from '@signalbox/contract/id';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteTenantProfile,
  getTenantProfile,
  getTenantProfiles,
  saveTenantProfile,
  setDefaultTenantProfile,
} from '../../api/tenants.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import { EntityDetails } from '../../entity-page/entity-details.tsx';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { attributesTab, eventsTab, telemetryTab } from '../../entity-page/tabs/standard-tabs.tsx';
import { downloadProfile } from './profile-file.ts';
import { tenantProfileForm } from './tenant-profile-form.ts';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const QUERY_KEY = ['tenantProfiles'] as const;

/** What tenants may have and use. */
export function TenantProfilesPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const columns = useMemo<Column<TenantProfile>[]>(
    () => [
      nameColumn('name', t('tenantProfile.name'), (row) => row.name),
      textColumn('description', t('details.description'), (row) => row.description, { width: 320, priority: 2 }),
      tickColumn(t, 'default', t('tenantProfile.default'), (row) => row.default, {
        width: 96,
        priority: 1,
        exported: 'default',
      }),
      createdColumn(t, 3),
    ],
    [t],
  );
  const actions = useMemo<EntityAction<TenantProfile>[]>(
    () => [
      { id: 'export', label: t('action.export'), icon: 'download', run: downloadProfile },
      {
        id: 'default',
        label: t('tenantProfile.setDefault'),
        icon: 'check',
        isFor: (profile) => !profile.default,
        async run(profile) {
          const { name } = profile;
          const sure = await ask({
            title: t('tenantProfile.setDefaultTitle', { name }),
            content: t('tenantProfile.setDefaultText'),
            confirmLabel: t('tenantProfile.setDefault'),
            cancelLabel: t('action.cancel'),
          });
          if (!sure) return;
          await setDefaultTenantProfile(profile.id.id);
          await client.invalidateQueries({ queryKey: QUERY_KEY });
          await client.invalidateQueries({ queryKey: ['defaultTenantProfile'] });
          notifySuccess(t('tenantProfile.isDefault', { name }));
        },
      },
    ],
    [t, client],
  );
  const listActions = useMemo<ListAction[]>(
    () => [
      {
        id: 'import',
        label: t('tenantProfile.import.action'),
        icon: 'upload',
        keys: 'I',
        run: () =>
          attempt(async () => {
            const { ImportProfileDialog } = await import('./import-profile-dialog.tsx');
            const imported = await openDialog<TenantProfile>((close) => <ImportProfileDialog close={close} />);
            if (!imported) return;
            await client.invalidateQueries({ queryKey: QUERY_KEY });
            notifySuccess(t('tenantProfile.imported', { name: imported.name }));
          }),
      },
    ],
    [t, client],
  );
  const deletion = useMemo(
    () => ({
      remove: (profile: TenantProfile) => deleteTenantProfile(profile.id.id),
      isFor: (profile: TenantProfile) => !profile.default,
      typedForMany: t('tenantProfile.profilesTyped'),
      consequences: async () => [t('tenantProfile.deleteText')],
    }),
    [t],
  );
  return (
    <EntityPage<TenantProfile>
      list="tenantProfiles"
      things="tenant_profile"
      title={t('tenantProfile.profiles')}
      path="/tenantProfiles"
      queryKey={QUERY_KEY}
      load={({ link }) => getTenantProfiles(link)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.name}
      searchPlaceholder={t('tenantProfile.search')}
      actions={actions}
      listActions={listActions}
      deletion={deletion}
      add={{
        label: t('tenantProfile.add'),
        dialog: async () => (close) => (
          <AddDialog
            title={t('tenantProfile.addTitle')}
            form={tenantProfileForm(t, true)}
            save={saveTenantProfile}
            close={close}
          />
        ),
        addedWords: ({ name }) => t('list.added', { name }),
      }}
      empty={{ icon: 'profile', title: t('tenantProfile.empty'), text: t('tenantProfile.emptyText') }}
      details={(controls) => (
        <EntityDetails
          controls={controls}
          queryKey={QUERY_KEY}
          load={getTenantProfile}
          kind={t('tenantProfile.profile')}
          describe={(profile: TenantProfile) => {
            const entity = { entityType: 'TENANT_PROFILE', id: profile.id.id } as const;
            return {
              title: profile.name,
              subtitle: t('tenantProfile.profile'),
              form: tenantProfileForm(t, false),
              save: saveTenantProfile,
              tabs: [
                attributesTab(t, entity, { editable: true }),
                telemetryTab(t, entity),
                eventsTab(t, entity, NULL_UUID),
              ],
            };
          }}
        />
      )}
    />
  );
}
