import { Chip } from '@mui/material';
import { useState } from 'react';
import { Combobox, type OfferProps } from './combobox.tsx';
import { useTexts } from './use-texts.ts';

/** What stands between two texts. */
const SEPARATOR = /[,;]/;

/**
 * Texts that are often among those in use, which are offered while one is typed; Enter, a comma, a semicolon or leaving
 * adds it.
 */
export function ChipsInput({
  value,
  onChange,
  load,
  offersTyped = false,
  ...offer
}: OfferProps & {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** All texts in use. */
  load: () => Promise<readonly string[]>;
  /** A line for what was typed, where nothing in use begins like it. */
  offersTyped?: boolean;
}) {
  const [text, setText] = useState('');

  const add = (typed: string) => {
    const added = typed
      .split(SEPARATOR)
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (added.length > 0) onChange([...new Set([...value, ...added])]);
    setText('');
  };

  return (
    <Combobox
      {...offer}
      multiple
      freeSolo
      filterSelectedOptions
      find={useTexts(offer.kind, load)}
      value={[...value]}
      text={text}
      onText={(typed, reason) => {
        if (reason === 'input' && SEPARATOR.test(typed)) add(typed);
        else if (reason === 'input') setText(typed);
      }}
      onChoose={(chosen) => {
        onChange(
          (chosen as readonly ({ id: string } | string)[]).map((one) => (typeof one === 'string' ? one : one.id)),
        );
        setText('');
      }}
      onBlur={() => add(text)}
      placeholder={value.length === 0 ? offer.placeholder : undefined}
      extra={(typed, choices) =>
        offersTyped && typed !== '' && choices.length === 0 ? { label: typed, run: () => add(typed) } : undefined
      }
      renderValue={(shown, itemProps) =>
        (shown as readonly string[]).map((one, index) => {
          const { key, ...item } = itemProps({ index }) as ReturnType<typeof itemProps> & { key: number };
          return <Chip key={key} size="small" label={one} {...item} />;
        })
      }
      inputSx={{ flexWrap: 'wrap', gap: 1, py: '4px !important', '& input': { minWidth: 80, py: '4px !important' } }}
    />
  );
}
