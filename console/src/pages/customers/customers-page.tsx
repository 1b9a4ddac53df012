import { Button } from '@mui/material';
import type { Customer } from '@signalbox/contract/customer';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteCustomer, getCustomer, getCustomers, isPublicCustomer, saveCustomer } from '../../api/customers.ts';
import { getDeviceInfos } from '../../api/devices.ts';
import { getUsers } from '../../api/users.ts';
import { ask } from '../../app/dialogs.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { Icon } from '../../controls/icon.tsx';
import { FailureState, SkeletonLines } from '../../controls/states.tsx';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { contactBody, contactFields, contactValues } from '../../entity-page/contact-fields.ts';
import { type DetailsAction, DetailsPanel } from '../../entity-page/details-panel.tsx';
import { type DetailsControls, EntityPage } from '../../entity-page/entity-page.tsx';
import { type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { DetailsTab } from '../../entity-page/tabs/details-tab.tsx';
import { formatDateTime } from '../../i18n/format.ts';

const AttributesTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/attributes-tab.tsx')).AttributesTab,
}));
const TelemetryTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/telemetry-tab.tsx')).TelemetryTab,
}));
const EventsTab = lazy(async () => ({ default: (await import('../../entity-page/tabs/events-tab.tsx')).EventsTab }));
const AuditTab = lazy(async () => ({ default: (await import('../../entity-page/tabs/audit-tab.tsx')).AuditTab }));

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const QUERY_KEY = ['customers'] as const;

function customerFields(t: TFunction): FormField[] {
  return [
    { name: 'title', label: t('customer.title'), kind: 'text', required: true, maxLength: 255 },
    { name: 'description', label: t('customer.description'), kind: 'multiline' },
    ...contactFields(t),
  ];
}

function customerValues(customer: Customer | undefined): FormValues {
  const description = customer?.additionalInfo?.description;
  return {
    title: customer?.title ?? '',
    description: typeof description === 'string' ? description : '',
    ...contactValues(customer),
  };
}

function customerBody(values: FormValues, stored?: Customer) {
  return {
    ...stored,
    title: String(values.title ?? '').trim(),
    additionalInfo: { ...stored?.additionalInfo, description: textOrNull(values.description) ?? '' },
    ...contactBody(values),
  };
}

/** How many of something belong to a customer, to be said before it is deleted. */
async function belongings(customerId: string): Promise<{ users: number; devices: number }> {
  const one = { pageSize: 1, page: 0 };
  const [users, devices] = await Promise.all([getUsers(customerId, one), getDeviceInfos(customerId, one)]);
  return { users: users.totalElements, devices: devices.totalElements };
}

/** Asks with the customer's title typed, then deletes. */
async function askAndDelete(t: TFunction, customer: Customer): Promise<boolean> {
  const { users, devices } = await belongings(customer.id.id);
  const sure = await ask({
    title: t('customer.deleteTitle', { name: customer.title }),
    content: `${t('customer.deleteUsers', { count: users })}\n${t('customer.deleteDevices', { count: devices })}`,
    confirmLabel: t('action.delete'),
    cancelLabel: t('action.cancel'),
    destructive: true,
    typed: customer.title,
  });
  if (!sure) return false;
  await deleteCustomer(customer.id.id);
  return true;
}

