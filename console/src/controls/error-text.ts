import i18next from 'i18next';
import { failureKind } from '../api/failure.ts';
import { RequestError } from '../api/http.ts';
import { optionalText } from '../i18n/optional-text.ts';
import type { IconName } from './icon.tsx';
import { serverWords } from './server-words.ts';

/** What is said about a failure, the same wherever it happens. */
export interface FailureWords {
  icon: IconName;
  title: string;
  /** What to do about it, or what the console does. */
  text: string;
}

/** What to say about a failure; undefined when its own words say more. */
function wordsOf(error: unknown): FailureWords | undefined {
  switch (failureKind(error)) {
    case 'offline':
      return { icon: 'error', title: i18next.t('error.unableToConnect'), text: i18next.t('error.unableToConnectText') };
    case 'unavailable':
      return { icon: 'warning', title: i18next.t('error.unavailable'), text: i18next.t('error.unavailableText') };
    case 'busy':
      return { icon: 'warning', title: i18next.t('error.busy'), text: i18next.t('error.busyText') };
    case 'forbidden':
      return { icon: 'lock', title: i18next.t('error.forbidden'), text: i18next.t('error.forbiddenText') };
    case 'gone':
      return { icon: 'error', title: i18next.t('error.gone'), text: i18next.t('error.goneText') };
    case 'failed':
      return undefined;
  }
}

/** What to say in place of what could not be loaded; `title` where nothing more particular is known. */
export function failureWords(error: unknown, title?: string): FailureWords {
  const words = wordsOf(error);
  if (words) return words;
  return { icon: 'error', title: title ?? i18next.t('error.failed'), text: errorText(error) };
}

/** Why a number or a line could not be loaded, in a few words. */
export function failureLine(error: unknown): string {
  return wordsOf(error)?.title ?? errorText(error);
}

const hasOwnMessage = (error: RequestError) =>
  typeof (error.body as { message?: unknown } | null | undefined)?.message === 'string';

/** Why something that was asked for did not work, in words for people: the server's where it gives a reason. */
export function errorText(error: unknown): string {
  const kind = failureKind(error);
  const words = wordsOf(error);
  if (words && (kind === 'offline' || kind === 'unavailable')) return words.title;
  const message = error instanceof Error ? error.message : String(error);
  // Some of the specification's messages are keys.
  const known = optionalText(message, undefined);
  if (known !== undefined) return known;
  if (!(error instanceof RequestError)) return message;
  return serverWords(message) ?? (words && !hasOwnMessage(error) ? words.title : message);
}
