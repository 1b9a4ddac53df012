import '../../dashboard/texts/texts.ts';
import type { DashboardInfo } from '@signalbox/contract/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  assignDashboard,
  deleteDashboard,
  listDashboards,
  readDashboard,
  unassignDashboard,
} from '../../api/dashboards.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { chooseCustomer } from '../../entity-page/choose-dialog.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import { createdColumn, nameColumn, tickColumn } from '../../entity-page/standard-columns.tsx';
import { DashboardDialog } from './dashboard-dialog.tsx';
import { downloadDashboard } from './download.ts';
import { ImportDialog } from './import-dialog.tsx';
import { namedCustomers } from './public-link.ts';
import { ShareDialog } from './share-dialog.tsx';

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
      ...(withCustomers
        ? [
            {
              id: 'customersTitle',
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

/** What can be done with dashboards: by administrators of the tenant, or by users of a customer. */
function useDashboardActions(mayChange: boolean): EntityAction<DashboardInfo>[] {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const changed = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    const download: EntityAction<DashboardInfo> = {
      id: 'export',
      label: t('dashboard.export'),
      icon: 'download',
      run: async (row) => downloadDashboard(await readDashboard(row.id.id)),
    };
    if (!mayChange) return [download];
    const forCustomer = (assigns: boolean): EntityAction<DashboardInfo> => {
      const label = t(assigns ? 'dashboard.share.assign' : 'dashboard.share.unassign');
      return {
        id: assigns ? 'assign' : 'unassign',
        label,
        icon: assigns ? 'assign' : 'unassign',
        async prepareBulk(rows) {
          const customer = await chooseCustomer(label, label);
          if (!customer) return undefined;
          const change = assigns ? assignDashboard : unassignDashboard;
          return {
            title: t(assigns ? 'dashboard.share.assigning' : 'dashboard.share.unassigning', { count: rows.length }),
            work: (row) => change(row.id.id, customer.id),
          };
        },
      };
    };
    return [
      {
        id: 'edit',
        label: t('action.edit'),
        icon: 'edit',
        async run(row) {
          const saved = await openDialog<SavedDashboard>((close) => (
            <DashboardDialog
              dashboard={row}
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
        run: (row) =>
          openDialog((close) => <ShareDialog dashboard={row} onClose={() => close()} onChanged={changed} />),
      },
      download,
      forCustomer(true),
      forCustomer(false),
    ];
  }, [t, mayChange, queryClient]);
}

/** All dashboards that this user may open; administrators also create, import, rename, export and delete them. */
export function DashboardsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { authority, claims } = useSession();
  const mayChange = authority === 'TENANT_ADMIN';
  const customerId = authority === 'CUSTOMER_USER' ? claims?.customerId : undefined;
  const deletion = useMemo(
    () => ({
      remove: (row: DashboardInfo) => deleteDashboard(row.id.id),
      consequences: async () => [t('dashboard.deleteText')],
    }),
    [t],
  );
  const listActions = useMemo<ListAction[]>(
    () => [
      {
        id: 'import',
        label: t('dashboard.import.action'),
        icon: 'upload',
        keys: 'I',
        run: () =>
          attempt(async () => {
            const imported = await openDialog<SavedDashboard>((close) => (
              <ImportDialog onClose={() => close()} onImported={(title, id) => close({ id: { id }, title })} />
            ));
            if (!imported) return;
            void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
            notifySuccess(t('dashboard.imported', { title: imported.title }));
            await navigate(`/dashboards/${imported.id.id}`);
          }),
      },
    ],
    [t, navigate, queryClient],
  );
  return (
    <EntityPage<DashboardInfo, SavedDashboard>
      list="dashboards"
      title={t('dashboard.dashboards')}
      path="/dashboards"
      queryKey={QUERY_KEY}
      load={({ link }) => listDashboards(link, customerId)}
      columns={useColumns(mayChange)}
      defaults={DEFAULTS}
      nameOf={(row) => row.title}
      searchPlaceholder={t('dashboard.search')}
      actions={useDashboardActions(mayChange)}
      deletion={mayChange ? deletion : undefined}
      add={
        mayChange
          ? {
              label: t('dashboard.add'),
              dialog: (close) => (
                <DashboardDialog
                  dashboard={undefined}
                  onClose={() => close()}
                  onSaved={(title, id) => close({ id: { id }, title })}
                />
              ),
              addedWords: ({ title }) => t('dashboard.saved', { title }),
            }
          : undefined
      }
      listActions={mayChange ? listActions : undefined}
      empty={{ icon: 'dashboards', title: t('dashboard.emptyTitle'), text: t('dashboard.emptyText') }}
      details={() => null}
    />
  );
}
