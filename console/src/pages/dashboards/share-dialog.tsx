import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
} from '@mui/material';
import type { DashboardInfo } from '@signalbox/contract/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setDashboardCustomers, setDashboardPublic } from '../../api/dashboards.ts';
import { ask } from '../../app/dialogs.ts';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { type Choice, EntityPicker } from '../../controls/entity-picker.tsx';
import { errorText } from '../../controls/error-text.ts';
import { customerChoices } from '../../entity-page/customer-choices.ts';
import { namedCustomers, publicCustomerOf, publicLink } from './public-link.ts';
import { UnpublishedList } from './unpublished-list.tsx';
import { VisitorCallsSwitch } from './visitor-calls-switch.tsx';

/** Who sees a dashboard: customers by name, and everybody who has the link. */
export function ShareDialog(props: {
  dashboard: DashboardInfo;
  onClose: () => void;
  /** Something is saved; the list shows it. */
  onChanged: () => void;
}) {
  const { t } = useTranslation();
  const [dashboard, setDashboard] = useState(props.dashboard);
  const [customers, setCustomers] = useState<readonly Choice[]>(() =>
    namedCustomers(props.dashboard).map(({ customerId, title }) => ({ id: customerId.id, label: title })),
  );
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const visitor = publicCustomerOf(dashboard);
  const link = publicLink(dashboard, window.location.origin);
  const id = dashboard.id.id;

  async function change(work: () => Promise<DashboardInfo>): Promise<boolean> {
    setBusy(true);
    setError(undefined);
    try {
      setDashboard(await work());
      props.onChanged();
      return true;
    } catch (failure) {
      setError(errorText(failure));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const publish = async (isPublic: boolean) => {
    const question = isPublic ? 'publish' : 'unpublish';
    const sure = await ask({
      title: t(`dashboard.share.${question}Title`, { title: dashboard.title }),
      content: t(`dashboard.share.${question}Text`),
      confirmLabel: t(isPublic ? 'ownership.makePublic' : 'ownership.makePrivate'),
      cancelLabel: t('action.cancel'),
    });
    if (sure) await change(() => setDashboardPublic(id, isPublic));
  };

  const save = async () => {
    // The list stands for everybody who may see it: what is public stays public.
    const visitors = (dashboard.assignedCustomers ?? []).filter((customer) => customer.public);
    const ids = [...customers.map((customer) => customer.id), ...visitors.map(({ customerId }) => customerId.id)];
    if (await change(() => setDashboardCustomers(id, ids))) props.onClose();
  };

  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="xs" aria-labelledby="share-dialog">
      <DialogTitle id="share-dialog">{t('dashboard.share.title', { title: dashboard.title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 360 }}>
        <Box>
          <EntityPicker
            label={t('dashboard.share.customers')}
            kind="customer"
            value={null}
            placeholder={t('dashboard.share.add')}
            help={t('dashboard.share.help')}
            load={customerChoices}
            onChange={(choice) => {
              if (choice && !customers.some((customer) => customer.id === choice.id))
                setCustomers([...customers, choice]);
            }}
          />
          <Box
            component="ul"
            aria-label={t('dashboard.customers')}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2, mb: 0, p: 0, listStyle: 'none' }}
          >
            {customers.map((customer) => (
              <li key={customer.id}>
                <Chip
                  label={customer.label}
                  onDelete={() => setCustomers(customers.filter((other) => other !== customer))}
                />
              </li>
            ))}
            {customers.length === 0 && (
              <Box component="li" sx={{ color: 'text.secondary', fontSize: 13 }}>
                {t('dashboard.share.nobody')}
              </Box>
            )}
          </Box>
        </Box>
        <Box>
          <FormControlLabel
            control={
              <Switch checked={link !== undefined} disabled={busy} onChange={(_, checked) => void publish(checked)} />
            }
            label={t('dashboard.share.public')}
          />
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('dashboard.share.publicHelp')}</Box>
          {link && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 2 }}>
              <Box
                component="a"
                href={link}
                target="_blank"
                rel="noopener"
                sx={{ fontSize: 13, overflowWrap: 'anywhere', color: 'var(--accent-text)' }}
              >
                {link}
              </Box>
              <CopyIconButton text={link} name={t('dashboard.share.link')} />
            </Box>
          )}
          {visitor && (
            <Box sx={{ mt: 2 }}>
              <UnpublishedList dashboardId={id} publicCustomerId={visitor.customerId.id} />
            </Box>
          )}
          {link && <VisitorCallsSwitch dashboardId={id} />}
        </Box>
        {error && (
          <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, overflowWrap: 'anywhere' }}>
            {error}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        <Button variant="contained" color="primary" loading={busy} onClick={() => void save()}>
          {t('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
