import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import type { DashboardEditing } from './editor-context.ts';

/** Keys and commands of the editor. */
export function useEditorKeys(editing: DashboardEditing): void {
  const { t } = useTranslation();
  const latest = useRef(editing);
  latest.current = editing;
  const hasSelection = (editing.selection?.ids.size ?? 0) > 0;
  useActions(
    useMemo<Action[]>(() => {
      const group = t('dashboardEditor.editor');
      /** A key of the widgets; text fields have it for themselves. */
      const key = (id: string, label: string, keys: string, run: () => void): Action => ({
        ...{ id, label, group, keys, hidden: true, inFields: false, run },
      });
      /** What focused widgets do by themselves: a key that is never pressed, for the cheat sheet. */
      const shown = (id: string, label: string, keys: string): Action => key(id, label, keys, () => undefined);
      const onSelected =
        (run: (editing: DashboardEditing, place: NonNullable<DashboardEditing['selection']>) => void) => () => {
          const { selection } = latest.current;
          // What has the focus beside the widgets has its keys for itself.
          if (document.activeElement?.closest('aside')) return;
          if (selection && selection.ids.size > 0) run(latest.current, selection);
        };
      const inPlace =
        (run: (editing: DashboardEditing, place: { state: string; layout: 'main' | 'right' }) => void) => () => {
          const place = latest.current.selection?.place ?? latest.current.lastPlace.current;
          if (place) run(latest.current, place);
        };
      return [
        {
          ...{ id: 'save-dashboard', label: t('action.save'), group, icon: 'check', keys: 'Ctrl+S' },
          run: () => latest.current.save(),
        },
        {
          ...{ id: 'compare-dashboard', label: t('dashboardEditor.compare.title'), group, icon: 'table' },
          run: () => latest.current.compare(),
        },
        {
          ...{ id: 'add-widget', label: t('dashboardEditor.addWidget'), group, icon: 'add', keys: 'A' },
          run: inPlace(({ setPanel }, place) => setPanel({ library: place })),
        },
        key('undo-step', t('editing.undoStep'), 'Ctrl+Z', () => latest.current.edited.undo()),
        key('redo-step', t('editing.redoStep'), 'Ctrl+Shift+Z', () => latest.current.edited.redo()),
        key('redo-step-too', t('editing.redoStep'), 'Ctrl+Y', () => latest.current.edited.redo()),
        key('select-all-widgets', t('dashboardEditor.keys.all'), 'Ctrl+A', () => latest.current.edits.selectAll()),
        key('deselect-widgets', t('dashboardEditor.keys.none'), 'Escape', () => {
          const { selection, select, setPanel } = latest.current;
          setPanel(undefined);
          if (selection) select(selection.place, []);
        }),
        // Without selected widgets, it is marked text that is copied.
        ...(hasSelection
          ? [
              key(
                'copy-widgets',
                t('dashboardEditor.menu.copy'),
                'Ctrl+C',
                onSelected(({ edits }, { place, ids }) => void edits.copy(place, ids)),
              ),
              key(
                'cut-widgets',
                t('dashboardEditor.keys.cut'),
                'Ctrl+X',
                onSelected(({ edits }, { place, ids }) => edits.cut(place, ids)),
              ),
              key(
                'copy-reference',
                t('dashboardEditor.menu.copyReference'),
                'Ctrl+R',
                onSelected(({ edits }, { place, ids }) => {
                  const [id] = ids;
                  if (id !== undefined) edits.copyReference(place, id);
                }),
              ),
              key(
                'duplicate-widgets',
                t('dashboardEditor.menu.duplicate'),
                'Ctrl+D',
                onSelected(({ edits }, { place, ids }) => edits.duplicate(place, ids)),
              ),
              key(
                'remove-widgets',
                t('dashboardEditor.keys.remove'),
                'Delete',
                onSelected(({ edits }, { place, ids }) => edits.remove(place, ids)),
              ),
              key(
                'remove-widgets-too',
                t('dashboardEditor.keys.remove'),
                'Backspace',
                onSelected(({ edits }, { place, ids }) => edits.remove(place, ids)),
              ),
              key(
                'edit-widget',
                t('dashboardEditor.menu.edit'),
                'E',
                onSelected(({ setPanel }, { ids, place }) => {
                  const [id] = ids;
                  if (id !== undefined) setPanel({ widget: id, place });
                }),
              ),
            ]
          : []),
        key(
          'paste-widgets',
          t('dashboardEditor.menu.paste'),
          'Ctrl+V',
          inPlace(({ edits }, place) => edits.paste(place)),
        ),
        key(
          'paste-reference',
          t('dashboardEditor.menu.pasteReference'),
          'Ctrl+I',
          inPlace(({ edits }, place) => edits.pasteReference(place)),
        ),
        shown('move-widgets', t('dashboardEditor.keys.move'), '← ↑ → ↓'),
        shown('resize-widget', t('dashboardEditor.keys.resize'), 'Shift ← ↑ → ↓'),
      ];
    }, [t, hasSelection]),
  );
}