function CustomerDetails(props: { id: string; controls: DetailsControls }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: [...QUERY_KEY, props.id], queryFn: () => getCustomer(props.id) });
  const customer = query.data;
  const fields = useMemo(() => customerFields(t), [t]);
  const isPublic = customer !== undefined && isPublicCustomer(customer);
  const { onClose } = props.controls;
  const actions = useMemo<DetailsAction[]>(() => {
    if (!customer) return [];
    const go = (where: string) => () => void navigate(`/customers/${customer.id.id}/${where}`);
    const remove = async () => {
      try {
        if (!(await askAndDelete(t, customer))) return;
        notifySuccess(t('customer.deleted', { name: customer.title }));
        onClose();
        void queryClient.invalidateQueries({ queryKey: [...QUERY_KEY, 'list'] });
      } catch (error) {
        notifyError(error instanceof Error ? error.message : String(error));
      }
    };
    return [
      ...(isPublic ? [] : [{ id: 'users', label: t('customer.manageUsers'), icon: 'user' as const, run: go('users') }]),
      { id: 'devices', label: t('customer.manageDevices'), icon: 'devices', run: go('devices') },
      ...(isPublic
        ? []
        : [
            {
              id: 'delete',
              label: t('action.delete'),
              icon: 'delete' as const,
              destructive: true,
              run: () => void remove(),
            },
          ]),
    ];
  }, [customer, isPublic, navigate, onClose, queryClient, t]);

  if (!customer) {
    return (
      <DetailsPanel
        {...props.controls}
        title={t('customer.customer')}
        tabs={[
          {
            id: 'details',
            label: t('details.details'),
            render: () =>
              query.isError ? (
                <FailureState error={query.error} onRetry={() => void query.refetch()} />
              ) : (
                <SkeletonLines />
              ),
          },
        ]}
      />
    );
  }
  const entity = { entityType: 'CUSTOMER' as const, id: props.id };
  return (
    <DetailsPanel
      {...props.controls}
      title={customer.title}
      subtitle={isPublic ? t('customer.publicText') : t('customer.customer')}
      actions={actions}
      tabs={[
        {
          id: 'details',
          label: t('details.details'),
          render: () => (
            <DetailsTab
              id={props.id}
              createdTime={customer.createdTime}
              fields={isPublic ? [] : fields}
              values={customerValues(customer)}
              save={
                isPublic
                  ? undefined
                  : async (values) => {
                      await saveCustomer(customerBody(values, customer));
                      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
                    }
              }
            >
              {actions
                .filter((action) => action.id !== 'delete')
                .map((action) => (
                  <Button key={action.id} startIcon={<Icon name={action.icon} size={16} />} onClick={action.run}>
                    {action.label}
                  </Button>
                ))}
            </DetailsTab>
          ),
        },
        { id: 'attributes', label: t('details.attributes'), render: () => <AttributesTab entity={entity} editable /> },
        { id: 'telemetry', label: t('details.telemetry'), render: () => <TelemetryTab entity={entity} /> },
        {
          id: 'events',
          label: t('details.events'),
          render: () => <EventsTab entity={entity} tenantId={customer.tenantId.id} />,
        },
        { id: 'audit', label: t('details.audit'), render: () => <AuditTab entity={entity} /> },
      ]}
    />
  );
}

/** The customers of the tenant. */
export function CustomersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [adding, setAdding] = useState(false);
  const fields = useMemo(() => customerFields(t), [t]);
  const columns = useMemo<Column<Customer>[]>(
    () => [
      {
        id: 'title',
        title: t('customer.title'),
        width: 220,
        priority: 0,
        sortProperty: 'title',
        isName: true,
        cell: (row) => row.title,
      },
      {
        id: 'email',
        title: t('contact.email'),
        width: 200,
        priority: 2,
        sortProperty: 'email',
        cell: (row) => row.email ?? '',
      },
      {
        id: 'country',
        title: t('contact.country'),
        width: 130,
        priority: 4,
        sortProperty: 'country',
        cell: (row) => row.country ?? '',
      },
      {
        id: 'city',
        title: t('contact.city'),
        width: 130,
        priority: 3,
        sortProperty: 'city',
        cell: (row) => row.city ?? '',
      },
      {
        id: 'createdTime',
        title: t('details.created'),
        width: 190,
        priority: 5,
        sortProperty: 'createdTime',
        cell: (row) => formatDateTime(row.createdTime),
      },
    ],
    [t],
  );
  const add = useMemo(() => ({ label: t('customer.add'), run: () => setAdding(true) }), [t]);
  return (
    <>
      <EntityPage<Customer>
        list="customers"
        title={t('customer.customers')}
        path="/customers"
        queryKey={QUERY_KEY}
        load={({ link }) => getCustomers(link)}
        columns={columns}
        defaults={DEFAULTS}
        idOf={(row) => row.id.id}
        nameOf={(row) => row.title}
        searchPlaceholder={t('customer.search')}
        isSelectable={(row) => !isPublicCustomer(row)}
        remove={(row) => deleteCustomer(row.id.id)}
        removeTyped={(rows) => (rows.length === 1 ? (rows[0]?.title ?? '') : t('customer.customersTyped'))}
        add={add}
        empty={{ icon: 'customers', title: t('customer.empty'), text: t('customer.emptyText') }}
        details={(id, controls) => <CustomerDetails key={id} id={id} controls={controls} />}
      />
      {adding && (
        <AddDialog
          title={t('customer.addTitle')}
          fields={fields}
          initial={customerValues(undefined)}
          onClose={() => setAdding(false)}
          save={async (values) => {
            const customer = await saveCustomer(customerBody(values));
            setAdding(false);
            void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
            notifySuccess(t('customer.added', { name: customer.title }));
            void navigate(`/customers/${customer.id.id}`);
          }}
        />
      )}
    </>
  );
}
