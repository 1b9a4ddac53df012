import './texts/texts.ts';
import '../editing/texts/texts.ts';
import '../own-widgets/texts/texts.ts';
import { Alert, Box, useMediaQuery } from '@mui/material';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { notify } from '../app/notices.ts';
import { focusWrongField } from '../editing/checked-part.tsx';
import { DraftNotes } from '../editing/draft-notes.tsx';
import { type Stored, useEdited } from '../editing/use-edited.ts';
import type { CodePaneHandle } from '../editors/code-pane.tsx';
import { useUnsavedGuard } from '../entity-page/unsaved-guard.ts';
import { CompareDialog } from './change-list.tsx';
import { TYPES, type TypeDraft } from './drafts.ts';
import { type TypeEditing, TypeEditingContext } from './editing-context.ts';
import { EditorToolbar, type ToolbarActions } from './editor-toolbar.tsx';
import type { EditedType } from './model/edited-type.ts';
import { AllPanes, OnePane, type PhoneTab } from './panes.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { toStored, useSaveType } from './use-save-type.tsx';
import { useTypeEdits } from './use-type-edits.ts';
import { useTypeRun } from './use-type-run.ts';
import { TYPE_VERSIONS, VersionsPanel } from './versions-panel.tsx';

/** The editor of a widget type: its code, the forms of its settings, and a widget of it at work. */
export function TypeEditor(props: {
  /** Under which drafts of it are kept. */
  draftId: string;
  start: Stored<EditedType>;
  /** Undefined: it is not stored yet. */
  stored: WidgetTypeDetails | undefined;
  draft: TypeDraft | undefined;
  bundle: WidgetsBundle;
  isSystem: boolean;
  readOnly: boolean;
  /** The owner of what the person may save. */
  ownTenantId: string;
  /** Reads again what lists of types show. */
  onChanged: (saved: WidgetTypeDetails) => Promise<void>;
  /** Opens another type. */
  onOpen: (type: WidgetTypeDetails, bundle: WidgetsBundle) => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const { stored, bundle, readOnly } = props;
  const isNew = stored === undefined;
  const [start] = useState(() => ({ stored: props.start, isNew: false, draft: props.draft }));
  const edited = useEdited(TYPES, props.draftId, start);
  const edits = useTypeEdits(edited);
  const place = { bundleAlias: bundle.alias, alias: stored?.alias ?? null, isSystem: props.isSystem };
  const runs = useTypeRun(edited.content, place);
  const [tab, setTab] = useState<PhoneTab>('preview');
  const [isFullScreen, setFullScreen] = useState(false);
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const [isNameMissing, setNameMissing] = useState(false);
  const [isFieldWrong, setFieldWrong] = useState(false);
  const script = useRef<CodePaneHandle>(null);
  /** A line to be shown once the script is there. */
  const wantedLine = useRef<readonly [line: number, column?: number]>(undefined);
  useEffect(() => {
    if (tab !== 'controllerScript' || !wantedLine.current) return;
    script.current?.goTo(...wantedLine.current);
    wantedLine.current = undefined;
  }, [tab]);

  /** Where to go once nothing is unsaved any more. */
  const [next, setNext] = useState<readonly [WidgetTypeDetails, WidgetsBundle]>();
  useUnsavedGuard(edited.isDirty && !readOnly && !next);
  const { onOpen } = props;
  useEffect(() => {
    if (next) onOpen(...next);
  }, [next, onOpen]);

  const run = () => {
    if (phone) setTab('preview');
    return runs.start();
  };
  const editing: TypeEditing = {
    ...{ edited, edits, place, runs, readOnly, script, isFieldWrong, setFieldWrong },
    runNow: () => void run(),
    goToLine(line, column) {
      if (phone && tab !== 'controllerScript') {
        wantedLine.current = [line, column];
        setTab('controllerScript');
      } else script.current?.goTo(line, column);
    },
  };
  const { save, saveAs, isSaving } = useSaveType({
    ...{ stored, bundle, edited, run },
    ownTenantId: props.ownTenantId,
    async onSaved(saved) {
      void client.invalidateQueries({ queryKey: [TYPE_VERSIONS] });
      await props.onChanged(saved);
    },
    async onSavedAs(saved, target, changed) {
      // There it goes on with what was changed meanwhile.
      if (changed) await TYPES.keepDraft(saved.id.id, toStored(saved), changed);
      // What was edited is another type now; this one is as it was stored.
      edited.begin(edited.base);
      setNext([saved, target]);
      await props.onChanged(saved);
    },
  });
  const actions: ToolbarActions = {
    saveAs: () => {
      if (!isNew) void saveAs();
    },
    save() {
      if (edited.changes.length === 0 && !isNew && !isFieldWrong) return;
      if (edited.content.name.trim() === '') {
        setNameMissing(true);
        document.querySelector<HTMLInputElement>('[data-widget-name]')?.focus();
        return;
      }
      // What is typed there is not in the type, or not as it can be used.
      if (focusWrongField()) {
        notify({ type: 'warn', message: t('widgetEditor.fieldWrong'), duration: 8000 });
        return;
      }
      void save();
    },
    compare: () =>
      void openDialog((close) => (
        <CompareDialog
          changes={edited.changes}
          onSave={
            readOnly
              ? undefined
              : () => {
                  close();
                  actions.save();
                }
          }
          onClose={() => close()}
        />
      )),
    revert: () => edited.revert(t('widgetEditor.step.revert')),
    toggleVersions: () => setVersionsOpen(!areVersionsOpen),
    toggleFullScreen: () => setFullScreen(!isFullScreen),
  };
  useEditorKeys(editing, actions);

  return (
    <TypeEditingContext value={editing}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          minWidth: 0,
          minHeight: 0,
          background: 'var(--bg)',
          ...(isFullScreen ? { position: 'fixed', inset: 0, zIndex: 1250 } : {}),
        }}
      >
        <EditorToolbar
          actions={actions}
          isSaving={isSaving}
          isNew={isNew}
          isFullScreen={isFullScreen}
          areVersionsOpen={areVersionsOpen}
          isNameMissing={isNameMissing}
        />
        {isNameMissing && edited.content.name.trim() === '' && (
          <Alert severity="error">{t('widgetEditor.nameMissing')}</Alert>
        )}
        {readOnly && <Alert severity="info">{t('widgetEditor.readOnly')}</Alert>}
        <DraftNotes
          edited={edited}
          readOnly={readOnly}
          words={{
            restored: (at) => t('widgetEditor.draft.text', { at }),
            revert: t('widgetEditor.step.revert'),
            tooLarge: t('widgetEditor.draft.tooLarge'),
            otherTab: t('widgetEditor.draft.otherTab'),
          }}
        />
        <Box sx={{ display: 'flex', flex: 1, minHeight: 0, minWidth: 0 }}>
          {phone ? <OnePane tab={tab} onTab={setTab} /> : <AllPanes />}
          {areVersionsOpen && stored && <VersionsPanel typeId={stored.id.id} onClose={() => setVersionsOpen(false)} />}
        </Box>
      </Box>
    </TypeEditingContext>
  );
}
