import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { DeviceCredentials, DeviceInfo } from '@signalbox/contract/device';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { getCredentials, saveCredentials } from '../../api/devices.ts';
import { notifySuccess } from '../../app/notices.ts';
import { errorText } from '../../controls/error-text.ts';
import { FailureState, SkeletonLines } from '../../controls/states.tsx';
import {
  type CredentialsProblems,
  credentialsOf,
  credentialsProblems,
  draftOf,
  TYPES_OF_TRANSPORT,
} from './credentials.ts';
import { CredentialsFields } from './credentials-fields.tsx';

function Form(props: {
  credentials: DeviceCredentials;
  transport: keyof typeof TYPES_OF_TRANSPORT;
  readOnly: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(props.credentials));
  const [problems, setProblems] = useState<CredentialsProblems>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = await credentialsProblems(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { id, deviceId } = props.credentials;
      const saved = await saveCredentials({ id, deviceId, ...credentialsOf(draft) });
      queryClient.setQueryData(['credentials', deviceId.id], saved);
      notifySuccess(t('credentials.saved'));
      props.onClose();
    } catch (error) {
      setBusy(false);
      setFailure(errorText(error));
    }
  }

  return (
    <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
      <DialogContent>
        <CredentialsFields
          draft={draft}
          types={TYPES_OF_TRANSPORT[props.transport]}
          problems={problems}
          onChange={setDraft}
          readOnly={props.readOnly}
        />
        {failure && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {failure}
          </Alert>
        )}
        {!props.readOnly && (
          <Alert severity="info" sx={{ mt: 4 }}>
            {t('credentials.endsSessions')}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t(props.readOnly ? 'action.close' : 'action.cancel')}</Button>
        {!props.readOnly && (
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            {t('action.save')}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

/** Shows the credentials of a device and, to its tenant, changes them. */
export function CredentialsDialog(props: { device: DeviceInfo; readOnly: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { device } = props;
  const credentials = useQuery({
    queryKey: ['credentials', device.id.id],
    queryFn: () => getCredentials(device.id.id),
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
  const error = credentials.error ?? profile.error;
  return (
    <Dialog open onClose={props.onClose} maxWidth="sm" fullWidth aria-labelledby="credentials-title">
      <DialogTitle id="credentials-title">{t('credentials.of', { name: device.name })}</DialogTitle>
      {error ? (
        <FailureState error={error} onRetry={() => void credentials.refetch()} />
      ) : credentials.data && profile.data ? (
        <Form
          credentials={credentials.data}
          transport={profile.data.transportType}
          readOnly={props.readOnly}
          onClose={props.onClose}
        />
      ) : (
        <DialogContent>
          <SkeletonLines />
        </DialogContent>
      )}
    </Dialog>
  );
}
