import type { EntryParameters } from './create-session.ts';

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
