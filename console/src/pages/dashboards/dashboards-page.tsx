import './texts/texts.ts';
import type { Customer } from '@signalbox/contract/customer';
import type { DashboardInfo } from '@signalbox/contract/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { getCustomer, isPublicCustomer } from '../../api/customers.ts';
import {
  deleteDashboard,
  listDashboards,
  readDashboard,
  setDashboardPublic,
  unassignDashboard,
} from '../../api/dashboards.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { copyText } from '../../controls/copy-button.tsx';
import { assignableTo } from '../../controls/entity-choices.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import { createdColumn, nameColumn, pictureColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { countThings } from '../../entity-page/things.ts';
import { customerQuery, useCustomer } from '../../entity-page/use-customer.ts';
import { namedCustomers, publicCustomerOf, publicLink } from './public-link.ts';

const AuditDialog = lazyPart(async () => (await import('../../entity-page/tabs/audit-dialog.tsx')).AuditDialog);

const QUERY_KEY = ['dashboards'] as const;
const DEFAULTS = { sortProperty: 'createdTime', sortOrder: 'DESC', pageSize: 20 } as const;

/** What a dialog saved. */
interface SavedDashboard {
  id: { id: string };
  title: string;
}

function useColumns(withCustomers: boolean) {
  const { t } = useTranslation();
  return useMemo<Column<DashboardInfo>[]>(() => {
    const customersOf = (row: DashboardInfo) =>
      namedCustomers(row)
        .map((customer) => customer.title)
        .join(', ');
    return [
      nameColumn('title', t('dashboard.title'), (row) => row.title),
      pictureColumn(t('dashboard.image.label'), ({ image }) => image, 6),
      ...(withCustomers
        ? [
            {
              id: 'customersTitle',
              exported: 'assignedCustomers',
              title: t('dashboard.customers'),
              cell: (row: DashboardInfo) => <span title={customersOf(row)}>{customersOf(row)}</span>,
              width: 200,
              priority: 4,
            },
            tickColumn<DashboardInfo>(
              t,
              'dashboardIsPublic',
              t('dashboard.isPublic'),
              (row) => row.assignedCustomers?.some((customer) => customer.public) ?? false,
              { width: 90, priority: 5 },
            ),
          ]
        : []),
      createdColumn(t, 3),
    ];
  }, [t, withCustomers]);
}

/** Export, for everybody who sees a dashboard. */
const exportAction = (label: string): EntityAction<DashboardInfo> => ({
  id: 'export',
  label,
  icon: 'download',
  async run(row) {
    const [dashboard, { downloadDashboard }] = await Promise.all([readDashboard(row.id.id), import('./download.ts')]);
    downloadDashboard(dashboard);
  },
});

/** What administrators can do with the dashboards of one customer: take them back, or end that they are public. */
function useCustomerActions(customer: Customer | undefined, changed: () => void): EntityAction<DashboardInfo>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (!customer) return [];
    const isPublic = isPublicCustomer(customer);
    const words = isPublic ? 'makePrivate' : 'unassign';
    const work = (row: DashboardInfo) =>
      isPublic ? setDashboardPublic(row.id.id, false) : unassignDashboard(row.id.id, customer.id.id);
    const sure = (title: string, content: string) =>
      ask({ title, content, confirmLabel: t(`ownership.${words}`), cancelLabel: t('action.cancel') });
    return [
      exportAction(t('action.export')),
      {
        id: words,
        label: t(`ownership.${words}`),
        icon: isPublic ? 'lock' : 'unassign',
        async run(row) {
          const text = t(isPublic ? 'dashboard.share.privateText' : 'ownership.unassignText', {
            customer: customer.title,
          });
          if (!(await sure(t(`ownership.${words}Title`, { name: row.title }), text))) return;
          await work(row);
          notifySuccess(t(isPublic ? 'ownership.isPrivate' : 'ownership.unassigned', { name: row.title }));
          changed();
        },
        async prepareBulk(_rows, count) {
          const things = countThings('dashboard', count);
          const title = t(`ownership.${words}ManyTitle`, { things });
          if (!(await sure(title, t(`ownership.${words}ManyText`)))) return undefined;
          return isPublic ? { action: 'MAKE_PRIVATE' } : { action: 'UNASSIGN_FROM_CUSTOMER', targetId: customer.id.id };
        },
      },
    ];
  }, [t, customer, changed]);
}

