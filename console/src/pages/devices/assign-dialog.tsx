import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, EntityPicker } from '../../controls/entity-picker.tsx';
import { customerChoices } from './device-form.ts';

/** Asks which customer. */
export function AssignDialog(props: { title: string; onChoose: (customerId: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [customer, setCustomer] = useState<Choice | null>(null);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (customer) props.onChoose(customer.id);
    else setError(t('device.chooseCustomer'));
  };
  return (
    <Dialog open onClose={props.onClose} maxWidth="xs" fullWidth aria-labelledby="assign-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="assign-title">{props.title}</DialogTitle>
        <DialogContent>
          <EntityPicker
            label={t('device.customer')}
            kind="customer"
            required
            value={customer}
            error={error}
            load={customerChoices}
            onChange={(choice) => {
              setCustomer(choice);
              setError(undefined);
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary">
            {t('device.assign')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
