import { Box, Button, IconButton, MenuItem } from '@mui/material';
import { MAX_NOW_KEYS, type NowKey } from '@signalbox/contract/now-keys';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import type { Choice } from '../../controls/choice.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import { Icon } from '../../controls/icon.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { type NowChoice, usableNowKeys } from './now-keys.ts';

const EMPTY: NowKey = { key: '', unit: '' };
const loadProfiles = choicesOf('DEVICE_PROFILE');

/** With one line at least. */
const linesOf = (keys: readonly NowKey[] | undefined): readonly NowKey[] => (keys?.length ? keys : [EMPTY]);

/** A line for each key with its unit, and a button for another one. */
function KeyLines(props: {
  keys: readonly NowKey[];
  /** Keys that devices have sent. */
  known: readonly string[];
  onChange: (keys: readonly NowKey[]) => void;
}) {
  const { t } = useTranslation();
  const listId = useId();
  const { keys, onChange } = props;
  const change = (index: number, part: Partial<NowKey>) =>
    onChange(keys.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <>
      <datalist id={listId}>
        {props.known.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {keys.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are told apart by their place
        <Box key={index} sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
          <TextInput
            label={t('device.nowKey', { number: index + 1 })}
            autoFocus={index === 0}
            value={one.key}
            inputProps={{ list: listId, maxLength: 255 }}
            onChange={(event) => change(index, { key: event.target.value })}
            sx={{ flex: 1 }}
          />
          <TextInput
            label={t('device.nowUnit')}
            value={one.unit}
            inputProps={{ maxLength: 16 }}
            onChange={(event) => change(index, { unit: event.target.value })}
            sx={{ width: 88 }}
          />
          <IconButton
            aria-label={t('device.nowRemove', { number: index + 1 })}
            onClick={() => onChange(keys.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </IconButton>
        </Box>
      ))}
      {keys.length < MAX_NOW_KEYS && (
        <Button
          startIcon={<Icon name="add" size={16} />}
          onClick={() => onChange([...keys, EMPTY])}
          sx={{ justifySelf: 'start' }}
        >
          {t('device.nowAdd')}
        </Button>
      )}
    </>
  );
}

interface NowDialogProps {
  now: NowChoice;
  /** Keys that devices have sent. */
  known: readonly string[];
  mayNameForProfiles: boolean;
}

function NowDialog(props: NowDialogProps & { close: () => void }) {
  const { t } = useTranslation();
  const { now } = props;
  const [isOfProfile, setOfProfile] = useState(false);
  const [profile, setProfile] = useState<Choice | null>(null);
  const [stored, setStored] = useState(() => linesOf(now.chosen));
  const [keys, setKeys] = useState(stored);
  const fields = [{ name: 'profile', label: t('device.profile') }];
  const submission = useSubmission(fields);
  const show = (next: readonly NowKey[] | undefined) => {
    setStored(linesOf(next));
    setKeys(linesOf(next));
  };
  const submit = () =>
    submission.submit(
      () => (isOfProfile && !profile ? { profile: t('common.required') } : {}),
      async () => {
        await now.save(isOfProfile ? profile?.id : undefined, usableNowKeys(keys));
        props.close();
      },
    );
  return (
    <FormDialog
      title={t('device.nowTitle')}
      submitLabel={t('action.save')}
      dirty={JSON.stringify(keys) !== JSON.stringify(stored)}
      submission={submission}
      fields={fields}
      contentSx={{ display: 'grid', gap: 3, alignContent: 'start' }}
      onSubmit={submit}
      onClose={props.close}
    >
      {props.mayNameForProfiles && (
        <SelectInput
          label={t('device.nowFor')}
          value={isOfProfile ? 'profile' : 'me'}
          onChange={(value) => {
            setOfProfile(value === 'profile');
            setProfile(null);
            show(value === 'profile' ? undefined : now.chosen);
          }}
        >
          <MenuItem value="me">{t('device.nowForMe')}</MenuItem>
          <MenuItem value="profile">{t('device.nowForProfile')}</MenuItem>
        </SelectInput>
      )}
      {isOfProfile && (
        <Box data-field="profile">
          <EntityPicker
            label={t('device.profile')}
            kind="DEVICE_PROFILE"
            required
            value={profile}
            error={submission.problems.profile}
            load={loadProfiles}
            onChange={(choice) => {
              setProfile(choice);
              show(choice ? now.ofProfiles.get(choice.id) : undefined);
              submission.note('profile');
            }}
          />
        </Box>
      )}
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {t(isOfProfile ? 'device.nowProfileText' : 'device.nowText')}
      </Box>
      <KeyLines keys={keys} known={props.known} onChange={setKeys} />
    </FormDialog>
  );
}

/** Asks which values the column Now shows, and saves the answer: for the person, or for all devices of a profile. */
export async function chooseNowKeys(props: NowDialogProps): Promise<void> {
  await openDialog((close) => <NowDialog {...props} close={() => close()} />);
}
