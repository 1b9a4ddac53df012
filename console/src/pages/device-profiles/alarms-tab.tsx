import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AlarmList, Sentences } from '../../alarm-rules/alarm-list.tsx';
import { getProfile, saveProfile } from '../../api/device-profiles.ts';
import { notifySuccess } from '../../app/notices.ts';
import type { Values } from '../../entity-page/contested.ts';
import { saveBasedOn } from '../../entity-page/save-based-on.tsx';
import { DEVICE_PROFILES } from './device-profile-keys.ts';

const alarmsOf = ({ profileData }: DeviceProfile): readonly DeviceProfileAlarm[] => profileData.alarms ?? [];

/** Rules by the id of their alarm; those that other clients saved without one by their type. */
const byId = (alarms: readonly DeviceProfileAlarm[]): Values<DeviceProfileAlarm> =>
  Object.fromEntries(alarms.map((alarm) => [alarm.id ?? `type ${alarm.alarmType}`, alarm]));

/** The alarm rules of a profile; each is saved by itself. */
export function AlarmsTab({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <AlarmList
      alarms={alarmsOf(profile)}
      deviceProfileId={profile.id.id}
      save={async (alarms) => {
        const saved = await saveBasedOn<DeviceProfile, DeviceProfileAlarm>({
          stored: profile,
          values: byId(alarms),
          valuesOf: (stored) => byId(alarmsOf(stored)),
          parts: (...all) =>
            [...new Set(all.flatMap((values) => Object.keys(values)))].map((name) => ({
              name,
              label: all.flatMap((values) => values[name]?.alarmType ?? [])[0] ?? name,
            })),
          draw: (_, alarm) => (alarm ? <Sentences alarm={alarm} /> : t('contested.deleted')),
          save: (values, stored, basedOn) => {
            const merged = Object.values(values).filter((alarm) => alarm !== undefined);
            const body = { ...stored, profileData: { ...stored.profileData, alarms: merged } };
            return saveProfile(body, basedOn);
          },
          reload: () => getProfile(profile.id.id),
        });
        if (!saved) return false;
        await client.invalidateQueries({ queryKey: DEVICE_PROFILES });
        notifySuccess(t('details.saved'));
        return true;
      }}
    />
  );
}
