import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, EntityPicker } from '../../controls/entity-picker.tsx';
import { customerChoices } from './customer-choices.ts';

/** Asks which customer several dashboards are assigned to, or taken back from. */
export function CustomerDialog(props: {
  title: string;
  confirmLabel: string;
  onChoose: (customerId: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [customer, setCustomer] = useState<Choice | null>(null);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (customer) props.onChoose(customer.id);
    else setError(t('dashboard.share.customerNeeded'));
  };
  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="xs" aria-labelledby="customer-dialog">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="customer-dialog">{props.title}</DialogTitle>
        <DialogContent>
          <EntityPicker
            label={t('dashboard.share.customer')}
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
            {props.confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
