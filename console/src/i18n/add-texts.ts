import i18next from 'i18next';
import type { Texts } from './text-tree.ts';

/** File of a translation, named by its language (`./de_DE.json`) → loads it. */
export type Translations = Readonly<Record<string, () => Promise<unknown>>>;

/** The language that all texts are written in first; it stands in for what a translation lacks. */
export const FIRST_LANGUAGE = 'en_US';

/** English between brackets, written from right to left: shows what is not translated and not mirrored. */
export const PSEUDO_LANGUAGE = 'ar_XB';

const languageOf = (file: string) => /([\w-]+)\.\w+$/.exec(file)?.[1];

/** English texts that came before i18next was ready. */
const early: Texts[] = [];
const folders: { english: () => Texts; translations: Translations }[] = [];
/** Translations on their way. */
const loading = new Set<Promise<void>>();

function addEnglish(texts: Texts) {
  // What uses them is loaded with them and not drawn yet, so no update is needed.
  i18next.addResourceBundle(FIRST_LANGUAGE, 'translation', texts, true, false, { silent: true, skipCopy: true });
}

function loaderOf({ english, translations }: (typeof folders)[number], language: string) {
  if (language === PSEUDO_LANGUAGE) return async () => (await import('./pseudo.ts')).pseudoTexts(english());
  return Object.entries(translations).find(([file]) => languageOf(file) === language)?.[1];
}

function loadTranslation(folder: (typeof folders)[number], language: string) {
  const load = loaderOf(folder, language);
  if (!load) return;
  const done = load()
    .then((texts) => {
      // Everything is drawn again for texts of the language that is spoken; for that of a change it will be once.
      const silent = language !== i18next.language;
      i18next.addResourceBundle(language, 'translation', texts, true, false, { silent });
    })
    .catch((error: unknown) => console.warn(`Texts in ${language} could not be loaded`, error))
    .finally(() => loading.delete(done));
  loading.add(done);
}

/**
 * Adds the texts of a folder. English comes with the code that uses it; the translation into the language that is
 * spoken is loaded beside it.
 */
export function addTexts(english: Texts, translations: Translations = {}): void {
  const folder = { english: () => english, translations };
  folders.push(folder);
  if (!i18next.isInitialized) {
    early.push(english);
    return;
  }
  addEnglish(english);
  loadTranslation(folder, i18next.language);
}

/**
 * Adds translations of texts whose English stands elsewhere, and is said from there.
 * @param english what they are called; only asked for where it is needed
 */
export function addTranslations(english: () => Texts, translations: Translations): void {
  const folder = { english, translations };
  folders.push(folder);
  if (i18next.isInitialized) loadTranslation(folder, i18next.language);
}

/** Adds what came before i18next was ready. */
export function addEarlyTexts(): void {
  for (const texts of early.splice(0)) addEnglish(texts);
  for (const folder of folders) loadTranslation(folder, i18next.language);
}

/** Resolves when no translation is on its way any more; one that fails is left to English. */
export async function textsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}

/** Changes to `language` once the texts of every folder that is open are there in it. */
export async function changeLanguage(language: string): Promise<void> {
  for (const folder of folders) loadTranslation(folder, language);
  await textsLoaded();
  await i18next.changeLanguage(language);
}
