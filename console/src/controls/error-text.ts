import i18next from 'i18next';
import { RequestError } from '../api/http.ts';
import { serverWords } from './server-words.ts';

/** Whether a part of the console could not be loaded; each browser has its own words for it. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload|error loading/i.test(error.message)
  );
}

/** Why something failed, in words for people. */
export function errorText(error: unknown): string {
  if ((error instanceof RequestError && error.status === 0) || isMissingPart(error)) {
    return i18next.t('error.unableToConnect');
  }
  const message = error instanceof Error ? error.message : String(error);
  // Some of the specification's messages are keys.
  if (i18next.exists(message)) return i18next.t(message);
  return (error instanceof RequestError && serverWords(message)) || message;
}