/** What can be done with dashboards: by administrators of the tenant, or by users of a customer. */
function useDashboardActions(mayChange: boolean): EntityAction<DashboardInfo>[] {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const changed = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    const download = exportAction(t('action.export'));
    if (!mayChange) return [download];
    const forCustomer = (assigns: boolean): EntityAction<DashboardInfo> => {
      const label = t(assigns ? 'dashboard.share.assign' : 'dashboard.share.unassign');
      return {
        id: assigns ? 'assign' : 'unassign',
        label,
        icon: assigns ? 'assign' : 'unassign',
        async prepareBulk() {
          const customer = await (await import('../../entity-page/choose-dialog.tsx')).chooseCustomer(label, label);
          return (
            customer && {
              action: assigns ? 'ASSIGN_TO_CUSTOMER' : 'UNASSIGN_FROM_CUSTOMER',
              targetId: customer.id,
            }
          );
        },
      };
    };
    return [
      {
        id: 'edit',
        label: t('action.edit'),
        icon: 'edit',
        async run(row) {
          const { EditDashboardDialog } = await import('./dashboard-dialog.tsx');
          const saved = await openDialog<SavedDashboard>((close) => (
            <EditDashboardDialog
              id={row.id.id}
              onClose={() => close()}
              onSaved={(title, id) => close({ id: { id }, title })}
            />
          ));
          if (!saved) return;
          changed();
          void queryClient.invalidateQueries({ queryKey: ['dashboard', saved.id.id] });
          notifySuccess(t('dashboard.saved', { title: saved.title }));
        },
      },
      {
        id: 'share',
        label: t('ownership.share'),
        icon: 'share',
        async run(row) {
          const { ShareDialog } = await import('./share-dialog.tsx');
          await openDialog((close) => <ShareDialog dashboard={row} onClose={() => close()} onChanged={changed} />);
        },
      },
      {
        id: 'copy-link',
        label: t('dashboard.share.copyLink'),
        icon: 'link',
        isFor: (row) => publicCustomerOf(row) !== undefined,
        async run(row) {
          if (!(await copyText(publicLink(row, window.location.origin) ?? ''))) throw new Error(t('copy.failed'));
          notifySuccess(t('copy.done', { name: t('dashboard.share.linkCopied') }));
        },
      },
      download,
      {
        id: 'audit',
        label: t('details.audit'),
        icon: 'clock',
        run: (row) =>
          openDialog((close) => (
            <Suspense>
              <AuditDialog
                entity={{ entityType: 'DASHBOARD', id: row.id.id }}
                name={row.title}
                onClose={() => close()}
              />
            </Suspense>
          )),
      },
      forCustomer(true),
      forCustomer(false),
    ];
  }, [t, mayChange, queryClient]);
}

/** Over the list: an import, or for a customer what it is to see. */
function useListActions(customer: Customer | undefined, changed: () => void): ListAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    if (customer) {
      const { id, title } = customer;
      return [
        {
          id: 'assign-existing',
          label: t('dashboard.share.assignExisting'),
          shortLabel: t('ownership.assignShort'),
          icon: 'assign',
          run: () =>
            attempt(async () => {
              const [{ chooseAndDo }] = await Promise.all([
                import('../../entity-page/choose-many-dialog.tsx'),
                getCustomer(id.id),
              ]);
              await chooseAndDo({
                title: t('dashboard.share.assignExistingTitle', { customer: title }),
                label: t('dashboard.dashboards'),
                kind: `dashboard for ${id.id}`,
                confirmLabel: t('ownership.assign'),
                load: (search, page) => assignableTo('DASHBOARD', id.id, search, page),
                work: isPublicCustomer(customer)
                  ? { entityType: 'DASHBOARD', action: 'MAKE_PUBLIC' }
                  : { entityType: 'DASHBOARD', action: 'ASSIGN_TO_CUSTOMER', targetId: id.id },
              });
            }),
        },
      ];
    }
    return [
      {
        id: 'import',
        label: t('dashboard.import.action'),
        icon: 'upload',
        keys: 'I',
        run: () =>
          attempt(async () => {
            const { ImportDialog } = await import('./import-dialog.tsx');
            const imported = await openDialog<SavedDashboard>((close) => (
              <ImportDialog onClose={() => close()} onImported={(title, id) => close({ id: { id }, title })} />
            ));
            if (!imported) return;
            changed();
            notifySuccess(t('dashboard.imported', { title: imported.title }));
            await navigate(`/dashboards/${imported.id.id}`);
          }),
      },
      {
        id: 'reports',
        label: t('reports.page'),
        icon: 'mail',
        run: () => void navigate('/dashboards/reports'),
      },
      {
        id: 'deleted',
        label: t('dashboard.deleted.title'),
        icon: 'delete',
        run: () =>
          attempt(async () => {
            const { DeletedDashboardsDialog } = await import('./deleted-dashboards-dialog.tsx');
            await openDialog((close) => <DeletedDashboardsDialog onClose={close} />);
          }),
      },
    ];
  }, [t, navigate, customer, changed]);
}

