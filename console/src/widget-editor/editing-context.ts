import { createContext, useContext } from 'react';
import type { Edited } from '../editing/use-edited.ts';
import type { CodePaneHandle } from '../editors/code-pane.tsx';
import type { TypePlace } from './entry-of.ts';
import type { EditedType } from './model/edited-type.ts';
import type { TypeChange } from './model/type-changes.ts';
import type { TypeEdits } from './use-type-edits.ts';
import type { TypeRuns } from './use-type-run.ts';

export type EditedTypeState = Edited<EditedType, TypeChange>;

/** What the parts of the editor share. */
export interface TypeEditing {
  edited: EditedTypeState;
  edits: TypeEdits;
  place: TypePlace;
  runs: TypeRuns;
  /** It is only looked at, or saved as another one. */
  readOnly: boolean;
  /** The editor of the script. */
  script: { current: CodePaneHandle | null };
  /** Shows a line of the script. */
  goToLine: (line: number, column?: number) => void;
  /** What a field of the forms says is wrong, and not among the changes. */
  isFieldWrong: boolean;
  setFieldWrong: (isWrong: boolean) => void;
  /** Runs what is edited, where it can be seen. */
  runNow: () => void;
}

export const TypeEditingContext = createContext<TypeEditing | null>(null);

export function useTypeEditing(): TypeEditing {
  const editing = useContext(TypeEditingContext);
  if (!editing) throw new Error('There is no editor of widget types');
  return editing;
}
