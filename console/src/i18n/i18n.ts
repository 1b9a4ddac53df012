import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { addEarlyTexts, changeLanguage, FIRST_LANGUAGE } from './add-texts.ts';
import './texts/texts.ts';

const SETTINGS_KEY = 'TB-SETTINGS';

/** The language the user chose, from the settings in the local storage. */
function storedLanguage(): string | undefined {
  try {
    const settings = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}') as { userLang?: string };
    return settings.userLang;
  } catch {
    return undefined;
  }
}

/** Speaks the language that a user chose, now and when the console is opened again in this browser. */
export function setLanguage(language: string): void {
  let settings: object = {};
  try {
    settings = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}') as object;
  } catch {
    // What cannot be read is replaced.
  }
  localStorage.setItem(SETTINGS_KEY, JSON.stringify({ ...settings, userLang: language }));
  if (i18next.language !== language) void changeLanguage(language);
}

/** Starts the translations; a missing key is logged and shown as it is. */
export function startTranslations() {
  void i18next.use(initReactI18next).init({
    lng: storedLanguage() ?? FIRST_LANGUAGE,
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
  addEarlyTexts();
}

/** The locale for dates and numbers: the browser's own. */
export const locale: string = navigator.language || 'en-GB';
