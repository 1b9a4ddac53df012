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

/** Whether `tidyCode` knows a language. */
export const isTidied = (language: CodeLanguage): language is Tidied => language in PARSERS;

/**
 * Code as people write it: lines as far in as they belong, one way to set spaces. Scripts are bodies of functions.
 *
 * @throws Error when it is not code of this language
 */
export async function tidyCode(language: Tidied, code: string): Promise<string> {
  const [parser, fetchPlugins] = PARSERS[language];
  const [{ format }, ...plugins] = await Promise.all([import('prettier/standalone'), ...fetchPlugins()]);
  const tidied = await format(code, {
    parser,
    plugins: plugins as Plugin[],
    singleQuote: language === 'javascript',
    printWidth: 100,
    tabWidth: 2,
  });
  return tidied.trimEnd();
}
