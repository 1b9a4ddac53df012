import { AUTHORITIES, type Authority } from '@signalbox/contract/authority';
import type { User } from '@signalbox/contract/user';
import type { TokenClaims } from '../api/tokens.ts';

/** Why a session ended without its user asking for it here; also the end of the text's key, `access.ended.…`. */
export type SessionEnd =
  /** It was not renewed in time. */
  | 'expired'
  /** The server no longer accepts its tokens. */
  | 'refused'
  /** The user signed out in another tab, or the browser has forgotten the tokens. */
  | 'elsewhere';

/** Who uses the console now. */
export interface SessionState {
  /** The stored tokens have been checked; until then nothing is known. */
  isUserLoaded: boolean;
  /** The user could not be loaded yet because the server does not answer; it is retried. */
  isServerAway: boolean;
  isAuthenticated: boolean;
  /** After a session that ended by itself, until somebody signs in. */
  ended: SessionEnd | undefined;
  /** ANONYMOUS: a token without scopes, or none. */
  authority: Authority | 'ANONYMOUS';
  /** Claims of the access token. */
  claims: TokenClaims | undefined;
  /** Absent for public visitors. */
  user: User | undefined;
  edgesSupportEnabled: boolean;
  userTokenAccessEnabled: boolean;
  /** The user's default dashboard is to fill the screen, or the user is a public visitor. */
  forceFullscreen: boolean;
  /** With forceFullscreen: the dashboards this user may open. */
  allowedDashboardIds: readonly string[];
  /** Largest number of points of a chart. */
  maxDatapointsLimit: number;
  lastPublicDashboardId: string | undefined;
  /** A `publicId` of an address with which nobody could be signed in: it no longer counts. */
  refusedPublicId: string | undefined;
}

export const SIGNED_OUT: SessionState = {
  isUserLoaded: true,
  isServerAway: false,
  isAuthenticated: false,
  ended: undefined,
  authority: 'ANONYMOUS',
  claims: undefined,
  user: undefined,
  edgesSupportEnabled: false,
  userTokenAccessEnabled: false,
  forceFullscreen: false,
  allowedDashboardIds: [],
  maxDatapointsLimit: 50_000,
  lastPublicDashboardId: undefined,
  refusedPublicId: undefined,
};

/** What a user's `additionalInfo` says about the first page. */
export interface FirstPage {
  defaultDashboardId?: string;
  defaultDashboardFullscreen?: boolean;
}

/** The authority a token gives: its first scope. */
export function authorityOf(claims: TokenClaims | undefined): Authority | 'ANONYMOUS' {
  const scope = claims?.scopes?.[0];
  return (AUTHORITIES as readonly string[]).includes(scope ?? '') ? (scope as Authority) : 'ANONYMOUS';
}

/** The address of the first page of the current user or visitor. */
export function firstPlaceOf(state: SessionState): string {
  if (!state.isAuthenticated) return '/login';
  if (state.claims?.isPublic) {
    return state.lastPublicDashboardId
      ? `/dashboard/${state.lastPublicDashboardId}?publicId=${state.claims.sub}`
      : '/home';
  }
  const first = (state.user?.additionalInfo ?? {}) as FirstPage;
  if (!first.defaultDashboardId || state.authority === 'SYS_ADMIN') return '/home';
  return first.defaultDashboardFullscreen
    ? `/dashboard/${first.defaultDashboardId}`
    : `/dashboards/${first.defaultDashboardId}`;
}

/** First and last name, or the e-mail when both are empty. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return name || user.email;
}
