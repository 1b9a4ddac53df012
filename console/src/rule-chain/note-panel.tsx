import { Box, Button, MenuItem } from '@mui/material';
import { cutText } from '@signalbox/contract/cut-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { type ChainNote, MAX_NOTE_TEXT, NOTE_COLOURS, NOTE_SIZE, type NoteColour } from './model/notes.ts';
import { Panel } from './node-panel.tsx';

/** A length in px, taken over as soon as it is one. */
function SizeInput(props: { label: string; value: number; disabled: boolean; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      label={props.label}
      type="number"
      disabled={props.disabled}
      value={typed ?? String(props.value)}
      inputProps={{ ...NOTE_SIZE, step: 20 }}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        setTyped(event.target.value);
        const value = Math.round(Number(event.target.value));
        if (value >= NOTE_SIZE.min && value <= NOTE_SIZE.max) props.onChange(value);
      }}
    />
  );
}

/** A note: its text, colour and size. */
export function NotePanel(props: {
  note: ChainNote;
  readOnly: boolean;
  /** @param group changes of one group that follow each other are undone together */
  onChange: (change: Partial<ChainNote>, group: string) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { note, readOnly, onChange } = props;
  return (
    <Panel title={t('rules.note.title')} subtitle={t('rules.note.help')} onClose={props.onClose}>
      <Box sx={{ p: 4, display: 'grid', gap: 4, overflow: 'auto' }}>
        <TextInput
          label={t('rules.note.text')}
          multiline
          minRows={4}
          maxRows={12}
          autoFocus={note.text === ''}
          disabled={readOnly}
          value={note.text}
          onChange={(event) => onChange({ text: cutText(event.target.value, MAX_NOTE_TEXT) }, 'text')}
        />
        <SelectInput
          label={t('rules.note.colour')}
          value={note.colour}
          disabled={readOnly}
          onChange={(colour) => onChange({ colour: colour as NoteColour }, 'colour')}
        >
          {NOTE_COLOURS.map((colour) => (
            <MenuItem key={colour} value={colour}>
              {t(`rules.note.colours.${colour}`)}
            </MenuItem>
          ))}
        </SelectInput>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
          {(['width', 'height'] as const).map((name) => (
            <SizeInput
              key={name}
              label={t(`rules.note.${name}`)}
              value={note[name]}
              disabled={readOnly}
              onChange={(value) => onChange({ [name]: value }, name)}
            />
          ))}
        </Box>
        {!readOnly && (
          <Box>
            <Button color="error" startIcon={<Icon name="delete" size={16} />} onClick={props.onRemove}>
              {t('rules.note.remove')}
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  );
}
