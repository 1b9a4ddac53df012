import i18next from 'i18next';
import { RequestError } from '../api/http.ts';

/** Why something failed, in words for people. */
export function errorText(error: unknown): string {
  if (error instanceof RequestError && error.status === 0) return i18next.t('error.unableToConnect');
  const message = error instanceof Error ? error.message : String(error);
  // Some of the specification's messages are keys.
  return i18next.exists(message) ? i18next.t(message) : message;
}
