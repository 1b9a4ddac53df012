import type { ComponentProps } from 'react';
import { localDateTime } from './local-time.ts';
import { TextInput } from './text-input.tsx';

/** A day and a time of it, in the zone of the browser, typed or chosen from the calendar of the browser; null for none. */
export function DateTimeInput({
  value,
  onChange,
  ...input
}: Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'type'> & {
  /** Epoch ms. */
  value: unknown;
  onChange: (value: number | null) => void;
}) {
  return (
    <TextInput
      {...input}
      type="datetime-local"
      value={localDateTime(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : new Date(target.value).getTime())}
    />
  );
}
