import { type ComponentProps, useState } from 'react';
import { clockMinutes, clockText } from './clock-text.ts';
import { TextInput } from './text-input.tsx';

/** A time of day, in minutes after midnight. While an hour or a minute is missing the value stays as it was. */
export function ClockInput({
  value,
  onChange,
  ...input
}: Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'onBlur' | 'type'> & {
  value: number;
  onChange: (value: number) => void;
}) {
  const [isPartial, setPartial] = useState(false);
  return (
    <TextInput
      {...input}
      type="time"
      // What browsers call a field that is not filled in yet; with another value they would write over it.
      value={isPartial ? '' : clockText(value)}
      onChange={(event) => {
        const minutes = clockMinutes(event.target.value);
        setPartial(minutes === undefined);
        if (minutes !== undefined) onChange(minutes);
      }}
      onBlur={() => setPartial(false)}
    />
  );
}
