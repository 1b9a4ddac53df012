import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { DeviceCredentials, DeviceInfo } from '@signalbox/contract/device';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { getCredentials, saveCredentials } from '../../api/devices.ts';
import { notifySuccess } from '../../app/notices.ts';
import { allOf, Loaded } from '../../controls/loaded.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { saveBasedOn } from '../../entity-page/save-based-on.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { credentialsOf, draftOf } from './credentials.ts';
import { CredentialsFields } from './credentials-fields.tsx';
import { TYPES_OF_TRANSPORT } from './transport-credentials.ts';
import { useCredentialsDraft } from './use-credentials-draft.ts';

type Contents = ReturnType<typeof credentialsOf>;

const contentsOf = (stored: DeviceCredentials): Contents => credentialsOf(draftOf(stored));

function CredentialsForm(props: {
  title: string;
  credentials: DeviceCredentials;
  transport: keyof typeof TYPES_OF_TRANSPORT;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  /** As they were when editing began. */
  const [stored] = useState(props.credentials);
  const { draft, change, problems, fields, check, dirty } = useCredentialsDraft(() => draftOf(stored));
  const submission = useSubmission(fields);
  const deviceId = stored.deviceId.id;

  const save = async () => {
    let saved: DeviceCredentials | undefined;
    await saveBasedOn<DeviceCredentials, Contents>({
      stored,
      values: { contents: credentialsOf(draft) },
      valuesOf: (one) => ({ contents: contentsOf(one) }),
      parts: () => [{ name: 'contents', label: t('device.step.credentials') }],
      draw: (_, one) =>
        one && `${t(`credentials.types.${one.credentialsType}`)}: ${one.credentialsId ?? one.credentialsValue}`,
      save: async ({ contents }, over, basedOn) => {
        saved = await saveCredentials({ id: over.id, deviceId: over.deviceId, ...contents }, basedOn);
      },
      reload: () => getCredentials(deviceId),
    });
    if (!saved) return;
    queryClient.setQueryData(['credentials', deviceId], saved);
    notifySuccess(t('credentials.saved'));
    props.onClose();
  };
  // What was not changed ends no sessions.
  const submit = () => (dirty ? submission.submit(check, save) : props.onClose());

  return (
    <FormDialog
      title={props.title}
      submitLabel={t('action.save')}
      dirty={dirty}
      submission={submission}
      fields={fields}
      maxWidth="sm"
      isLong
      onSubmit={submit}
      onClose={props.onClose}
    >
      <CredentialsFields
        draft={draft}
        types={TYPES_OF_TRANSPORT[props.transport]}
        problems={problems}
        onChange={change}
      />
      <Alert severity="info" sx={{ mt: 4 }}>
        {t('credentials.endsSessions')}
      </Alert>
    </FormDialog>
  );
}

/** Shows the credentials of a device and, to its tenant, changes them. */
export function CredentialsDialog(props: { device: DeviceInfo; readOnly: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { device } = props;
  const credentials = useQuery({
    queryKey: ['storedCredentials', device.id.id],
    queryFn: () => getCredentials(device.id.id),
    // Never those that were read for an earlier dialog: they let nothing in any more.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const profile = useQuery({
    queryKey: ['profileInfo', device.deviceProfileId.id],
    queryFn: () =>
      call(
        deviceProfileRoutes.getDeviceProfileInfo,
        { params: { deviceProfileId: device.deviceProfileId.id } },
        { ignoreErrors: true },
      ),
  });
  const title = t('credentials.of', { name: device.name });
  if (credentials.data && profile.data && !props.readOnly) {
    return (
      <CredentialsForm
        title={title}
        credentials={credentials.data}
        transport={profile.data.transportType}
        onClose={props.onClose}
      />
    );
  }
  return (
    <Dialog open onClose={props.onClose} maxWidth="sm" fullWidth aria-labelledby="credentials-title">
      <DialogTitle id="credentials-title">{title}</DialogTitle>
      <DialogContent>
        <Loaded from={allOf(credentials, profile)} title={t('credentials.failed')}>
          {([stored, { transportType }]) => (
            <CredentialsFields
              draft={draftOf(stored)}
              types={TYPES_OF_TRANSPORT[transportType]}
              problems={{}}
              readOnly
            />
          )}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
