import { FIRST_LANGUAGE, PSEUDO_LANGUAGE } from './add-texts.ts';

/** Languages with texts, by the files of their first texts. */
const TRANSLATED = Object.keys(import.meta.glob('./languages/*.ts')).map((file) => file.slice(12, -3));

/** Every language that the console can speak. */
export const LANGUAGES: readonly string[] = [FIRST_LANGUAGE, ...TRANSLATED, PSEUDO_LANGUAGE];

/** Languages that are written from right to left, without their region. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

const baseOf = (language: string) => language.split(/[-_]/)[0] ?? language;

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(baseOf(language)) ? 'rtl' : 'ltr';
}

/**
 * The language to speak: the chosen one, else what the browser wants, most wanted first, each exactly or in another
 * region, else English. The pseudo-language has to be chosen.
 * @param wanted languages of the browser, as in `navigator.languages`: `de-CH`
 */
export function pickLanguage(
  chosen: string | undefined,
  wanted: readonly string[],
  languages: readonly string[] = LANGUAGES,
): string {
  if (chosen !== undefined && languages.includes(chosen)) return chosen;
  const spoken = languages.filter((language) => language !== PSEUDO_LANGUAGE);
  const all = chosen === undefined ? wanted : [chosen, ...wanted];
  for (const language of all) {
    const exact = language.replace('-', '_');
    const found =
      spoken.find((one) => one === exact) ??
      spoken.find((one) => baseOf(one).toLowerCase() === baseOf(exact).toLowerCase());
    if (found) return found;
  }
  return FIRST_LANGUAGE;
}

/** What a language calls itself: "Deutsch", "中文". */
function nameOf(language: string): string {
  const tag = language.replace('_', '-');
  return new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(baseOf(tag)) ?? language;
}

/**
 * The languages to choose from, with their own names. The pseudo-language is offered while the console is developed,
 * and where it is spoken.
 */
export function offeredLanguages(current: string): { id: string; label: string }[] {
  const offered = LANGUAGES.filter(
    (language) => language !== PSEUDO_LANGUAGE || import.meta.env.DEV || current === PSEUDO_LANGUAGE,
  );
  return offered.map((language) => ({
    id: language,
    label: language === PSEUDO_LANGUAGE ? '⟦Right to left⟧' : nameOf(language),
  }));
}
