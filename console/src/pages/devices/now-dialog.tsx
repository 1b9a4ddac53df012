import { Box, Button, IconButton } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { Icon } from '../../controls/icon.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { ChooseFrame } from '../../entity-page/choose-frame.tsx';
import { MAX_NOW_KEYS, type NowKey } from './now-keys.ts';

const EMPTY: NowKey = { key: '', unit: '' };
const NO_KEYS: readonly NowKey[] = [EMPTY];

function NowDialog(props: {
  chosen: readonly NowKey[];
  known: readonly string[];
  close: (chosen?: readonly NowKey[]) => void;
}) {
  const { t } = useTranslation();
  const listId = useId();
  const initial = props.chosen.length > 0 ? props.chosen : NO_KEYS;
  const [keys, setKeys] = useState(initial);
  const change = (index: number, part: Partial<NowKey>) =>
    setKeys(keys.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <ChooseFrame
      title={t('device.nowTitle')}
      confirmLabel={t('action.save')}
      dirty={JSON.stringify(keys) !== JSON.stringify(initial)}
      onConfirm={() => props.close(keys)}
      onCancel={() => props.close()}
    >
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {t('device.nowText')}
      </Box>
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
            onClick={() => setKeys(keys.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </IconButton>
        </Box>
      ))}
      {keys.length < MAX_NOW_KEYS && (
        <Button
          startIcon={<Icon name="add" size={16} />}
          onClick={() => setKeys([...keys, EMPTY])}
          sx={{ justifySelf: 'start' }}
        >
          {t('device.nowAdd')}
        </Button>
      )}
    </ChooseFrame>
  );
}

/**
 * Asks which values the column Now shows; undefined when it was cancelled, empty when the console is to choose them.
 * @param known keys that devices have sent
 */
export function chooseNowKeys(
  chosen: readonly NowKey[],
  known: readonly string[],
): Promise<readonly NowKey[] | undefined> {
  return openDialog<readonly NowKey[]>((close) => <NowDialog chosen={chosen} known={known} close={close} />);
}
