import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import i18next from 'i18next';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { type Choice, EntityPicker } from '../controls/entity-picker.tsx';
import { customerChoices } from './customer-choices.ts';

interface ChooseProps {
  title: string;
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  confirmLabel: string;
  load: (search: string) => Promise<Choice[]>;
}

function ChooseDialog(props: ChooseProps & { close: (chosen?: Choice) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) props.close(chosen);
    else setError(t('common.required'));
  };
  return (
    <Dialog open onClose={() => props.close()} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent>
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
        </DialogContent>
        <DialogActions>
          <Button onClick={() => props.close()}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary">
            {props.confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Asks which one; undefined when it was cancelled. */
function chooseEntity(props: ChooseProps): Promise<Choice | undefined> {
  return openDialog<Choice>((close) => <ChooseDialog {...props} close={close} />);
}

/** Asks which customer. */
export function chooseCustomer(title: string, confirmLabel: string): Promise<Choice | undefined> {
  return chooseEntity({
    title,
    confirmLabel,
    label: i18next.t('ownership.customer'),
    kind: 'customer',
    load: customerChoices,
  });
}
