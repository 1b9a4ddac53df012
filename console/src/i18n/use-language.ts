import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { directionOf } from './languages.ts';

function subscribe(listener: () => void) {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** The language that is spoken now, such as `en_US`. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, () => i18next.language);
}

/** Which way it is written. */
export function useDirection(): 'ltr' | 'rtl' {
  return directionOf(useLanguage());
}
