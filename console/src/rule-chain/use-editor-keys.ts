import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';

interface EditorKeys {
  save: () => void;
  compare: () => void;
  arrangeAll: () => void;
  addNote: () => void;
  selectAll: () => void;
  removeSelected: () => void;
  deselect: () => void;
  copy: () => void;
  cut: () => void;
  duplicate: () => void;
  /** Goes to the library. */
  addNode: () => void;
  /** Goes to where the selected node is linked with another. */
  link: () => void;
  openSelected: () => void;
  /** Lets messages enter at the selected node. */
  enterHere: () => void;
  go: (way: 'next' | 'before' | 'beside') => void;
  paste: () => void;
  align: (axis: 'x' | 'y') => void;
}

/** Keys and commands of the editor. */
export function useEditorKeys(
  run: EditorKeys,
  {
    readOnly,
    selected,
    undo,
    redo,
  }: { readOnly: boolean /** Number of nodes. */; selected: number; undo: () => void; redo: () => void },
): void {
  const { t } = useTranslation();
  const [hasNodes, isSeveral] = [selected > 0, selected > 1];
  const latest = useRef(run);
  latest.current = run;
  useActions(
    useMemo<Action[]>(() => {
      const group = t('rules.editor');
      const call = (name: Exclude<keyof EditorKeys, 'go' | 'align'>) => () => latest.current[name]();
      const onSelected = (name: 'cut' | 'duplicate' | 'removeSelected') => () => {
        // What has the focus beside the canvas has its keys for itself.
        if (!document.activeElement?.closest('aside')) latest.current[name]();
      };
      /** A key of the canvas; text fields have it for themselves. */
      const key = (id: string, label: string, keys: string, does: () => void): Action => ({
        ...{ id, label, group, keys, hidden: true, inFields: false, run: does },
      });
      /** What focused nodes or the browser do with keys by themselves: a key that is never pressed, for the cheat sheet. */
      const shown = (id: string, label: string, keys: string): Action => key(id, label, keys, () => undefined);
      const find = () => document.querySelector<HTMLInputElement>('[data-find-node]')?.focus();
      const removes = t('rules.delete');
      return [
        { id: 'find-node', label: t('rules.findNode'), group, icon: 'search', keys: '/', run: find },
        key('next-node', t('rules.keys.next'), 'N', () => latest.current.go('next')),
        key('node-before', t('rules.keys.before'), 'B', () => latest.current.go('before')),
        key('node-beside', t('rules.keys.beside'), 'S', () => latest.current.go('beside')),
        key('open-node', t('rules.keys.open'), 'E', call('openSelected')),
        shown('focus-node', t('rules.keys.focus'), 'Tab '),
        shown('select-node', t('rules.keys.select'), 'Space '),
        shown('open-focused-node', t('rules.keys.openFocused'), 'Enter '),
        key('select-all-nodes', t('rules.selectAll'), 'Ctrl+A', call('selectAll')),
        key('deselect-nodes', t('rules.deselect'), 'Escape', call('deselect')),
        // Without nodes to copy, it is marked text that is copied.
        hasNodes
          ? key('copy-nodes', t('rules.copy'), 'Ctrl+C', call('copy'))
          : shown('copy-nodes', t('rules.copy'), 'Ctrl+C '),
        ...(readOnly
          ? []
          : ([
              { id: 'save-chain', label: t('rules.makeLive'), group, icon: 'check', keys: 'Ctrl+S', run: call('save') },
              { id: 'compare-chain', label: t('rules.compare.title'), group, icon: 'table', run: call('compare') },
              { id: 'arrange-chain', label: t('rules.arrange'), group, icon: 'arrange', run: call('arrangeAll') },
              ...(isSeveral
                ? (['x', 'y'] as const).map(
                    (axis): Action => ({
                      id: `align-${axis}`,
                      label: t(axis === 'x' ? 'rules.alignColumn' : 'rules.alignRow'),
                      group,
                      icon: 'arrange',
                      run: () => latest.current.align(axis),
                    }),
                  )
                : []),
              { id: 'add-node', label: t('rules.keys.addNode'), group, icon: 'add', keys: 'A', run: call('addNode') },
              key('link-node', t('rules.keys.link'), 'L', call('link')),
              key('enter-here', t('rules.enterHere'), 'F', call('enterHere')),
              shown('move-nodes', t('rules.keys.move'), '← ↑ → ↓'),
              { id: 'add-note', label: t('rules.note.add'), group, icon: 'message', keys: 'M', run: call('addNote') },
              key('undo-step', t('editing.undoStep'), 'Ctrl+Z', undo),
              key('redo-step', t('editing.redoStep'), 'Ctrl+Shift+Z', redo),
              key('redo-step-too', t('editing.redoStep'), 'Ctrl+Y', redo),
              hasNodes
                ? key('cut-nodes', t('rules.cut'), 'Ctrl+X', onSelected('cut'))
                : shown('cut-nodes', t('rules.cut'), 'Ctrl+X '),
              key('duplicate-nodes', t('rules.duplicate'), 'Ctrl+D', onSelected('duplicate')),
              key('paste-nodes', t('rules.paste'), 'Ctrl+V', call('paste')),
              key('delete-selected', removes, 'Delete', onSelected('removeSelected')),
              key('delete-selected-too', removes, 'Backspace', onSelected('removeSelected')),
            ] satisfies Action[])),
      ];
    }, [t, readOnly, hasNodes, isSeveral, undo, redo]),
  );
}
