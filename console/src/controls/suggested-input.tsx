import { useState } from 'react';
import { Combobox, type OfferProps } from './combobox.tsx';
import { useTexts } from './use-texts.ts';

/** A text that is often one of those in use, which are offered by their beginning while it is typed. */
export function SuggestedInput({
  value,
  onChange,
  onBlur,
  load,
  ...offer
}: OfferProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** All texts in use. */
  load: () => Promise<readonly string[]>;
}) {
  const [isTyping, setTyping] = useState(false);
  return (
    <Combobox
      {...offer}
      freeSolo
      find={useTexts(offer.kind, load)}
      // Nothing to clear while it is empty.
      value={value === '' ? null : value}
      text={value}
      // What stood there before is no search: all are offered.
      searched={isTyping ? value : ''}
      onText={(text, reason) => {
        setTyping(reason === 'input');
        onChange(text);
      }}
      onBlur={() => {
        setTyping(false);
        onBlur?.();
      }}
    />
  );
}
