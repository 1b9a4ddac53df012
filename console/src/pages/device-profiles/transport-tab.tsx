import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { profileTransportForm } from './device-profile-form.ts';
import { ProfileFormTab } from './profile-form-tab.tsx';

/** How devices of a profile connect. */
export function TransportTab({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const form = useMemo(() => profileTransportForm(t), [t]);
  return <ProfileFormTab profile={profile} form={form} />;
}
