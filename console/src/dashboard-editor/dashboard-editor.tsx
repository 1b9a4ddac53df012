import './texts/texts.ts';
import type { Dashboard } from '@signalbox/contract/dashboard';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { notify } from '../app/notices.ts';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import type { DashboardParts } from '../dashboard/dashboard-props.ts';
import { AliasesDialog } from '../datasources/aliases-dialog.tsx';
import { FiltersDialog } from '../datasources/filters-dialog.tsx';
import { focusWrongField } from '../editing/checked-part.tsx';
import { DraftNotes } from '../editing/draft-notes.tsx';
import { useEdited } from '../editing/use-edited.ts';
import { ActionsMenu } from '../entity-page/actions-menu.tsx';
import { askToLeave, useUnsavedGuard } from '../entity-page/unsaved-guard.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { DASHBOARDS, type DashboardDraft, dropDashboardDraft } from './drafts.ts';
import { EditLayer } from './edit-layer.tsx';
import { EditToolbar } from './edit-toolbar.tsx';
import { EditorAside } from './editor-aside.tsx';
import type { DashboardEditing, ShownEdit } from './editor-context.ts';
import { menuActions } from './editor-menu.ts';
import type { EditorMenu, EditorPanel, WidgetSelection } from './editor-types.ts';
import { withConfiguration } from './model/edited-dashboard.ts';
import { useDashboardEdits } from './use-dashboard-edits.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { toEdited, useSaveDashboard } from './use-save-dashboard.tsx';

const PARTS: DashboardParts = { Toolbar: EditToolbar, Layer: EditLayer, Aside: EditorAside };

/**
 * Edits a dashboard in its own view: everything is shown as it will be, while it is changed. The view is not in here: it
 * is there before and after, with the same widgets, and takes what it shows meanwhile from `onShow`.
 */
export function DashboardEditor(props: {
  stored: Dashboard;
  draft: DashboardDraft | undefined;
  onShow: (shown: ShownEdit | undefined) => void;
  onSaved: (saved: Dashboard) => void;
  /** Somebody deleted it meanwhile: what was edited is another dashboard now. */
  onSavedAsNew: (saved: Dashboard) => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  const { stored } = props;
  const dashboardId = stored.id.id;
  const [start] = useState(() => ({ stored: toEdited(stored), isNew: false, draft: props.draft }));
  const edited = useEdited(DASHBOARDS, dashboardId, start);
  const { title, configuration } = edited.content;
  useUnsavedGuard(edited.isDirty, true);

  const [selection, setSelection] = useState<WidgetSelection>();
  const select = useCallback(
    (place: LayoutPlace, ids: Iterable<string>) => setSelection({ place, ids: new Set(ids) }),
    [],
  );
  const [panel, setPanel] = useState<EditorPanel>();
  const [menu, setMenu] = useState<EditorMenu>();
  const [isFieldWrong, setFieldWrong] = useState(false);
  const lastPlace = useRef<LayoutPlace>(undefined);
  const lastAdded = useRef<string>(undefined);
  const showsState = useCallback((place: LayoutPlace) => {
    lastPlace.current = place;
    setSelection((now) => (now?.place.state === place.state ? now : undefined));
    setPanel((now) => {
      if (now && 'widget' in now && now.place.state !== place.state) return undefined;
      return now && 'library' in now && now.library.state !== place.state ? { library: place } : now;
    });
  }, []);
  const edits = useDashboardEdits({ dashboardId, edited, selection, select, setPanel, lastPlace, lastAdded });
  const { save: store, isSaving } = useSaveDashboard(stored, edited, props.onSaved, props.onSavedAsNew);

  const save = () => {
    if (title.trim() === '') {
      notify({ type: 'warn', message: t('dashboardEditor.titleMissing'), duration: 8000 });
      document.querySelector<HTMLElement>('[data-title-field]')?.focus();
      return;
    }
    // What is typed there is not in the dashboard, or not as it can be used.
    if (focusWrongField()) {
      notify({ type: 'warn', message: t('dashboardEditor.fieldWrong'), duration: 8000 });
      return;
    }
    if (edited.changes.length > 0) void store();
  };
  const editing: DashboardEditing = {
    ...{ dashboardId, edited, edits, selection, select, panel, setPanel, setMenu, isSaving, save },
    ...{ lastPlace, showsState, lastAdded, isFieldWrong, setFieldWrong },
    openAliases: () =>
      void openDialog((close) => (
        <AliasesDialog
          aliases={configuration.entityAliases}
          widgets={Object.values(configuration.widgets)}
          onSave={(entityAliases) => {
            edited.edit(t('dashboardEditor.step.aliases'), (now) => withConfiguration(now, { entityAliases }));
            close();
          }}
          onClose={() => close()}
        />
      )),
    openFilters: () =>
      void openDialog((close) => (
        <FiltersDialog
          filters={configuration.filters}
          widgets={Object.values(configuration.widgets)}
          onSave={(filters) => {
            edited.edit(t('dashboardEditor.step.filters'), (now) => withConfiguration(now, { filters }));
            close();
          }}
          onClose={() => close()}
        />
      )),
    compare: () =>
      void openDialog((close) => (
        <CompareDialog
          changes={edited.changes}
          onSave={() => {
            close();
            save();
          }}
          onClose={() => close()}
        />
      )),
    leave: () =>
      void (async () => {
        if (edited.isDirty) {
          if (!(await askToLeave(t))) return;
          await dropDashboardDraft(dashboardId);
        }
        props.onLeave();
      })(),
  };
  useEditorKeys(editing);

  // What is drawn under another title is the same dashboard.
  const shown = useMemo(() => ({ ...stored, title }), [stored, title]);
  const { onShow } = props;
  useLayoutEffect(() => onShow({ editing, dashboard: shown, configuration, parts: PARTS }));
  useLayoutEffect(() => () => onShow(undefined), [onShow]);
  return (
    <>
      <DraftNotes
        edited={edited}
        readOnly={false}
        words={{
          restored: (at) => t('dashboardEditor.draft.text', { at }),
          revert: t('dashboardEditor.step.revert'),
          tooLarge: t('dashboardEditor.draft.tooLarge'),
          otherTab: t('dashboardEditor.draft.otherTab'),
        }}
      />
      <ActionsMenu
        at={menu}
        actions={menu ? menuActions(t, menu, selection, edits, editing) : []}
        onClose={() => setMenu(undefined)}
      />
    </>
  );
}
