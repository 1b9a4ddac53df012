import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimDevice } from '../../api/devices.ts';
import { RequestError } from '../../api/http.ts';
import { errorText } from '../../controls/error-text.ts';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { FieldNote, type Note } from './field-note.tsx';
import { FormField } from './form-field.tsx';
import { InputForm } from './input-form.tsx';
import { type FieldSpec, problemOf } from './input-value.ts';
import { textSetting } from './read-settings.ts';

/** A form in which customers make a device theirs. */
export function DeviceClaiming({ widget, onEntitiesChange }: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const [device, setDevice] = useState('');
  const [secret, setSecret] = useState('');
  /** The person has tried to claim: what is missing is said. */
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Note>();
  const field = (id: string, label: string, required: string): FieldSpec => ({
    ...{ id, kind: 'string', showLabel: settings.showLabel !== false, isRequired: true },
    ...{ label, messages: { required } },
  });
  const deviceField = field(
    'device',
    textSetting(settings.deviceLabel) || t('input.claim.device'),
    textSetting(settings.requiredErrorDevice) || t('input.claim.deviceRequired'),
  );
  const secretField = field(
    'secret',
    textSetting(settings.secretKeyLabel) || t('input.claim.secret'),
    textSetting(settings.requiredErrorSecretKey) || t('input.claim.secretRequired'),
  );
  const asksSecret = settings.deviceSecret === true;
  const deviceProblem = problemOf(deviceField, device, t);
  const secretProblem = asksSecret ? problemOf(secretField, secret, t) : undefined;
  const noteOf = (problem: string | undefined): Note | undefined =>
    isTried && problem ? { text: problem, tone: 'error' } : undefined;

  const failure = (error: unknown): string => {
    if (error instanceof RequestError && error.status === 404) {
      return textSetting(settings.deviceNotFound) || t('input.claim.notFound');
    }
    if (error instanceof RequestError && error.status === 400) {
      return textSetting(settings.failedClaimDevice) || t('input.claim.failed');
    }
    return errorText(error);
  };
  const claim = async () => {
    setTried(true);
    if (isBusy || deviceProblem || secretProblem) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      await claimDevice(device.trim(), asksSecret ? secret.trim() : undefined);
      setOutcome({ text: textSetting(settings.successfulClaimDevice) || t('input.claim.done'), tone: 'done' });
      // Those of the next one may have been typed meanwhile.
      setDevice((now) => (now === device ? '' : now));
      setSecret((now) => (now === secret ? '' : now));
      setTried(false);
      onEntitiesChange();
    } catch (error) {
      setOutcome({ text: failure(error), tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const restore = () => {
    setDevice('');
    setSecret('');
    setTried(false);
    setOutcome(undefined);
  };
  const edit = (set: (text: string) => void) => (draft: string | boolean) => {
    setOutcome(undefined);
    set(String(draft));
  };
  return (
    <InputForm onSave={() => void claim()} onRestore={restore} isDirty={device !== '' || secret !== ''}>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: '3px' }}>
        <FormField
          spec={deviceField}
          value={device}
          changedTo={undefined}
          note={noteOf(deviceProblem)}
          onChange={edit(setDevice)}
        />
        {asksSecret && (
          <FormField
            spec={secretField}
            value={secret}
            changedTo={undefined}
            note={noteOf(secretProblem)}
            onChange={edit(setSecret)}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, pt: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <FieldNote id={`claim-${widget.id}`} note={outcome} />
        </Box>
        <Button type="submit" variant="contained" color="primary" disabled={isBusy}>
          {textSetting(settings.labelClaimButon) || t('input.claim.button')}
        </Button>
      </Box>
    </InputForm>
  );
}
