import './texts/texts.ts';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteTenantProfile,
  getTenantProfiles,
  saveTenantProfile,
  setDefaultTenantProfile,
} from '../../api/tenants.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { importProfileAction, type ProfileWork, profileActions } from '../../entity-page/profile-actions.tsx';
import { createdColumn, nameColumn, textColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { countUnmarked } from '../../entity-page/use-workable.ts';
import { TENANT_PROFILES } from './tenant-profile-keys.ts';

const TenantProfileDetails = lazyPart(async () => (await import('./tenant-profile-details.tsx')).TenantProfileDetails);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

/** What is done with them as with the profiles of devices. */
const workOf = (t: TFunction): ProfileWork<TenantProfile> => ({
  queryKey: TENANT_PROFILES,
  defaultKey: 'defaultTenantProfile',
  words: {
    setDefault: t('tenantProfile.setDefault'),
    setDefaultTitle: (name) => t('tenantProfile.setDefaultTitle', { name }),
    setDefaultText: t('tenantProfile.setDefaultText'),
    isDefault: (name) => t('tenantProfile.isDefault', { name }),
    import: t('tenantProfile.import.action'),
    imported: (name) => t('tenantProfile.imported', { name }),
  },
  setDefault: setDefaultTenantProfile,
  download: async (profile) => (await import('./profile-file.ts')).downloadProfile(profile),
  importDialog: async () => {
    const { ImportProfileDialog } = await import('./import-profile-dialog.tsx');
    return (close) => <ImportProfileDialog close={close} />;
  },
});

/** What tenants may have and use. */
export function TenantProfilesPage() {
  const { t } = useTranslation();
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
  const actions = useMemo(() => profileActions(t, workOf(t)), [t]);
  const listActions = useMemo(() => [importProfileAction(workOf(t))], [t]);
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
      queryKey={TENANT_PROFILES}
      load={({ link }) => getTenantProfiles(link)}
      countFound={countUnmarked(getTenantProfiles, 'isDefault', (profile) => profile.default)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.name}
      searchPlaceholder={t('tenantProfile.search')}
      actions={actions}
      listActions={listActions}
      deletion={deletion}
      add={{
        label: t('tenantProfile.add'),
        dialog: async () => {
          const [{ AddDialog }, { tenantProfileForm }] = await Promise.all([
            import('../../entity-page/add-dialog.tsx'),
            import('./tenant-profile-form.ts'),
          ]);
          return (close) => (
            <AddDialog
              title={t('tenantProfile.addTitle')}
              form={tenantProfileForm(t, true)}
              save={(body) => saveTenantProfile(body)}
              close={close}
            />
          );
        },
        addedWords: ({ name }) => t('list.added', { name }),
      }}
      empty={{ icon: 'profile', title: t('tenantProfile.empty'), text: t('tenantProfile.emptyText') }}
      onNearRows={TenantProfileDetails.preload}
      details={(controls) => <TenantProfileDetails controls={controls} />}
    />
  );
}
