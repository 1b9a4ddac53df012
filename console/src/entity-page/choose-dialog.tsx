import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import type { Choice, FindChoices } from '../controls/choice.ts';
import { choicesOf } from '../controls/entity-choices.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { ChooseFrame } from './choose-frame.tsx';

interface ChooseProps {
  title: string;
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  confirmLabel: string;
  load: FindChoices;
}

/** Asks which one, in a dialog that something else follows. */
export function ChooseDialog(props: ChooseProps & { close: (chosen?: Choice) => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [error, setError] = useState<string>();
  const confirm = () => {
    if (chosen) props.close(chosen);
    else setError(t('common.required'));
  };
  return (
    <ChooseFrame
      title={props.title}
      confirmLabel={props.confirmLabel}
      withPicker
      dirty={chosen !== null}
      onConfirm={confirm}
      onCancel={() => props.close()}
    >
      <EntityPicker
        label={props.label}
        kind={props.kind}
        required
        autoFocus
        value={chosen}
        error={error}
        load={props.load}
        onChange={(choice) => {
          setChosen(choice);
          setError(undefined);
        }}
      />
    </ChooseFrame>
  );
}

/** Asks which one; undefined when it was cancelled. */
export function chooseEntity(props: ChooseProps): Promise<Choice | undefined> {
  return openDialog<Choice>((close) => <ChooseDialog {...props} close={close} />);
}

/** Asks which customer. */
export function chooseCustomer(title: string, confirmLabel: string): Promise<Choice | undefined> {
  return chooseEntity({
    title,
    confirmLabel,
    label: i18next.t('ownership.customer'),
    kind: 'customer',
    load: choicesOf('CUSTOMER'),
  });
}
