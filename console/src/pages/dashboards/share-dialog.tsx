import { Box, Chip } from '@mui/material';
import type { DashboardInfo } from '@signalbox/contract/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setDashboardCustomers, setDashboardPublic } from '../../api/dashboards.ts';
import { ask } from '../../app/dialogs.ts';
import type { Choice } from '../../controls/choice.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import { SwitchInput } from '../../controls/switch-input.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { namedCustomers, publicCustomerOf, publicLink } from './public-link.ts';
import { PublicLinkBox } from './public-link-box.tsx';
import { UnpublishedList } from './unpublished-list.tsx';
import { VisitorCallsSwitch } from './visitor-calls-switch.tsx';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

const loadCustomers = choicesOf('CUSTOMER');

const namesOf = (dashboard: DashboardInfo): Choice[] =>
  namedCustomers(dashboard).map(({ customerId, title }) => ({ id: customerId.id, label: title }));

/** Who sees a dashboard: customers by name, and everybody who has the link. */
export function ShareDialog(props: {
  dashboard: DashboardInfo;
  onClose: () => void;
  /** Something is saved; the list shows it. */
  onChanged: () => void;
}) {
  const { t } = useTranslation();
  const [dashboard, setDashboard] = useState(props.dashboard);
  const [customers, setCustomers] = useState<readonly Choice[]>(() => namesOf(props.dashboard));
  const submission = useSubmission(NO_FIELDS);
  const visitor = publicCustomerOf(dashboard);
  const link = publicLink(dashboard, window.location.origin);
  const id = dashboard.id.id;

  const stored = new Set(namesOf(dashboard).map((customer) => customer.id));
  const isChanged = customers.length !== stored.size || customers.some((customer) => !stored.has(customer.id));

  const change = (work: () => Promise<DashboardInfo>): Promise<boolean> =>
    submission.submit(
      () => ({}),
      async () => {
        setDashboard(await work());
        props.onChanged();
      },
    );

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
    // The call replaces the whole list: what is public has to stay public.
    const visitors = (dashboard.assignedCustomers ?? []).filter((customer) => customer.public);
    const ids = [...customers.map((customer) => customer.id), ...visitors.map(({ customerId }) => customerId.id)];
    if (await change(() => setDashboardCustomers(id, ids))) props.onClose();
  };

  return (
    <FormDialog
      title={t('dashboard.share.title', { title: dashboard.title })}
      submitLabel={t('action.save')}
      dirty={isChanged}
      submission={submission}
      fields={NO_FIELDS}
      contentSx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 360 }}
      onSubmit={save}
      onClose={props.onClose}
    >
      <Box>
        <EntityPicker
          label={t('dashboard.share.customers')}
          kind="customer"
          value={null}
          placeholder={t('dashboard.share.add')}
          help={t('dashboard.share.help')}
          load={loadCustomers}
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
        <SwitchInput
          label={t('dashboard.share.public')}
          checked={link !== undefined}
          disabled={submission.busy}
          onChange={(checked) => void publish(checked)}
        />
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('dashboard.share.publicHelp')}</Box>
        {link && <PublicLinkBox link={link} title={dashboard.title} />}
        {visitor && (
          <Box sx={{ mt: 2 }}>
            <UnpublishedList dashboardId={id} publicCustomerId={visitor.customerId.id} />
          </Box>
        )}
        {link && <VisitorCallsSwitch dashboardId={id} />}
      </Box>
    </FormDialog>
  );
}
