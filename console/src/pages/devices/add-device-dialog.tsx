import { Box } from '@mui/material';
import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { Device, DeviceInfo, DeviceTransportType } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmDrafts } from '../../alarm-rules/alarm-drafts.tsx';
import { getDefaultProfile, getProfileInfo, saveProfile } from '../../api/device-profiles.ts';
import { createDeviceWithCredentials, type DeviceBody, saveDevice } from '../../api/devices.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import { SwitchInput } from '../../controls/switch-input.tsx';
import { transportTypeOf } from '../../device-profiles/transport-fields.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import {
  choiceId,
  type EntityForm,
  type FormField,
  type FormValue,
  type FormValues,
  type NamedField,
} from '../../entity-page/form.ts';
import type { FormStep } from '../../entity-page/form-steps.tsx';
import { type CredentialsDraft, type CredentialsProblems, credentialsOf, emptyDraft } from './credentials.ts';
import { CredentialsFields } from './credentials-fields.tsx';
import { deviceForm, deviceTransportFields, hasOwnTransport, profileChoice } from './device-form.ts';
import { newProfileBody, newProfileFields, newProfileValues, wantsNewProfile } from './new-profile.ts';
import { TYPES_OF_TRANSPORT } from './transport-credentials.ts';
import { useCredentialsDraft } from './use-credentials-draft.ts';

/** Credentials that a device already has, of the types that its profile's transport supports. */
function OwnCredentials(props: {
  profileId: string | undefined;
  /** Of a profile that is not there yet. */
  newTransport: DeviceTransportType | undefined;
  draft: CredentialsDraft;
  problems: CredentialsProblems;
  onChange: (draft: CredentialsDraft) => void;
}) {
  const { profileId, newTransport, draft, onChange } = props;
  const profile = useQuery({
    queryKey: ['profileInfo', profileId],
    queryFn: () => getProfileInfo(profileId ?? ''),
    enabled: profileId !== undefined && newTransport === undefined,
  });
  const transportType = newTransport ?? profile.data?.transportType;
  const types = TYPES_OF_TRANSPORT[transportType ?? 'DEFAULT'];
  const [first] = types;
  const fits = transportType === undefined || types.includes(draft.type);
  useEffect(() => {
    if (!fits && first) onChange(emptyDraft(first));
  }, [fits, first, onChange]);
  return (
    <Box sx={{ mt: 4 }}>
      <CredentialsFields draft={draft} types={types} problems={props.problems} onChange={onChange} />
    </Box>
  );
}

/** The form of a device with that of the profile that is created with it, if a new one is wanted. */
function wizardForm(t: TFunction, withCustomer: boolean): EntityForm<DeviceInfo, DeviceBody> {
  const device = deviceForm(t);
  const { details, transport, provisioning } = newProfileFields(t);
  const from: FormField = {
    name: 'profileFrom',
    label: t('device.profile'),
    kind: 'radio',
    options: [
      { id: 'existing', label: t('newProfile.existing') },
      { id: 'new', label: t('newProfile.new') },
    ],
  };
  const customer: FormField = {
    name: 'customer',
    path: 'customerId',
    label: t('ownership.customer'),
    ...pickerOf('CUSTOMER'),
    help: t('device.customerHelp'),
  };
  const asProfile = device.fields.flatMap((field) =>
    field.name === 'profile'
      ? [from, { ...field, shown: isOfExistingProfile }, ...details]
      : field.emptiedBy === 'profile'
        ? [{ ...field, shown: (values: FormValues) => isOfExistingProfile(values) && (field.shown?.(values) ?? true) }]
        : [field],
  );
  return {
    ...device,
    fields: [...asProfile, ...transport, ...provisioning, ...(withCustomer ? [customer] : [])],
  };
}

const isOfExistingProfile = (values: FormValues) => !wantsNewProfile(values);

/**
 * Adds a device in steps: what it is, if wanted the transport and the provisioning of a new profile and the credentials
 * that the device already has, and whose it is.
 */
