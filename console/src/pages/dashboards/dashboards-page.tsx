import '../../dashboard/texts/texts.ts';
import { Box, IconButton, Tooltip } from '@mui/material';
import type { DashboardInfo } from '@signalbox/contract/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  assignDashboard,
  deleteDashboard,
  listDashboards,
  readDashboard,
  unassignDashboard,
} from '../../api/dashboards.ts';
import { type Action, useActions } from '../../app/actions.ts';
import { ask } from '../../app/dialogs.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { deleteWithUndo } from '../../app/undoable.ts';
import { Icon, type IconName } from '../../controls/icon.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { type BulkAction, EntityPage } from '../../entity-page/entity-page.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { CustomerDialog } from './customer-dialog.tsx';
import { DashboardDialog } from './dashboard-dialog.tsx';
import { downloadDashboard } from './download.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

const QUERY_KEY = ['dashboards'] as const;
const DEFAULTS = { sortProperty: 'createdTime', sortOrder: 'DESC', pageSize: 20 } as const;

/** All dashboards that this user may open; administrators also create, import, rename, export and delete them. */
export function DashboardsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { authority, claims } = useSession();
  const mayChange = authority === 'TENANT_ADMIN';
  const customerId = authority === 'CUSTOMER_USER' ? claims?.customerId : undefined;
  const [dialog, setDialog] = useState<'add' | 'import' | DashboardInfo>();
  const [sharing, setSharing] = useState<DashboardInfo>();
  const [choosing, setChoosing] = useState<{ assigns: boolean; choose: (customerId: string) => void }>();

  const close = () => setDialog(undefined);
  const changed = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEY });

  async function exportOne(info: DashboardInfo) {
    try {
      downloadDashboard(await readDashboard(info.id.id));
    } catch (error) {
      notifyError(error instanceof Error ? error.message : String(error));
    }
  }

  async function removeOne(info: DashboardInfo) {
    const sure = await ask({
      title: t('dashboard.deleteTitle', { title: info.title }),
      content: t('dashboard.deleteText'),
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
    });
    if (!sure) return;
    deleteWithUndo({
      id: info.id.id,
      message: t('dashboard.deleted', { title: info.title }),
      work: () => deleteDashboard(info.id.id),
      after: changed,
    });
  }

  const rowButton = (label: string, icon: IconName, run: () => void) => (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          event.preventDefault();
          run();
        }}
      >
        <Icon name={icon} size={16} />
      </IconButton>
    </Tooltip>
  );

  const columns: Column<DashboardInfo>[] = [
    {
      id: 'title',
      title: t('dashboard.title'),
      cell: (row) => row.title,
      sortProperty: 'title',
      width: 220,
      priority: 0,
      isName: true,
    },
    {
      id: 'createdTime',
      title: t('dashboard.createdTime'),
      cell: (row) => formatDateTime(row.createdTime),
      sortProperty: 'createdTime',
      width: 170,
      priority: 3,
    },
    ...(mayChange
      ? [
          {
            id: 'customersTitle',
            title: t('dashboard.customers'),
            cell: (row: DashboardInfo) =>
              (row.assignedCustomers ?? [])
                .filter((customer) => !customer.public)
                .map((customer) => customer.title)
                .join(', '),
            width: 200,
            priority: 4,
          },
          {
            id: 'dashboardIsPublic',
            title: t('dashboard.isPublic'),
            cell: (row: DashboardInfo) =>
              t(row.assignedCustomers?.some((customer) => customer.public) ? 'common.yes' : 'common.no'),
            width: 90,
            priority: 5,
          },
        ]
      : []),
    {
      id: 'actions',
      title: t('widget.actions'),
      align: 'end',
      width: mayChange ? 160 : 50,
      priority: 1,
      cell: (row) => (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          {rowButton(t('dashboard.exportOne', { title: row.title }), 'download', () => void exportOne(row))}
          {mayChange && rowButton(t('dashboard.shareOne', { title: row.title }), 'share', () => setSharing(row))}
          {mayChange && rowButton(t('dashboard.editOne', { title: row.title }), 'edit', () => setDialog(row))}
          {mayChange && rowButton(t('dashboard.deleteOne', { title: row.title }), 'delete', () => void removeOne(row))}
        </Box>
      ),
    },
  ];

  // Kept the same from drawing to drawing: the registry of actions tells everybody of every new one.
  const add = useMemo(
    () => (mayChange ? { label: t('dashboard.add'), run: () => setDialog('add') } : undefined),
    [mayChange, t],
  );
  const forCustomer = (assigns: boolean): BulkAction<DashboardInfo> => ({
    id: assigns ? 'assign' : 'unassign',
    label: t(assigns ? 'dashboard.share.assign' : 'dashboard.share.unassign'),
    icon: assigns ? 'assign' : 'unassign',
    start: (rows, run) =>
      setChoosing({
        assigns,
        choose: (chosen) => {
          setChoosing(undefined);
          run({
            title: t(assigns ? 'dashboard.share.assigning' : 'dashboard.share.unassigning', { count: rows.length }),
            work: (row) => (assigns ? assignDashboard : unassignDashboard)(row.id.id, chosen),
          });
        },
      }),
  });

  const actions = useMemo<Action[]>(
    () =>
      mayChange
        ? [
            {
              id: 'import',
              label: t('dashboard.import.action'),
              group: t('keys.list'),
              icon: 'upload',
              keys: 'I',
              run: () => setDialog('import'),
            },
          ]
        : [],
    [mayChange, t],
  );
  useActions(actions);

  return (
    <>
      <EntityPage<DashboardInfo>
        list="dashboards"
        title={t('dashboard.dashboards')}
        path="/dashboards"
        queryKey={QUERY_KEY}
        load={({ link }) => listDashboards(link, customerId)}
        columns={columns}
        defaults={DEFAULTS}
        idOf={(row) => row.id.id}
        nameOf={(row) => row.title}
        searchPlaceholder={t('dashboard.search')}
        remove={mayChange ? (row) => deleteDashboard(row.id.id) : undefined}
        bulkActions={mayChange ? [forCustomer(true), forCustomer(false)] : undefined}
        add={add}
        moreActions={
          mayChange
            ? [{ label: t('dashboard.import.action'), icon: 'upload', run: () => setDialog('import') }]
            : undefined
        }
        empty={{ icon: 'dashboards', title: t('dashboard.emptyTitle'), text: t('dashboard.emptyText') }}
        details={() => null}
      />
      {choosing && (
        <CustomerDialog
          title={t(choosing.assigns ? 'dashboard.share.assign' : 'dashboard.share.unassign')}
          confirmLabel={t(choosing.assigns ? 'dashboard.share.assign' : 'dashboard.share.unassign')}
          onChoose={choosing.choose}
          onClose={() => setChoosing(undefined)}
        />
      )}
      {sharing && <ShareDialog dashboard={sharing} onClose={() => setSharing(undefined)} onChanged={changed} />}
      {dialog === 'import' && (
        <ImportDialog
          onClose={close}
          onImported={(title, id) => {
            changed();
            notifySuccess(t('dashboard.imported', { title }));
            void navigate(`/dashboards/${id}`);
          }}
        />
      )}
      {dialog !== undefined && dialog !== 'import' && (
        <DashboardDialog
          dashboard={dialog === 'add' ? undefined : dialog}
          onClose={close}
          onSaved={(title, id) => {
            close();
            changed();
            void queryClient.invalidateQueries({ queryKey: ['dashboard', id] });
            notifySuccess(t('dashboard.saved', { title }));
            if (dialog === 'add') void navigate(`/dashboards/${id}`);
          }}
        />
      )}
    </>
  );
}
