import i18next from 'i18next';
import { redirect } from 'react-router';
import { ask } from './dialogs.ts';
import type { PageHandle } from './page-handle.ts';
import { session } from './session.ts';
import type { SessionState } from './session-state.ts';

export type Decision =
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string }
  | { kind: 'forbidden' }
  /** Sign in as the visitor of this public customer and look again. */
  | { kind: 'public'; publicId: string }
  /** Sign out: a public visitor left what is public. */
  | { kind: 'signOut' }
  /** The mobile app shows this itself: tell it, and stay. */
  | { kind: 'mobileApp' }
  /** Keep the address, go and sign in. */
  | { kind: 'signIn' };

/** The app around this page, when there is one. */
interface MobileApp {
  callHandler: (name: string, ...values: unknown[]) => unknown;
}

const mobileApp = (): MobileApp | undefined => (window as { flutter_inappwebview?: MobileApp }).flutter_inappwebview;

/**
 * The rules of the route guard (specification §4), in its order, for a session whose user is loaded.
 * @param defaultPlace where this user's home is
 * @param inMobileApp the page is shown inside the mobile app, which has pages of its own for all but single dashboards
 */
export function decide(
  handle: PageHandle,
  url: URL,
  state: SessionState,
  defaultPlace: string,
  inMobileApp = false,
): Decision {
  const publicId = url.searchParams.get('publicId') ?? undefined;
  if (handle.isOfLink) return { kind: 'allow' };
  if (state.isAuthenticated) {
    if (state.claims?.isPublic && state.claims.sub !== publicId) {
      return publicId ? { kind: 'public', publicId } : { kind: 'signOut' };
    }
    if (inMobileApp && !url.pathname.startsWith('/dashboard/')) return { kind: 'mobileApp' };
    if (handle.isPublic) return { kind: 'redirect', to: defaultPlace };
    if (state.forceFullscreen && !mayLeaveDashboard(handle, url, state)) {
      const here = url.pathname + url.search;
      return here === defaultPlace ? { kind: 'forbidden' } : { kind: 'redirect', to: defaultPlace };
    }
    if (handle.authorities && !handle.authorities.some((authority) => authority === state.authority)) {
      return { kind: 'forbidden' };
    }
    return { kind: 'allow' };
  }
  if (publicId && !handle.isPublic) return { kind: 'public', publicId };
  return handle.isPublic ? { kind: 'allow' } : { kind: 'signIn' };
}

/** Users who are held to their dashboards may open those and, unless public, their profile. */
function mayLeaveDashboard(handle: PageHandle, url: URL, state: SessionState): boolean {
  const isPublicVisitor = state.claims?.isPublic === true;
  if (handle.isDashboard) {
    if (isPublicVisitor || url.pathname.startsWith('/dashboard/')) return true;
    const id = url.pathname.split('/')[2];
    return id !== undefined && state.allowedDashboardIds.includes(id);
  }
  return !isPublicVisitor && url.pathname === '/profile';
}

/** Loader of every page: lets it open, leads elsewhere, or shows that it is forbidden. */
export async function checkAccess(
  handle: PageHandle,
  url: URL,
  params: Readonly<Record<string, string | undefined>>,
): Promise<null> {
  const state = await session.loaded();
  const app = mobileApp();
  const decision = decide(handle, url, state, session.defaultPlace(), app !== undefined);
  switch (decision.kind) {
    case 'allow':
      return null;
    case 'redirect':
      throw redirect(decision.to);
    case 'public':
      try {
        await session.signInPublic(decision.publicId);
      } catch {
        url.searchParams.delete('publicId');
        session.setRedirect(url.pathname + url.search);
        throw redirect('/login');
      }
      return checkAccess(handle, url, params);
    case 'signOut':
      await session.signOut();
      throw redirect('/login');
    case 'mobileApp': {
      const path = url.pathname.split('/').filter(Boolean).join('.');
      app?.callHandler('tbMobileNavigationHandler', path, params);
      const before = window.location.pathname + window.location.search;
      // There is nothing to go back to on a first load: the app covers this page with its own.
      if (before === url.pathname + url.search) return new Promise(() => {});
      throw redirect(before);
    }
    case 'forbidden': {
      void showForbidden();
      // The address bar still shows the page before; on a first load there is none, so home.
      const before = window.location.pathname + window.location.search;
      throw redirect(before === url.pathname + url.search ? '/home' : before);
    }
    case 'signIn':
      session.setRedirect(url.pathname + url.search);
      throw redirect('/login');
  }
}

/** Access is forbidden: stay, or sign in as somebody else. */
export async function showForbidden(message?: string): Promise<void> {
  const signInAgain = await ask({
    title: i18next.t('access.forbidden'),
    content: message ?? i18next.t('access.forbiddenText'),
    confirmLabel: i18next.t('access.signInAsOther'),
    cancelLabel: i18next.t('action.cancel'),
  });
  if (signInAgain) await session.signOut();
}
