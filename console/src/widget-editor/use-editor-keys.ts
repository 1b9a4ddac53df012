import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import type { TypeEditing } from './editing-context.ts';
import type { ToolbarActions } from './editor-toolbar.tsx';

/** Keys and commands of the editor. */
export function useEditorKeys(editing: TypeEditing, actions: ToolbarActions): void {
  const { t } = useTranslation();
  const latest = useRef({ editing, actions });
  latest.current = { editing, actions };
  const { readOnly } = editing;
  useActions(
    useMemo<Action[]>(() => {
      const group = t('widgetEditor.editor');
      const of = (id: string, label: string, keys: string, run: () => void, more: Partial<Action> = {}): Action => ({
        ...{ id: `widget-type-${id}`, label, group, keys, run },
        ...more,
      });
      const now = () => latest.current;
      const all = [
        of('run', t('widgetEditor.run'), 'Ctrl+Enter', () => now().editing.runNow(), { icon: 'play' }),
        of('save-as', t('widgetEditor.saveAs.open'), 'Ctrl+Shift+S', () => now().actions.saveAs(), { icon: 'copy' }),
        of('full-screen', t('widgetEditor.fullScreen'), 'Ctrl+Shift+F', () => now().actions.toggleFullScreen(), {
          icon: 'fullscreen',
        }),
      ];
      if (readOnly) return all;
      /** Code has steps of its own for these keys. */
      const outside = { hidden: true, inFields: false };
      return [
        ...all,
        of('save', t('action.save'), 'Ctrl+S', () => now().actions.save(), { icon: 'check' }),
        of('revert', t('widgetEditor.revert'), 'Ctrl+Q', () => now().actions.revert()),
        of('undo', t('editing.undoStep'), 'Ctrl+Z', () => now().editing.edited.undo(), outside),
        of('redo', t('editing.redoStep'), 'Ctrl+Shift+Z', () => now().editing.edited.redo(), outside),
        of('redo-too', t('editing.redoStep'), 'Ctrl+Y', () => now().editing.edited.redo(), outside),
      ];
    }, [t, readOnly]),
  );
}
