/** Finds the words for a key; undefined of what is not known. Comes with the first dashboard that names any. */
let wordsOf: ((key: string) => string | undefined) | undefined;

const PART = /\{i18n:([^{}]+)\}/g;

async function load(): Promise<void> {
  wordsOf = (await import('./named-keys.ts')).textNamed;
}

/** Makes ready what the texts of a dashboard name by keys, as `{i18n:device.devices}`. */
export async function prepareNamedTexts(dashboard: unknown): Promise<void> {
  if (wordsOf || !JSON.stringify(dashboard ?? null).includes('{i18n:')) return;
  // Without them, keys are shown.
  await load().catch(() => undefined);
}

/**
 * A text of a dashboard with the parts `{i18n:key}` written out in the language of the user; what is not known stays as
 * it is. @param written what becomes of the words, where the text is markup
 */
export function withNamedTexts(text: string, written: (words: string) => string = (words) => words): string {
  // Dashboards of other people's making have anything in place of texts.
  if (!wordsOf || typeof text !== 'string' || !text.includes('{i18n:')) return text;
  const find = wordsOf;
  return text.replace(PART, (part, key: string) => {
    const words = find(key);
    return words === undefined ? part : written(words);
  });
}
