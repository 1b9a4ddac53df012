import { LinearProgress } from '@mui/material';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { http, problems } from '../api/client.ts';
import { errorText } from '../controls/error-text.ts';
import { useCloseOnNavigation } from '../controls/use-close-on-navigation.ts';
import { useCrumbTitle } from './crumb-title.ts';
import { DialogStack } from './dialog-stack.tsx';
import { closeDialogs } from './dialogs.ts';
import { showForbidden } from './guard.ts';
import { LeaveGuard } from './leave-guard.ts';
import { NoticeStack } from './notice-stack.tsx';
import { leaveNotices, notifyError } from './notices.ts';
import type { PageHandle } from './page-handle.ts';
import { session, useSession } from './session.ts';
import { WaitingPage } from './waiting-page.tsx';

/** Shows what went wrong anywhere, unless the caller shows it itself. */
problems.listen((problem) => {
  if (problem.kind === 'forbidden') void showForbidden();
  else {
    const { error } = problem;
    notifyError(
      errorText(error ?? problem.message),
      error && error.status > 0 ? `${error.method} ${error.url} → ${error.status}` : undefined,
    );
  }
});

/**
 * The window's title: the product, then the title of the deepest page that has one. Visitors of what is public have no
 * menu and no crumbs: they read there what they are looking at.
 */
function useWindowTitle() {
  const { t } = useTranslation();
  const matches = useMatches();
  const { claims } = useSession();
  const shown = useCrumbTitle();
  const { title } = matches
    .map((match) => (match.handle ?? {}) as PageHandle)
    .reduce<PageHandle>((deepest, handle) => (handle.title ? handle : deepest), {});
  const name = (claims?.isPublic && shown) || (title && t(title));
  useEffect(() => {
    document.title = name ? `${t('app.name')} | ${name}` : t('app.name');
  }, [name, t]);
}

function LoadingBar() {
  const calls = useSyncExternalStore(http.loading.subscribe, () => http.loading.get() > 0);
  const navigation = useNavigation();
  const { t } = useTranslation();
  if (!calls && navigation.state === 'idle') return null;
  return (
    <LinearProgress
      aria-label={t('common.loading')}
      sx={{ position: 'fixed', insetInline: 0, top: 0, zIndex: 'tooltip' }}
    />
  );
}

/** Around everything: the page, and above it dialogs, toasts and the loading bar. */
export function AppRoot() {
  useWindowTitle();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { isUserLoaded, isAuthenticated, ended } = useSession();
  const matches = useMatches();
  const onPublicPage = matches.some((match) => (match.handle as PageHandle | undefined)?.isPublic);

  // A session that ends while a page is open leads to sign-in at once; that of a public link begins again.
  const isOver = isUserLoaded && !isAuthenticated && !onPublicPage;
  useEffect(() => {
    if (!isOver || session.get().isAuthenticated) return;
    const isPublicLink = new URLSearchParams(window.location.search).has('publicId');
    if (ended && isPublicLink) void revalidate();
    else void navigate('/login');
  }, [isOver, ended, navigate, revalidate]);

  useCloseOnNavigation(closeDialogs);

  // Toasts leave with the page they are about.
  const page = matches.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has come
  useEffect(() => leaveNotices(), [page]);

  return (
    <>
      <LoadingBar />
      <LeaveGuard />
      {isOver ? <WaitingPage /> : <Outlet />}
      <DialogStack />
      <NoticeStack />
    </>
  );
}
