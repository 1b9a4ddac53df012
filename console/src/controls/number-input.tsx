import { type ComponentProps, useState } from 'react';
import { TextInput } from './text-input.tsx';

/** What a text says as a number; null for none, NaN for what is no number. */
function readNumber(text: string): number | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : Number(trimmed);
}

const same = (one: number | null, other: number | null) => one === other || (Number.isNaN(one) && Number.isNaN(other));

/** A number, typed: null while it is empty, NaN while it is no number. What is typed stays as it is. */
export function NumberInput({
  value,
  onChange,
  ...input
}: Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'type'> & {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const shown = same(readNumber(text), value) ? text : value === null || Number.isNaN(value) ? '' : String(value);
  return (
    <TextInput
      {...input}
      inputProps={{ ...input.inputProps, inputMode: 'decimal' }}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(readNumber(event.target.value));
      }}
    />
  );
}
