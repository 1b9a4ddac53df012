import { Box, FormControlLabel, Switch } from '@mui/material';
import type { Device } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  assignToCustomer,
  deleteDevice,
  getCredentials,
  getDefaultProfile,
  saveCredentials,
  saveDevice,
} from '../../api/devices.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import { choiceId, type FormField, type FormValues } from '../../entity-page/form.ts';
import {
  type CredentialsProblems,
  credentialsOf,
  credentialsProblems,
  emptyDraft,
  TYPES_OF_TRANSPORT,
} from './credentials.ts';
import { CredentialsFields } from './credentials-fields.tsx';
import { customerChoices, deviceBody, deviceFields } from './device-form.ts';

/** Adds a device: what it is, whose it is, and if wanted the credentials it already has. */
export function AddDeviceDialog(props: {
  /** Given on the page of a customer: the device is made for it. */
  customerId: string | undefined;
  onAdded: (device: Device) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const defaultProfile = useQuery({ queryKey: ['defaultProfile'], queryFn: getDefaultProfile });
  const [own, setOwn] = useState(false);
  const [draft, setDraft] = useState(() => emptyDraft('ACCESS_TOKEN'));
  const [problems, setProblems] = useState<CredentialsProblems>({});
  const fields = useMemo<FormField[]>(() => {
    const customer: FormField = {
      name: 'customer',
      label: t('device.customer'),
      kind: 'picker',
      load: customerChoices,
      help: t('device.customerHelp'),
    };
    const [name, profile, label, ...rest] = deviceFields(t);
    return [name, profile, label, ...(props.customerId ? [] : [customer]), ...rest] as FormField[];
  }, [t, props.customerId]);

  async function save(values: FormValues) {
    if (own) {
      const found = credentialsProblems(draft);
      setProblems(found);
      if (Object.keys(found).length > 0) throw new Error(t('device.checkCredentials'));
    }
    const device = await saveDevice(deviceBody(values));
    try {
      if (own) {
        const { id, deviceId } = await getCredentials(device.id.id);
        await saveCredentials({ id, deviceId, ...credentialsOf(draft) });
      }
      const customerId = props.customerId ?? choiceId(values.customer);
      if (customerId) await assignToCustomer(device.id.id, customerId);
    } catch (error) {
      // Half a device is none: the person corrects the form and adds it again.
      await deleteDevice(device.id.id);
      throw error;
    }
    props.onAdded(device);
  }

  if (defaultProfile.isPending) return null;
  const profile = defaultProfile.data;
  return (
    <AddDialog
      title={t('device.addTitle')}
      fields={fields}
      initial={{
        name: '',
        profile: profile ? { id: profile.id.id, label: profile.name } : null,
        label: '',
        customer: null,
        gateway: false,
        overwriteActivityTime: false,
        description: '',
      }}
      save={save}
      onClose={props.onClose}
    >
      <FormControlLabel
        sx={{ m: '20px 0 0', gap: 2 }}
        control={<Switch checked={own} onChange={(event) => setOwn(event.target.checked)} />}
        label={t('device.ownCredentials')}
      />
      {!own && <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 1 }}>{t('device.ownCredentialsHelp')}</Box>}
      {own && (
        <Box sx={{ mt: 4 }}>
          <CredentialsFields
            draft={draft}
            types={TYPES_OF_TRANSPORT[profile?.transportType ?? 'DEFAULT']}
            problems={problems}
            onChange={setDraft}
          />
        </Box>
      )}
    </AddDialog>
  );
}
