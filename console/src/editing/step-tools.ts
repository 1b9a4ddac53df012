import './texts/texts.ts';
import type { TFunction } from 'i18next';
import type { Tool } from './tool-groups.tsx';

/** Undoes and repeats steps; each button names its step. */
export function stepTools(
  t: TFunction,
  edited: {
    canUndo: boolean;
    canRedo: boolean;
    undoLabel: string | undefined;
    redoLabel: string | undefined;
    undo: () => void;
    redo: () => void;
  },
): Tool[] {
  return [
    {
      id: 'undo',
      label: edited.undoLabel ? t('editing.undo', { step: edited.undoLabel }) : t('editing.undoNothing'),
      icon: 'undo',
      keys: 'Ctrl+Z',
      disabled: !edited.canUndo,
      run: edited.undo,
    },
    {
      id: 'redo',
      label: edited.redoLabel ? t('editing.redo', { step: edited.redoLabel }) : t('editing.redoNothing'),
      icon: 'redo',
      keys: 'Ctrl+Shift+Z',
      disabled: !edited.canRedo,
      run: edited.redo,
    },
  ];
}
