import '../../device-profiles/texts/texts.ts';
import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import {
  type DeviceProfile,
  type DeviceProfileInput,
  deviceProfileInputSchema,
} from '@signalbox/contract/device-profile';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmDrafts } from '../../alarm-rules/alarm-drafts.tsx';
import { saveProfile } from '../../api/device-profiles.ts';
import { newProfile } from '../../device-profiles/profile-fields.ts';
import {
  newProvisioningKeys,
  provisioningFields,
  provisioningValues,
} from '../../device-profiles/provisioning-fields.ts';
import { transportFields, transportValues } from '../../device-profiles/transport-fields.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { EntityForm } from '../../entity-page/form.ts';
import type { FormStep } from '../../entity-page/form-steps.tsx';
import { profileDetailsFields, profileDetailsOf, profileDetailsValues } from './device-profile-form.ts';

/** Alarm rules are checked where they are edited. */
const NO_MORE = { fields: [], check: async () => ({}) };

/**
 * Adds a device profile in steps: what it is, how its devices connect, which alarms they raise, and how they may
 * register.
 */
export function AddProfileDialog({ close }: { close: (saved?: DeviceProfile) => void }) {
  const { t } = useTranslation();
  const [initial] = useState(() => ({
    ...profileDetailsValues(),
    ...transportValues('DEFAULT'),
    ...provisioningValues(newProvisioningKeys()),
  }));
  const [alarms, setAlarms] = useState<readonly DeviceProfileAlarm[]>([]);
  const { form, steps } = useMemo(() => {
    const [details, transport, provisioning] = [profileDetailsFields(t), transportFields(t), provisioningFields(t)];
    const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);
    const wizard: EntityForm<DeviceProfile, DeviceProfileInput> = {
      fields: [...details, ...transport, ...provisioning],
      values: () => initial,
      body: (values) => newProfile(values, profileDetailsOf(values), alarms),
      schema: deviceProfileInputSchema,
    };
    const inOrder: FormStep[] = [
      { label: t('deviceProfile.step.details'), fields: names(details) },
      { label: t('deviceProfile.step.transport'), fields: names(transport) },
      {
        label: t('deviceProfile.step.alarms'),
        fields: [],
        isOptional: true,
        content: <AlarmDrafts alarms={alarms} onChange={setAlarms} />,
      },
      { label: t('deviceProfile.step.provisioning'), fields: names(provisioning), isOptional: true },
    ];
    return { form: wizard, steps: inOrder };
  }, [t, initial, alarms]);
  return (
    <AddDialog
      title={t('deviceProfile.addTitle')}
      form={form}
      steps={steps}
      more={{ ...NO_MORE, dirty: alarms.length > 0 }}
      save={(body) => saveProfile(body)}
      close={close}
    />
  );
}
