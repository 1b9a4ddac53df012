import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice, FindChoices } from './choice.ts';
import { Combobox, type OfferProps } from './combobox.tsx';

/** Chooses one entity by name. */
export function EntityPicker(
  props: OfferProps & {
    value: Choice | null;
    onChange: (value: Choice | null) => void;
    load: FindChoices;
    /** Choices that are not offered, such as those that are chosen already. */
    isLeftOut?: ((choice: Choice) => boolean) | undefined;
    extra?: ComponentProps<typeof Combobox>['extra'];
    noMatches?: ComponentProps<typeof Combobox>['noMatches'];
  },
) {
  const { t } = useTranslation();
  const { value, onChange, load, ...offer } = props;
  const [text, setText] = useState('');
  return (
    <Combobox
      {...offer}
      help={value?.isGone ? t('picker.gone') : props.help}
      find={load}
      value={value}
      text={text}
      // What is chosen is no search: all are offered beside it.
      searched={text === value?.label ? '' : text}
      onText={setText}
      onChoose={(next) => onChange(next as Choice | null)}
    />
  );
}
