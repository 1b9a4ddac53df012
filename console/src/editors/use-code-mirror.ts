import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  currentCompletions,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { type CodeLanguage, fetchLanguage, languageOf } from './code-languages.ts';
import { type CodeMark, showMarks } from './code-marks.ts';
import { changeBetween } from './text-change.ts';

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--c4)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--major)' },
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
]);

const THEME = EditorView.theme({
  '&': { fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--surface-2)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: 'none' },
  // Browsers write the colour of a bracket into the line when all of the text is replaced, and it would stay in dark.
  '.cm-line': { backgroundColor: 'transparent !important' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--line-2) !important' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-completionInfo': { maxWidth: '320px', padding: '6px 10px', fontSize: '12.5px' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-gutter-lint': { width: '14px' },
});

/** Ctrl+Enter is the page's: it runs what is edited. */
const editing = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
const KEYS = keymap.of([...closeBracketsKeymap, ...editing, ...historyKeymap, ...completionKeymap]);

/** What an editor for code is made of. */
export interface CodeMirrorProps {
  label: string;
  value: string;
  language: CodeLanguage;
  onChange?: ((value: string) => void) | undefined;
  /** Offers completions in scripts. */
  complete?: CompletionSource | undefined;
  readOnly?: boolean | undefined;
  /** What is wrong where; the same list as long as it is. Absent: the language alone knows what is wrong. */
  marks?: readonly CodeMark[] | undefined;
}

/**
 * An editor for code in an element. Tab moves to the next control unless the text has been changed since the focus came:
 * then it indents, and Escape gives it back (WCAG 2.1.2).
 * @param id of what is typed into
 */
export function useCodeMirror(id: string, props: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { language, readOnly = false, label, value, marks } = props;
  const hasMarks = marks !== undefined;

  useEffect(() => {
    if (!host.current) return;
    const tab = new Compartment();
    const later = new Compartment();
    let holdsTab = false;
    const setTab = (editor: EditorView, holds: boolean) => {
      if (holds === holdsTab) return;
      holdsTab = holds;
      editor.dispatch({ effects: tab.reconfigure(holds ? keymap.of([indentWithTab]) : []) });
    };
    const complete: CompletionSource = (context) => latest.current.complete?.(context) ?? null;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          // Before the completions, which have Escape for themselves even where nothing fits.
          Prec.highest(
            keymap.of([
              {
                key: 'Escape',
                // What Escape does here, closing choices too, leaves a dialog around the editor open.
                stopPropagation: true,
                run: (editor) => {
                  // Choices that are shown go first.
                  if (!holdsTab || currentCompletions(editor.state).length > 0) return false;
                  setTab(editor, false);
                  return true;
                },
              },
            ]),
          ),
          lineNumbers(),
          hasMarks ? lintGutter() : [],
          history(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          EditorState.tabSize.of(2),
          EditorState.readOnly.of(readOnly),
          syntaxHighlighting(COLOURS),
          THEME,
          tab.of([]),
          KEYS,
          languageOf(language, complete),
          later.of([]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', id, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const text = update.state.doc.toString();
            if (text === latest.current.value) return;
            latest.current.onChange?.(text);
            queueMicrotask(() => setTab(update.view, true));
          }),
          EditorView.domEventHandlers({
            blur: (_event, editor) => {
              setTab(editor, false);
            },
          }),
        ],
      }),
    });
    view.current = made;
    let isThere = true;
    fetchLanguage(language)?.then(
      (fetched) => isThere && made.dispatch({ effects: later.reconfigure(fetched) }),
      () => undefined,
    );
    if (latest.current.marks) showMarks(made, latest.current.marks);
    return () => {
      isThere = false;
      view.current = undefined;
      made.destroy();
    };
  }, [id, language, readOnly, label, hasMarks]);

  // Undone, or loaded again: the code of somebody else than the keyboard.
  useEffect(() => {
    const editor = view.current;
    const changes = editor && changeBetween(editor.state.doc.toString(), value);
    if (changes) editor.dispatch({ changes });
  }, [value]);
  useEffect(() => {
    if (view.current && marks) showMarks(view.current, marks);
  }, [marks]);

  return { host, view };
}
