import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '../api/browser-storage.ts';
import { addEarlyTexts, changeLanguage, FIRST_LANGUAGE } from './add-texts.ts';
import { directionOf, LANGUAGES, pickLanguage } from './languages.ts';
import './texts/texts.ts';

const SETTINGS_KEY = 'TB-SETTINGS';

/** The language the user chose, from the settings in the local storage. */
function storedLanguage(): string | undefined {
  try {
    const settings = JSON.parse(localStore.getItem(SETTINGS_KEY) ?? '{}') as { userLang?: string };
    return settings.userLang;
  } catch {
    return undefined;
  }
}

/** Says in which language the document is written, and which way: for the browser, screen readers and styles. */
function markDocument(language: string): void {
  document.documentElement.lang = language.replace('_', '-');
  document.documentElement.dir = directionOf(language);
}

/**
 * Speaks the language that a user chose, now and when the console is opened again in this browser; one that it does not
 * speak changes nothing.
 */
export function setLanguage(language: string): void {
  if (!LANGUAGES.includes(language)) return;
  let settings: object = {};
  try {
    settings = JSON.parse(localStore.getItem(SETTINGS_KEY) ?? '{}') as object;
  } catch {
    // What cannot be read is replaced.
  }
  localStore.setItem(SETTINGS_KEY, JSON.stringify({ ...settings, userLang: language }));
  if (i18next.language !== language) void changeLanguage(language);
}

/** Starts the translations, once; a missing key is logged and shown as it is. */
export function startTranslations(): void {
  if (i18next.isInitialized) return;
  void i18next.use(initReactI18next).init({
    lng: pickLanguage(storedLanguage(), navigator.languages),
    fallbackLng: FIRST_LANGUAGE,
    resources: { [FIRST_LANGUAGE]: { translation: {} } },
    // A translation may come later than the page that speaks it.
    react: { bindI18nStore: 'added' },
    interpolation: { escapeValue: false },
    returnNull: false,
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => console.warn(`Missing translation: ${key}`),
    // Locale names are written as in the specification, with an underscore.
    cleanCode: false,
  });
  markDocument(i18next.language);
  i18next.on('languageChanged', markDocument);
  addEarlyTexts();
}

/** The locale for dates and numbers: the browser's own. */
export const locale: string = navigator.language || 'en-GB';