/**
 * All dashboards that this user may open; administrators also create, import, rename, export and delete them, and on
 * the page of a customer assign them to it or take them back.
 */
export function DashboardsPage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { authority, claims } = useSession();
  const { customerId: ofCustomer } = useParams();
  const mayChange = authority === 'TENANT_ADMIN';
  const customerId = mayChange ? ofCustomer : claims?.customerId;
  const customer = useCustomer(ofCustomer);
  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey: QUERY_KEY }), [queryClient]);
  const deletion = useMemo(
    () => ({
      remove: (row: DashboardInfo) => deleteDashboard(row.id.id),
      isKept: true as const,
      async consequences([row]: readonly DashboardInfo[], count: number) {
        if (count > 1 || !row) return [t('dashboard.deleteText')];
        const isPublic = publicCustomerOf(row) !== undefined;
        const names = namedCustomers(row).map(({ title }) => title);
        return [
          ...(names.length > 0 ? [t('dashboard.deleteAssigned', { names: names.join(', ') })] : []),
          ...(isPublic ? [t('dashboard.deletePublic')] : []),
        ];
      },
    }),
    [t],
  );
  const title = !customer
    ? t('dashboard.dashboards')
    : isPublicCustomer(customer)
      ? t('dashboard.publicDashboards')
      : t('dashboard.dashboardsOf', { name: customer.title });
  const all = useDashboardActions(mayChange);
  const ofOne = useCustomerActions(customer, changed);
  const listActions = useListActions(customer, changed);
  const queryKey = useMemo(() => [...QUERY_KEY, ofCustomer ?? 'all'] as const, [ofCustomer]);
  const ofAll = mayChange && ofCustomer === undefined;
  const empty = ofAll
    ? { title: t('dashboard.emptyTitle'), text: t('dashboard.emptyText') }
    : mayChange
      ? { title: t('dashboard.emptyOfCustomerTitle'), text: t('dashboard.emptyOfCustomerText') }
      : { title: t('dashboard.emptyMineTitle'), text: t('dashboard.emptyMineText') };
  return (
    <EntityPage<DashboardInfo, SavedDashboard>
      list="dashboards"
      things="dashboard"
      title={title}
      path={ofCustomer ? `/customers/${ofCustomer}/dashboards` : '/dashboards'}
      queryKey={queryKey}
      owner={ofCustomer === undefined ? undefined : customerQuery(ofCustomer)}
      load={({ link }) => listDashboards(link, customerId)}
      found={() => ({ customerId: ofCustomer })}
      columns={useColumns(ofAll)}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('dashboard.search')}
      actions={ofCustomer ? ofOne : all}
      deletion={ofAll ? deletion : undefined}
      add={
        ofAll
          ? {
              label: t('dashboard.add'),
              dialog: async () => {
                const { AddDashboardDialog } = await import('./dashboard-dialog.tsx');
                return (close) => (
                  <AddDashboardDialog onClose={() => close()} onSaved={(title, id) => close({ id: { id }, title })} />
                );
              },
              addedWords: ({ title }) => t('dashboard.saved', { title }),
            }
          : undefined
      }
      listActions={mayChange && (ofAll || customer) ? listActions : undefined}
      empty={{ icon: 'dashboards', ...empty }}
      details={() => null}
    />
  );
}
