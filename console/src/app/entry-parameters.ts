import { ErrorCode } from '@signalbox/contract/error';
import { RequestError } from '../api/http.ts';
import { errorText } from '../controls/error-text.ts';
import type { EntryParameters } from './create-session.ts';
import { notifyError } from './notices.ts';

const SECRETS = ['accessToken', 'refreshToken', 'username', 'password', 'loginError'] as const;

/**
 * Reads what the address brings at load and takes secrets out of the address and the history at once.
 * `publicId` stays: it is part of the link.
 */
export function takeEntryParameters(): EntryParameters & { loginError?: string | undefined } {
  const url = new URL(window.location.href);
  const get = (name: string) => url.searchParams.get(name) ?? undefined;
  const entry = {
    publicId: get('publicId'),
    accessToken: get('accessToken'),
    refreshToken: get('refreshToken'),
    username: get('username'),
    password: get('password'),
    loginError: get('loginError'),
  };
  if (SECRETS.some((name) => url.searchParams.has(name))) {
    for (const name of SECRETS) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', url);
  }
  return entry;
}

/** The page for a new password, when that is why `failure` refused a sign-in; else undefined. */
export function expiredPasswordPlace(failure: unknown): string | undefined {
  if (!(failure instanceof RequestError) || failure.errorCode !== ErrorCode.credentialsExpired) return undefined;
  const { resetToken } = failure.body as { resetToken?: string };
  return `/login/resetExpiredPassword?resetToken=${encodeURIComponent(resetToken ?? '')}`;
}

/** The sign-in that the address asked for failed: says so, or leads to the page for a new password. */
export function followFailedEntry(failure: unknown, navigate: (to: string) => unknown): void {
  const place = expiredPasswordPlace(failure);
  if (place !== undefined) navigate(place);
  else notifyError(errorText(failure));
}
