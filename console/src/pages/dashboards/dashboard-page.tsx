import { withNamedTexts } from '../../i18n/named-texts.ts';
import '../../dashboard/texts/texts.ts';
import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { readDashboard } from '../../api/dashboards.ts';
import { isTakenAway } from '../../api/failure.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { isInMobileApp } from '../../app/mobile-app.ts';
import { useSession } from '../../app/session.ts';
import { useAddress } from '../../app/use-address.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { FailureState } from '../../controls/failure-state.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { SkeletonLines } from '../../controls/states.tsx';
import type { DashboardViewProps } from '../../dashboard/dashboard-props.ts';
import { DashboardView } from '../../dashboard/dashboard-view.tsx';
import type { DashboardDraft } from '../../dashboard-editor/drafts.ts';
import { EditingContext, type ShownEdit } from '../../dashboard-editor/editor-context.ts';
import { attempt } from '../../entity-page/entity-action.ts';
import { UserMenu } from '../../shell/user-menu.tsx';
import { exportDashboard } from './export-dashboard.ts';

const loadEditor = async () => (await import('../../dashboard-editor/dashboard-editor.tsx')).DashboardEditor;
const DashboardEditor = lazyPart(loadEditor);

function OpenPage({ singlePage }: { singlePage: boolean }) {
  const { t } = useTranslation();
  const { dashboardId = '', customerId: ofCustomer } = useParams();
  const [address] = useAddress();
  const navigate = useNavigate();
  const { authority, claims, forceFullscreen } = useSession();
  const reload = address.get('reload');
  const dashboard = useQuery({
    queryKey: dashboardKey(dashboardId, reload),
    queryFn: () => readDashboard(dashboardId),
    // Changes by others are not loaded while it is being viewed.
    refetchOnWindowFocus: false,
    ...(reload === null ? {} : { gcTime: 0 }),
  });
  const customerId = authority === 'CUSTOMER_USER' ? claims?.customerId : ofCustomer;
  const dashboards = useMemo(() => choicesOf('DASHBOARD', { customerId }), [customerId]);
  useSetCrumbTitle(dashboard.data && withNamedTexts(dashboard.data.title));
  const client = useQueryClient();
  /** What is edited, and what was kept of it before. */
  const [editing, setEditing] = useState<{ id: string; draft: DashboardDraft | undefined }>();
  const [edit] = useState(createEditStore);

  const open = useCallback(
    (id: string, newTab: boolean, state?: string) => {
      const place = singlePage ? 'dashboard' : ofCustomer ? `customers/${ofCustomer}/dashboards` : 'dashboards';
      const path = `/${place}/${id}`;
      const query = state ? `?state=${encodeURIComponent(state)}` : '';
      if (newTab) window.open(path + query, '_blank', 'noopener');
      else void navigate(path + query);
    },
    [navigate, singlePage, ofCustomer],
  );

  // What is open goes on when it cannot be loaded again: its widgets say themselves how they stand. What is edited goes
  // on even when it is gone: it can be saved as a new one.
  const isEditing = editing?.id === dashboardId;
  const userMenu = forceFullscreen && !claims?.isPublic ? <UserMenu /> : null;
  if (dashboard.error && (!dashboard.data || (isTakenAway(dashboard.error) && !isEditing))) {
    return (
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {/* Users who are held to this dashboard have no other page from which they could sign out. */}
        {userMenu && <Box sx={{ alignSelf: 'flex-end', p: 2 }}>{userMenu}</Box>}
        <FailureState error={dashboard.error} title={t('dashboard.failed')} onRetry={() => void dashboard.refetch()} />
      </Box>
    );
  }
  if (!dashboard.data) {
    return (
      <Box sx={{ p: 5, flex: 1 }}>
        <SkeletonLines count={6} />
      </Box>
    );
  }
  const shown = dashboard.data;
  const embedded = address.get('embedded') === 'true';
  const isSingle = singlePage || forceFullscreen;
  const mayEdit =
    authority === 'TENANT_ADMIN' &&
    !forceFullscreen &&
    !embedded &&
    !isInMobileApp() &&
    (!singlePage || Boolean(address.get('edit')));
  const begin = () =>
    attempt(async () => {
      const { findDashboardDraft } = await import('../../dashboard-editor/drafts.ts');
      // The dashboard stays until the editor can take its place.
      // What others saved since it was opened is there from the start.
      const reading = readDashboard(dashboardId);
      const [draft, fresh] = await Promise.all([findDashboardDraft(dashboardId), reading, loadEditor()]);
      client.setQueryData(dashboardKey(dashboardId, reload), fresh);
      setEditing({ id: dashboardId, draft });
    });
  const view = {
    singlePage: isSingle,
    hideToolbar: address.get('hideToolbar') === 'true',
    embedded,
    dashboards: claims?.isPublic ? undefined : dashboards,
    onExport: () => exportDashboard(shown),
    onOpenDashboard: open,
    userMenu,
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
      {mayEdit && isEditing && (
        <Suspense>
          <DashboardEditor
            key={dashboardId}
            stored={shown}
            draft={editing.draft}
            onShow={edit.show}
            onSaved={(saved) => {
              client.setQueryData(dashboardKey(dashboardId, reload), saved);
              void client.invalidateQueries({ queryKey: ['dashboards'] });
            }}
            onSavedAsNew={(saved) => void navigate(`/dashboards/${saved.id.id}`, { replace: true })}
            onLeave={() => setEditing(undefined)}
          />
        </Suspense>
      )}
      <ShownDashboard edit={edit} view={{ ...view, dashboard: shown, onEdit: mayEdit ? begin : undefined }} />
    </Box>
  );
}

/** What an editor has its view show; the page around it stays as it is. */
interface EditStore {
  get: () => ShownEdit | undefined;
  show: (next: ShownEdit | undefined) => void;
  subscribe: (listener: () => void) => () => void;
}

function createEditStore(): EditStore {
  let shown: ShownEdit | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => shown,
    show(next) {
      shown = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A dashboard that is viewed, or edited. Its widgets stay when that changes. */
function ShownDashboard({ edit, view }: { edit: EditStore; view: DashboardViewProps }) {
  const shown = useSyncExternalStore(edit.subscribe, edit.get);
  const { editing = null, ...edited } = shown ?? {};
  return (
    <EditingContext value={editing}>
      <DashboardView {...view} {...edited} {...(shown ? { onEdit: undefined } : {})} />
    </EditingContext>
  );
}

/** Each new value of `reload` loads the dashboard again, and finds the entities of its aliases again. */
function dashboardKey(dashboardId: string, reload: string | null): string[] {
  return reload === null ? ['dashboard', dashboardId] : ['dashboard', dashboardId, reload];
}

/** A dashboard inside the shell. */
export function DashboardPage() {
  return <OpenPage singlePage={false} />;
}

/** A dashboard that fills the window. */
export function SingleDashboardPage() {
  return (
    <Box component="main" sx={{ height: '100dvh', display: 'flex', background: 'var(--bg)' }}>
      <OpenPage singlePage />
    </Box>
  );
}
