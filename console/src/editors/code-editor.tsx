import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { Box } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Field } from '../controls/text-input.tsx';
import { type CodeLanguage, fetchLanguage, languageOf } from './code-languages.ts';

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
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--line-2)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
});

const KEYS = keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]);

/**
 * An editor for code. Tab moves to the next control unless the text has been changed since the focus came: then it
 * indents, and Escape gives it back (WCAG 2.1.2).
 */
export function CodeEditor(props: {
  label: string;
  value: string;
  language: CodeLanguage;
  onChange?: (value: string) => void;
  /** Offers completions in scripts. */
  complete?: CompletionSource | undefined;
  help?: string | undefined;
  error?: string | undefined;
  /** Before and after the code: the head and the end of the function that it is the body of. */
  head?: string | undefined;
  foot?: string | undefined;
  /** Beside the label. */
  aside?: ReactNode;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  minHeight?: number;
  maxHeight?: number;
}) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { language, readOnly = false, label } = props;

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
          lineNumbers(),
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
          keymap.of([
            {
              key: 'Escape',
              run: (editor) => {
                if (!holdsTab) return false;
                setTab(editor, false);
                return true;
              },
            },
          ]),
          tab.of([]),
          KEYS,
          languageOf(language, complete),
          later.of([]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', id: `${id}-code` }),
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
    return () => {
      isThere = false;
      made.destroy();
    };
  }, [id, language, readOnly, label]);

  // Undone, or loaded again: the code of somebody else than the keyboard.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === props.value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
  }, [props.value]);

  const line = (text: string) => (
    <Box
      component="code"
      aria-hidden="true"
      sx={{ display: 'block', px: 3, py: 0.5, fontSize: 12, color: 'text.secondary', background: 'var(--line-2)' }}
    >
      {text}
    </Box>
  );
  return (
    <Field
      label={label}
      inputId={`${id}-code`}
      required={props.required}
      help={props.help}
      error={props.error}
      aside={props.aside}
    >
      <Box
        dir="ltr"
        sx={{
          border: '1px solid',
          borderColor: props.error === undefined ? 'var(--line)' : 'var(--critical)',
          borderRadius: '6px',
          overflow: 'hidden',
          background: 'var(--surface-2)',
          '&:focus-within': { outline: '2px solid var(--accent)', outlineOffset: -1 },
          '& .cm-editor': { maxHeight: props.maxHeight ?? 360 },
          '& .cm-scroller': { minHeight: props.minHeight ?? 80, overflow: 'auto' },
        }}
      >
        {props.head !== undefined && line(props.head)}
        <div ref={host} />
        {props.foot !== undefined && line(props.foot)}
      </Box>
    </Field>
  );
}
