import type { Plugin } from 'prettier';
import type { CodeLanguage } from './code-languages.ts';

type Tidied = Exclude<CodeLanguage, 'text' | 'protobuf'>;

const script = () => [import('prettier/plugins/babel'), import('prettier/plugins/estree')];

/** What the library needs for a language, fetched when it is tidied first. */
const PARSERS: Readonly<Record<Tidied, readonly [parser: string, fetchPlugins: () => Promise<unknown>[]]>> = {
  javascript: ['babel', script],
  json: ['json', script],
  html: ['html', () => [import('prettier/plugins/html')]],
  css: ['css', () => [import('prettier/plugins/postcss')]],
  markdown: ['markdown', () => [import('prettier/plugins/markdown')]],
};

/** Characters that a level is further in, and of a line, where they are not the usual ones (specification §9). */
const SHAPES: Readonly<Partial<Record<Tidied, { tabWidth: number; printWidth: number }>>> = {
  javascript: { tabWidth: 4, printWidth: 60 },
  json: { tabWidth: 4, printWidth: 60 },
};
const USUAL_SHAPE = { tabWidth: 2, printWidth: 100 };

/** Whether `tidyCode` knows a language. */
export const isTidied = (language: CodeLanguage): language is Tidied => language in PARSERS;

/**
 * Code as people write it: lines as far in as they belong, one way to set spaces. Scripts are bodies of functions.
 *
 * @param indent characters that a level is further in; absent: as usual in the language
 * @throws Error when it is not code of this language
 */
export async function tidyCode(language: Tidied, code: string, indent?: number): Promise<string> {
  const [parser, fetchPlugins] = PARSERS[language];
  const [{ format }, ...plugins] = await Promise.all([import('prettier/standalone'), ...fetchPlugins()]);
  const tidied = await format(code, {
    parser,
    plugins: plugins as Plugin[],
    singleQuote: language === 'javascript',
    ...(SHAPES[language] ?? USUAL_SHAPE),
    ...(indent === undefined ? {} : { tabWidth: indent }),
  });
  return tidied.trimEnd();
}

/**
 * JSON without the spaces between its parts. Numbers and texts stay as they are written, however long.
 *
 * @throws SyntaxError when it is no JSON
 */
export function minifyJson(code: string): string {
  JSON.parse(code);
  return code.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? '');
}
