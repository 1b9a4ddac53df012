import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice, FindChoices } from './choice.ts';
import { ChosenList } from './chosen-list.tsx';
import { Combobox, type OfferProps } from './combobox.tsx';

/** Chooses several entities by name, one after the other; those that are chosen stand below, each with a cross. */
export function EntityListPicker(
  props: OfferProps & {
    /** Name of the list of those that are chosen. */
    listLabel: string;
    value: readonly Choice[];
    onChange: (value: readonly Choice[]) => void;
    load: FindChoices;
  },
) {
  const { t } = useTranslation();
  const { value, onChange, load, listLabel, ...offer } = props;
  const [text, setText] = useState('');
  const ids = new Set(value.map(({ id }) => id));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Combobox
        {...offer}
        find={load}
        staysOpen
        value={null}
        text={text}
        onText={(typed, reason) => setText(reason === 'input' ? typed : '')}
        onChoose={(choice) => {
          if (choice) onChange([...value, choice as Choice]);
          setText('');
        }}
        isLeftOut={({ id }) => ids.has(id)}
        placeholder={value.length > 0 ? t('picker.another') : offer.placeholder}
      />
      <ChosenList
        label={listLabel}
        choices={value}
        disabled={offer.disabled}
        onRemove={({ id }) => onChange(value.filter((one) => one.id !== id))}
      />
    </Box>
  );
}
