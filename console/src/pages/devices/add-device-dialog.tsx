import { Box, FormControlLabel, Switch } from '@mui/material';
import type { Device } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDefaultProfile, getProfileInfo } from '../../api/device-profiles.ts';
import { createDeviceWithCredentials, type DeviceBody, saveDevice } from '../../api/devices.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import { choiceId, type FormField, type FormValues } from '../../entity-page/form.ts';
import type { FormStep } from '../../entity-page/form-steps.tsx';
import {
  type CredentialsDraft,
  type CredentialsProblems,
  credentialsOf,
  emptyDraft,
  TYPES_OF_TRANSPORT,
} from './credentials.ts';
import { CredentialsFields } from './credentials-fields.tsx';
import { deviceForm } from './device-form.ts';
import { useCredentialsDraft } from './use-credentials-draft.ts';

/** Credentials that a device already has, of the types that its profile's transport supports. */
function OwnCredentials(props: {
  profileId: string | undefined;
  draft: CredentialsDraft;
  problems: CredentialsProblems;
  onChange: (draft: CredentialsDraft) => void;
}) {
  const { profileId, draft, onChange } = props;
  const profile = useQuery({
    queryKey: ['profileInfo', profileId],
    queryFn: () => getProfileInfo(profileId ?? ''),
    enabled: profileId !== undefined,
  });
  const types = TYPES_OF_TRANSPORT[profile.data?.transportType ?? 'DEFAULT'];
  const [first] = types;
  const fits = profile.data === undefined || types.includes(draft.type);
  useEffect(() => {
    if (!fits && first) onChange(emptyDraft(first));
  }, [fits, first, onChange]);
  return (
    <Box sx={{ mt: 4 }}>
      <CredentialsFields draft={draft} types={types} problems={props.problems} onChange={onChange} />
    </Box>
  );
}

/** Adds a device in three steps: what it is, if wanted the credentials it already has, and whose it is. */
export function AddDeviceDialog(props: {
  /** Given on the page of a customer: the device is made for it. */
  customerId: string | undefined;
  close: (saved?: Device) => void;
}) {
  const { t } = useTranslation();
  const defaultProfile = useQuery({ queryKey: ['defaultProfile'], queryFn: getDefaultProfile });
  const [own, setOwn] = useState(false);
  const credentials = useCredentialsDraft(() => emptyDraft('ACCESS_TOKEN'));
  const form = useMemo(() => {
    const device = deviceForm(t);
    if (props.customerId) return device;
    const customer: FormField = {
      name: 'customer',
      path: 'customerId',
      label: t('ownership.customer'),
      ...pickerOf('CUSTOMER'),
      help: t('device.customerHelp'),
    };
    return { ...device, fields: [...device.fields, customer] };
  }, [t, props.customerId]);
  const steps = useMemo<FormStep[]>(() => {
    const isCustomer = ({ name }: FormField) => name === 'customer';
    const names = (fields: readonly FormField[]) => fields.map(({ name }) => name);
    return [
      { label: t('device.step.details'), fields: names(form.fields.filter((field) => !isCustomer(field))) },
      { label: t('device.step.credentials'), fields: credentials.fields.map(({ name }) => name), isOptional: true },
      ...(props.customerId ? [] : [{ label: t('ownership.customer'), fields: ['customer'], isOptional: true }]),
    ];
  }, [t, form, credentials.fields, props.customerId]);

  async function save(body: DeviceBody, values: FormValues) {
    const customerId = props.customerId ?? choiceId(values.customer);
    const device = customerId ? { ...body, customerId: { id: customerId } } : body;
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
        profile: profile ? { id: profile.id.id, label: profile.name } : null,
        customer: null,
      }}
      more={own ? credentials : undefined}
      steps={steps}
      childrenAt={1}
      save={save}
      close={props.close}
    >
      {(values) => (
        <>
          <FormControlLabel
            sx={{ m: 0, gap: 2 }}
            control={<Switch checked={own} onChange={(event) => setOwn(event.target.checked)} />}
            label={t('device.ownCredentials')}
          />
          {!own && <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 1 }}>{t('device.ownCredentialsHelp')}</Box>}
          {own && (
            <OwnCredentials
              profileId={choiceId(values.profile)}
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
