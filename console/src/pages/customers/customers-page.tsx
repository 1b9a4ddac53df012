import './texts/texts.ts';
import type { Customer } from '@signalbox/contract/customer';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { assets } from '../../api/assets.ts';
import { deleteCustomer, getCustomers, isPublicCustomer, saveCustomer } from '../../api/customers.ts';
import { listDashboards } from '../../api/dashboards.ts';
import { getDeviceInfos } from '../../api/devices.ts';
import { entityViews } from '../../api/entity-views.ts';
import { getUsers } from '../../api/users.ts';
import { useSession } from '../../app/session.ts';
import type { IconName } from '../../controls/icon.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import type { ListRequest } from '../../entity-page/use-list.ts';
import { CUSTOMERS } from './customer-keys.ts';

const CustomerDetails = lazyPart(async () => (await import('./customer-details.tsx')).CustomerDetails);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const ONE = { pageSize: 1, page: 0 };
/** Customers whose belongings are counted before they are deleted: it takes six calls for each. */
const MAX_COUNTED = 25;

/** How many users, devices, assets, edges, dashboards and entity views some customers have together. */
async function belongings(customers: readonly Customer[]) {
  const { edges } = await import('../../api/edges.ts');
  const counts = await Promise.all(
    customers.map(async ({ id: { id } }) => {
      const found = await Promise.all([
        getUsers(id, ONE),
        getDeviceInfos(id, ONE),
        assets.find(id, ONE),
        edges.find(id, ONE),
        listDashboards(ONE, id),
        entityViews.find(id, ONE),
      ]);
      return found.map(({ totalElements }) => totalElements);
    }),
  );
  const sum = (at: number) => counts.reduce((all, one) => all + (one[at] ?? 0), 0);
  return { users: sum(0), devices: sum(1), assets: sum(2), edges: sum(3), dashboards: sum(4), views: sum(5) };
}

/** The title of the public customer, which nobody can change. */
const PUBLIC_TITLE = 'Public';

/** How many of the customers that a list finds can be deleted: all but the public one. */
async function countDeletable(link: ListRequest['link']): Promise<number> {
  const { totalElements } = await getCustomers({ ...link, pageSize: 1, page: 0 });
  if (!PUBLIC_TITLE.toLowerCase().includes((link.textSearch ?? '').toLowerCase())) return totalElements;
  // Made before most others of that name, if there are any.
  const oldest = { sortProperty: 'createdTime', sortOrder: 'ASC' } as const;
  const { data } = await getCustomers({ ...oldest, textSearch: PUBLIC_TITLE, pageSize: 100, page: 0 });
  return totalElements - data.filter(isPublicCustomer).length;
}

/** What customers have, on pages of their own. */
const PLACES: readonly {
  id: string;
  icon: IconName;
  path: string;
  primary?: boolean;
  isForPublic?: boolean;
  needsEdges?: boolean;
}[] = [
  { id: 'users', icon: 'user', path: 'users', isForPublic: false },
  { id: 'devices', icon: 'devices', path: 'devices', primary: true },
  { id: 'assets', icon: 'assets', path: 'assets' },
  { id: 'views', icon: 'entityViews', path: 'entityViews' },
  { id: 'edges', icon: 'edges', path: 'edgeInstances', needsEdges: true },
  { id: 'dashboards', icon: 'dashboards', path: 'dashboards' },
];

/** The customers of the tenant. */
export function CustomersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { edgesSupportEnabled } = useSession();
  const columns = useMemo<Column<Customer>[]>(
    () => [
      nameColumn('title', t('customer.title'), (row) => row.title),
      textColumn('email', t('contact.email'), (row) => row.email, { width: 200, priority: 2 }),
      textColumn('country', t('contact.country'), (row) => row.country, { width: 130, priority: 4 }),
      textColumn('city', t('contact.city'), (row) => row.city, { width: 130, priority: 3 }),
      createdColumn(t, 5),
    ],
    [t],
  );
  const actions = useMemo(
    () =>
      PLACES.filter(({ needsEdges }) => edgesSupportEnabled || !needsEdges).map(
        ({ id, icon, path, primary, isForPublic }): EntityAction<Customer> => ({
          id,
          label: t(`customer.manage.${id}`),
          labelFor: (customer) => t(`customer.${isPublicCustomer(customer) ? 'managePublic' : 'manage'}.${id}`),
          icon,
          primary,
          isFor: (customer) => isForPublic !== false || !isPublicCustomer(customer),
          run: (customer) => navigate(`/customers/${customer.id.id}/${path}`),
        }),
      ),
    [t, navigate, edgesSupportEnabled],
  );
  const deletion = useMemo(
    () => ({
      remove: (customer: Customer) => deleteCustomer(customer.id.id),
      isFor: (customer: Customer) => !isPublicCustomer(customer),
      typedForMany: t('customer.customersTyped'),
      async consequences(customers: readonly Customer[], count: number) {
        if (count > Math.min(MAX_COUNTED, customers.length)) return [t('customer.deleteMany')];
        const { users, devices, dashboards, ...found } = await belongings(customers);
        const lines = [
          ...(users > 0 ? [t('customer.deleteUsers', { count: users })] : []),
          ...(devices > 0 ? [t('customer.deleteDevices', { count: devices })] : []),
          ...(found.assets > 0 ? [t('customer.deleteAssets', { count: found.assets })] : []),
          ...(found.views > 0 ? [t('customer.deleteEntityViews', { count: found.views })] : []),
          ...(found.edges > 0 ? [t('customer.deleteEdges', { count: found.edges })] : []),
          ...(dashboards > 0 ? [t('customer.deleteDashboards', { count: dashboards })] : []),
        ];
        return lines.length > 0 ? lines : [t('customer.deleteNothing')];
      },
    }),
    [t],
  );
  return (
    <EntityPage<Customer>
      list="customers"
      things="customer"
      title={t('customer.customers')}
      path="/customers"
      queryKey={CUSTOMERS}
      load={({ link }) => getCustomers(link)}
      countFound={({ link }) => countDeletable(link)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('customer.search')}
      actions={actions}
      deletion={deletion}
      add={{
        label: t('customer.add'),
        dialog: async () => {
          const [{ AddDialog }, { customerForm }] = await Promise.all([
            import('../../entity-page/add-dialog.tsx'),
            import('./customer-form.ts'),
          ]);
          return (close) => (
            <AddDialog
              title={t('customer.addTitle')}
              form={customerForm(t)}
              save={(body) => saveCustomer(body)}
              close={close}
            />
          );
        },
        addedWords: ({ title }) => t('list.added', { name: title }),
      }}
      empty={{ icon: 'customers', title: t('customer.empty'), text: t('customer.emptyText') }}
      onNearRows={CustomerDetails.preload}
      details={(controls) => <CustomerDetails controls={controls} />}
    />
  );
}
