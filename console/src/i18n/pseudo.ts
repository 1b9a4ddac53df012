import type { Texts } from './text-tree.ts';

/** Plural forms that English has not, and languages that are written from right to left have. */
const FURTHER_FORMS = ['zero', 'two', 'few', 'many'];

/** English texts between brackets. What English says of many is said of every number. */
export function pseudoTexts(english: Texts): Texts {
  const texts: Texts = {};
  for (const [key, value] of Object.entries(english)) {
    texts[key] = typeof value === 'string' ? `⟦${value}⟧` : pseudoTexts(value);
    if (!key.endsWith('_other')) continue;
    for (const form of FURTHER_FORMS) texts[key.replace(/other$/, form)] = texts[key];
  }
  return texts;
}
