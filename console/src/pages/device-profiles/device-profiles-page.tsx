import '../../device-profiles/texts/texts.ts';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteProfile, listProfiles, setDefaultProfile } from '../../api/device-profiles.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { importProfileAction, type ProfileWork, profileActions } from '../../entity-page/profile-actions.tsx';
import { createdColumn, nameColumn, textColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { countUnmarked } from '../../entity-page/use-workable.ts';
import { DEVICE_PROFILES } from './device-profile-keys.ts';

const DeviceProfileDetails = lazyPart(async () => (await import('./device-profile-details.tsx')).DeviceProfileDetails);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

function useColumns() {
  const { t } = useTranslation();
  return useMemo<Column<DeviceProfile>[]>(
    () => [
      nameColumn('name', t('deviceProfile.name'), (row) => row.name),
      textColumn('type', t('deviceProfile.type'), (row) => t(`deviceProfile.types.${row.type}`), {
        width: 96,
        priority: 5,
      }),
      textColumn(
        'transportType',
        t('deviceProfile.transport'),
        (row) => t(`deviceProfile.transports.${row.transportType}`),
        {
          width: 200,
          priority: 2,
        },
      ),
      textColumn('description', t('details.description'), (row) => row.description, { width: 260, priority: 3 }),
      {
        ...tickColumn<DeviceProfile>(t, 'default', t('deviceProfile.default'), (row) => row.default, {
          width: 96,
          priority: 1,
          exported: 'default',
        }),
        sortProperty: 'isDefault',
      },
      createdColumn(t, 4),
    ],
    [t],
  );
}

/** What is done with them as with the profiles of tenants. */
const workOf = (t: TFunction): ProfileWork<DeviceProfile> => ({
  queryKey: DEVICE_PROFILES,
  defaultKey: 'defaultProfile',
  words: {
    setDefault: t('deviceProfile.setDefault'),
    setDefaultTitle: (name) => t('deviceProfile.setDefaultTitle', { name }),
    setDefaultText: t('deviceProfile.setDefaultText'),
    isDefault: (name) => t('deviceProfile.isDefault', { name }),
    import: t('deviceProfile.import.action'),
    imported: (name) => t('deviceProfile.imported', { name }),
  },
  setDefault: setDefaultProfile,
  download: async (profile) => (await import('./profile-file.ts')).downloadProfile(profile),
  importDialog: async () => {
    const { ImportProfileDialog } = await import('./import-profile-dialog.tsx');
    return (close) => <ImportProfileDialog close={close} />;
  },
});

function useProfileActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      actions: [
        {
          id: 'devices',
          label: t('deviceProfile.showDevices'),
          icon: 'devices',
          run: (profile: DeviceProfile) => navigate(`/devices?deviceProfileId=${profile.id.id}`),
        },
        ...profileActions(t, workOf(t)),
      ] satisfies EntityAction<DeviceProfile>[],
      listActions: [importProfileAction(workOf(t))],
    }),
    [t, navigate],
  );
}

/** How devices connect, which alarms they raise, and where their messages begin. */
export function DeviceProfilesPage() {
  const { t } = useTranslation();
  const columns = useColumns();
  const { actions, listActions } = useProfileActions();
  const deletion = useMemo(
    () => ({
      remove: (profile: DeviceProfile) => deleteProfile(profile.id.id),
      isFor: (profile: DeviceProfile) => !profile.default,
      consequences: async () => [t('deviceProfile.deleteText')],
    }),
    [t],
  );
  return (
    <EntityPage<DeviceProfile>
      list="deviceProfiles"
      things="device_profile"
      title={t('deviceProfile.profiles')}
      path="/deviceProfiles"
      queryKey={DEVICE_PROFILES}
      load={({ link }) => listProfiles(link)}
      countFound={countUnmarked(listProfiles, 'isDefault', (profile) => profile.default)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.name}
      searchPlaceholder={t('deviceProfile.search')}
      actions={actions}
      listActions={listActions}
      deletion={deletion}
      add={{
        label: t('deviceProfile.add'),
        dialog: async () => {
          const { AddProfileDialog } = await import('./add-profile-dialog.tsx');
          return (close) => <AddProfileDialog close={close} />;
        },
        addedWords: ({ name }) => t('list.added', { name }),
      }}
      empty={{ icon: 'profile', title: t('deviceProfile.empty'), text: t('deviceProfile.emptyText') }}
      onNearRows={DeviceProfileDetails.preload}
      details={(controls) => <DeviceProfileDetails controls={controls} />}
    />
  );
}
