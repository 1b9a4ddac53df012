import type { CompletionSource } from '@codemirror/autocomplete';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { StreamLanguage } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';

export type CodeLanguage = 'javascript' | 'json' | 'html' | 'css' | 'markdown' | 'protobuf' | 'text';

/** Languages that few editors need: fetched by the first one. */
const FETCHED: Readonly<Partial<Record<CodeLanguage, () => Promise<Extension>>>> = {
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  protobuf: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/protobuf')).protobuf),
};

/** What an editor needs of a language at once. */
export function languageOf(language: CodeLanguage, complete: CompletionSource): Extension {
  if (language === 'json') {
    const check = jsonParseLinter();
    return [json(), linter((view) => (view.state.doc.length === 0 ? [] : check(view)))];
  }
  if (language === 'javascript') return [javascript(), javascriptLanguage.data.of({ autocomplete: complete })];
  return [];
}

/** What comes later; undefined where nothing does. Without it, code has no colours, and is code nevertheless. */
export function fetchLanguage(language: CodeLanguage): Promise<Extension> | undefined {
  return FETCHED[language]?.();
}
