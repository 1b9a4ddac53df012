import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';

/** Something that is wrong at a place of code. */
export interface CodeMark {
  /** From 1. */
  line: number;
  /** From 1; absent: all of the line. */
  column?: number | undefined;
  message: string;
  severity: 'error' | 'warning';
}

/** Marks what is wrong; a line that is not there any more is none. */
export function showMarks(editor: EditorView, marks: readonly CodeMark[]): void {
  const { doc } = editor.state;
  const diagnostics = marks.flatMap(({ line, column, message, severity }): Diagnostic[] => {
    if (line < 1 || line > doc.lines) return [];
    const { from, to } = doc.line(line);
    const at = column === undefined ? from : Math.min(to, from + Math.max(0, column - 1));
    return [{ from: at, to, severity, message }];
  });
  editor.dispatch(setDiagnostics(editor.state, diagnostics));
}

/** Puts the cursor at a line, in sight. */
export function goToLine(editor: EditorView, line: number, column = 1): void {
  const { doc } = editor.state;
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  editor.dispatch({ selection: { anchor: Math.min(to, from + column - 1) }, scrollIntoView: true });
  editor.focus();
}
