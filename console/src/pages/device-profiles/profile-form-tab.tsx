import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getProfile, saveProfile } from '../../api/device-profiles.ts';
import { StoredForm, type StoredFormState } from '../../entity-page/stored-form.tsx';
import type { ProfileForm } from './device-profile-form.ts';
import { DEVICE_PROFILES } from './device-profile-keys.ts';

/** A tab of a profile that is a form of its own: saves its part, and leaves the others as they are. */
export function ProfileFormTab(props: {
  profile: DeviceProfile;
  form: ProfileForm;
  before?: (form: StoredFormState) => ReactNode;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <StoredForm
      described={props.form}
      stored={props.profile}
      group={t('keys.details')}
      reload={() => getProfile(props.profile.id.id)}
      save={async (body, _, basedOn) => {
        await saveProfile(body, basedOn);
        await client.invalidateQueries({ queryKey: DEVICE_PROFILES });
      }}
      {...(props.before ? { before: props.before } : {})}
    />
  );
}