export function AddDeviceDialog(props: {
  /** Given on the page of a customer: the device is made for it. */
  customerId: string | undefined;
  close: (saved?: Device) => void;
}) {
  const { t } = useTranslation();
  const defaultProfile = useQuery({ queryKey: ['defaultProfile'], queryFn: getDefaultProfile });
  const [own, setOwn] = useState(false);
  const credentials = useCredentialsDraft(() => emptyDraft('ACCESS_TOKEN'));
  const form = useMemo(() => wizardForm(t, props.customerId === undefined), [t, props.customerId]);
  const [profileValues] = useState(newProfileValues);
  const [alarms, setAlarms] = useState<readonly DeviceProfileAlarm[]>([]);
  const steps = useMemo<FormStep[]>(() => {
    const names = (fields: readonly NamedField[]) => fields.map(({ name }) => name);
    const { transport: ofNew, provisioning } = newProfileFields(t);
    const transport = [...ofNew, ...deviceTransportFields(t)];
    const ofLaterSteps = new Set(names([...transport, ...provisioning, { name: 'customer', label: '' }]));
    const ofProfile = { isOptional: true, shown: wantsNewProfile };
    return [
      { label: t('device.step.details'), fields: names(form.fields).filter((name) => !ofLaterSteps.has(name)) },
      {
        label: t('device.step.transport'),
        fields: names(transport),
        isOptional: true,
        shown: (values) => wantsNewProfile(values) || hasOwnTransport(values),
      },
      {
        label: t('deviceProfile.step.alarms'),
        fields: [],
        content: <AlarmDrafts alarms={alarms} onChange={setAlarms} />,
        ...ofProfile,
      },
      { label: t('device.step.provisioning'), fields: names(provisioning), ...ofProfile },
      { label: t('device.step.credentials'), fields: names(credentials.fields), isOptional: true, hasChildren: true },
      ...(props.customerId ? [] : [{ label: t('ownership.customer'), fields: ['customer'], isOptional: true }]),
    ];
  }, [t, form, credentials.fields, props.customerId, alarms]);

  /** @throws Error when the profile takes no credentials of the chosen type: it may be another one than in their step */
  async function requireFit(values: FormValues) {
    const profileId = choiceId(values.profile) ?? defaultProfile.data?.id.id ?? '';
    const transportType = wantsNewProfile(values)
      ? transportTypeOf(values)
      : (await getProfileInfo(profileId)).transportType;
    const { type } = credentials.draft;
    if (TYPES_OF_TRANSPORT[transportType].includes(type)) return;
    throw new Error(t('credentials.notOfProfile', { type: t(`credentials.types.${type}`) }));
  }

  async function save(body: DeviceBody, values: FormValues, change: (name: string, value: FormValue) => void) {
    if (own) await requireFit(values);
    const customerId = props.customerId ?? choiceId(values.customer);
    const device = customerId ? { ...body, customerId: { id: customerId } } : body;
    if (wantsNewProfile(values)) {
      const { id, name, transportType } = await saveProfile(newProfileBody(values, alarms));
      Object.assign(device, { deviceProfileId: id, firmwareId: null, softwareId: null });
      // Whatever becomes of the device: the profile is there, and another attempt uses it.
      change('profile', profileChoice(id.id, name, transportType));
      change('profileFrom', 'existing');
    }
    return own ? createDeviceWithCredentials(device, credentialsOf(credentials.draft)) : saveDevice(device);
  }

  if (defaultProfile.isPending) return null;
  const profile = defaultProfile.data;
  return (
    <AddDialog
      title={t('device.addTitle')}
      form={form}
      initial={{
        ...form.values(undefined),
        ...profileValues,
        profileFrom: 'existing',
        profile: profile ? profileChoice(profile.id.id, profile.name, profile.transportType) : null,
        customer: null,
      }}
      more={own ? credentials : undefined}
      steps={steps}
      save={save}
      close={props.close}
    >
      {(values) => (
        <>
          <SwitchInput label={t('device.ownCredentials')} checked={own} onChange={(checked) => setOwn(checked)} />
          {!own && <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 1 }}>{t('device.ownCredentialsHelp')}</Box>}
          {own && (
            <OwnCredentials
              profileId={choiceId(values.profile)}
              newTransport={wantsNewProfile(values) ? transportTypeOf(values) : undefined}
              draft={credentials.draft}
              problems={credentials.problems}
              onChange={credentials.change}
            />
          )}
        </>
      )}
    </AddDialog>
  );
}
