import i18next from 'i18next';
import { redirect } from 'react-router';
import { ask } from './dialogs.ts';
import { handOverNavigation, isInMobileApp } from './mobile-app.ts';
import type { PageHandle } from './page-handle.ts';
import { session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { signOut } from './sign-out.ts';

export type Decision =
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string }
  | { kind: 'forbidden' }
  /** Sign in as the visitor of this public customer and look again. */
  | { kind: 'public'; publicId: string }
  /** A public visitor left what is public: sign out, or go on as who is signed in in this browser. */
  | { kind: 'leavePublic' }
  /** The mobile app shows this itself: tell it, and stay. */
  | { kind: 'mobileApp' }
  /** Keep the address, go and sign in. */
  | { kind: 'signIn' };

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
  if (publicId !== undefined && publicId === state.refusedPublicId) {
    return { kind: 'redirect', to: addressWithout(url, 'publicId') };
  }
  if (state.isAuthenticated) {
    if (state.claims?.isPublic && state.claims.sub !== publicId) {
      return publicId ? { kind: 'public', publicId } : { kind: 'leavePublic' };
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
    const to = redirectOf(handle, state);
    return to === undefined ? { kind: 'allow' } : { kind: 'redirect', to };
  }
  if (publicId && !handle.isPublic) return { kind: 'public', publicId };
  return handle.isPublic ? { kind: 'allow' } : { kind: 'signIn' };
}

/** Where a page leads instead of opening. */
function redirectOf({ redirectTo }: PageHandle, { authority }: SessionState): string | undefined {
  if (redirectTo === undefined || typeof redirectTo === 'string') return redirectTo;
  return authority === 'ANONYMOUS' ? undefined : redirectTo[authority];
}

/** The address within the console, without one of its parameters. */
function addressWithout(url: URL, parameter: string): string {
  const search = new URLSearchParams(url.search);
  search.delete(parameter);
  return url.pathname + (search.size > 0 ? `?${search}` : '');
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

type Params = Readonly<Record<string, string | undefined>>;

/**
 * Loader of every page: lets it open, leads elsewhere, or shows that it is forbidden. When it cannot tell, the page
 * stays closed.
 */
export async function checkAccess(handle: PageHandle, url: URL, params: Params): Promise<null> {
  try {
    return await follow(handle, url, params);
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    console.error('The guard of a page failed', failure);
    const before = placeBefore(url);
    throw before === undefined ? failure : redirect(before);
  }
}

/** The address that was opened last by who is signed in: a sign-in begins anew. */
let opened: string | undefined;

/** Where the console is while `url` is about to open: undefined on a first load, and right after a sign-in. */
function placeBefore(url: URL): string | undefined {
  if (opened === undefined) return undefined;
  // The address bar still shows the page before, unless it was a step through the history.
  const before = [window.location.pathname + window.location.search, opened];
  return before.find((address) => address !== url.pathname + url.search);
}

/** Does what is decided for a page. */
async function follow(handle: PageHandle, url: URL, params: Params): Promise<null> {
  const state = await session.loaded();
  const decision = decide(handle, url, state, session.defaultPlace(), isInMobileApp());
  switch (decision.kind) {
    case 'allow':
      opened = handle.isPublic ? undefined : url.pathname + url.search;
      if (url.pathname.startsWith('/dashboard/')) session.rememberPublicDashboard(params.dashboardId ?? '');
      return null;
    case 'redirect':
      throw redirect(decision.to);
    case 'public':
      try {
        await session.signInPublic(decision.publicId);
      } catch {
        // It counts no longer: what is decided next is decided without it.
      }
      return follow(handle, url, params);
    case 'leavePublic':
      if (await session.leavePublic()) return follow(handle, url, params);
      throw redirect('/login');
    case 'mobileApp': {
      handOverNavigation(url.pathname, params);
      const before = placeBefore(url);
      // Where there is nothing to go back to, the app covers this page with its own.
      if (before === undefined) return new Promise(() => {});
      throw redirect(before);
    }
    case 'forbidden': {
      void showForbidden();
      throw redirect(placeBefore(url) ?? '/home');
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
  if (signInAgain) await signOut();
}
