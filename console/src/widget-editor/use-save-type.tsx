import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/http.ts';
import { storedState } from '../api/stored-state.ts';
import { getWidgetType, saveWidgetType } from '../api/widget-library.ts';
import { listWidgetsBundles } from '../api/widget-types.ts';
import { openDialog } from '../app/dialogs.ts';
import { notifyError, notifySuccess } from '../app/notices.ts';
import { type ConflictAnswer, ConflictDialog } from '../editing/conflict-dialog.tsx';
import { mergeJson } from '../editing/merge-json.ts';
import type { Stored } from '../editing/use-edited.ts';
import { attempt } from '../entity-page/entity-action.ts';
import type { FrameFailure } from '../own-widgets/protocol.ts';
import type { EditedTypeState } from './editing-context.ts';
import { codeIn, type EditedType, toEditedType } from './model/edited-type.ts';
import { schemaProblem } from './model/json-problem.ts';
import { partsAt, typeChanges } from './model/type-changes.ts';
import { SaveAsDialog } from './save-as-dialog.tsx';

/** A stored type as it is edited. */
export const toStored = (type: WidgetTypeDetails): Stored<EditedType> => ({
  content: toEditedType(type),
  state: storedState(type),
});

interface Parts {
  /** Undefined: it is not stored yet. */
  stored: WidgetTypeDetails | undefined;
  bundle: WidgetsBundle;
  edited: EditedTypeState;
  /** The owner of what the person may save. */
  ownTenantId: string;
  /** Lets it run; resolves with what ended it. */
  run: () => Promise<FrameFailure | undefined>;
  onSaved: (saved: WidgetTypeDetails) => Promise<void>;
  /** It is another type now, in whatever bundle. `changed` has what was changed since it was sent; absent: nothing was. */
  onSavedAs: (saved: WidgetTypeDetails, bundle: WidgetsBundle, changed: EditedType | undefined) => Promise<void>;
}

/** Stores what is edited once it has run; refuses what fails, and asks when somebody else saved meanwhile. */
export function useSaveType({ stored, bundle, edited, ownTenantId, run, onSaved, onSavedAs }: Parts) {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);

  /** Whether what is edited works; says why it is not saved when it does not. */
  async function works(type: EditedType): Promise<boolean> {
    const failure = await run();
    const wrong = [
      ...(failure
        ? [
            t(`ownWidget.failure.${failure.stage}`),
            failure.message,
            failure.line === undefined ? '' : t('ownWidget.at', { line: failure.line, column: failure.column ?? 1 }),
          ]
        : []),
      ...(['settingsSchema', 'dataKeySettingsSchema'] as const).flatMap((part) => {
        const problem = schemaProblem(codeIn(type, part));
        return problem ? [`${t(`widgetEditor.part.${part}`)}: ${t(`widgetEditor.schemaProblem.${problem}`)}`] : [];
      }),
    ].filter(Boolean);
    if (wrong.length === 0) return true;
    notifyError([t('widgetEditor.fails'), ...wrong].join(' · '));
    return false;
  }

  async function resolveConflict(id: string): Promise<void> {
    const live = toStored(await getWidgetType(id));
    // Also what was changed while the save was under way.
    const { base, content: mine } = edited.now();
    const { content, both } = mergeJson(base.content, live.content, mine);
    const answer = await openDialog<ConflictAnswer>((close) => (
      <ConflictDialog
        title={t('widgetEditor.conflict.title')}
        text={t('widgetEditor.conflict.text', { count: typeChanges(base.content, live.content).length })}
        bothText={t('widgetEditor.conflict.both')}
        both={partsAt(both).map((part) => t(`widgetEditor.part.${part}`))}
        onClose={close}
      />
    ));
    if (answer === 'merge') edited.rebase(live, content, t('widgetEditor.step.merge'));
    else if (answer === 'theirs') edited.rebase(live, live.content, t('widgetEditor.step.theirs'));
  }

  /** What was edited since `sent` was, put onto what is stored since; undefined when nothing was. */
  function changedSince(sent: EditedType, saved: WidgetTypeDetails): EditedType | undefined {
    const { content } = edited.now();
    return content === sent ? undefined : mergeJson(sent, toEditedType(saved), content).content;
  }

  async function openSaveAs(type: EditedType): Promise<void> {
    const bundles = (await listWidgetsBundles()).filter(({ tenantId }) => tenantId.id === ownTenantId);
    await openDialog((close) => (
      <SaveAsDialog
        name={type.name}
        bundles={bundles}
        first={bundle.id.id}
        onClose={() => close()}
        save={async ({ name, bundle: target }) => {
          const saved = await saveWidgetType({ bundleAlias: target.alias, alias: null, ...type, name });
          close();
          notifySuccess(t('widgetEditor.saved', { name: saved.name }));
          await onSavedAs(saved, target, changedSince(type, saved));
        }}
      />
    ));
  }

  const whileSaving = (work: () => Promise<void>) =>
    attempt(async () => {
      if (isSaving) return;
      setSaving(true);
      try {
        await work();
      } finally {
        setSaving(false);
      }
    });

  const save = () =>
    whileSaving(async () => {
      const sent = edited.content;
      if (!(await works(sent))) return;
      try {
        const place = stored
          ? { id: stored.id, bundleAlias: stored.bundleAlias, alias: stored.alias }
          : { bundleAlias: bundle.alias, alias: null };
        const saved = await saveWidgetType({ ...place, ...sent }, stored ? edited.base.state : undefined);
        notifySuccess(t('widgetEditor.saved', { name: saved.name }));
        if (!stored) return await onSavedAs(saved, bundle, changedSince(sent, saved));
        const live = toStored(saved);
        edited.saved(live, sent, (now) => mergeJson(sent, live.content, now).content);
        await onSaved(saved);
      } catch (error) {
        if (!(error instanceof RequestError) || !stored) throw error;
        if (error.status === 409) await resolveConflict(stored.id.id);
        else if (error.status === 404) await openSaveAs(sent);
        else throw error;
      }
    });

  const saveAs = () =>
    whileSaving(async () => {
      const type = edited.content;
      if (await works(type)) await openSaveAs(type);
    });

  return { save, saveAs, isSaving };
}
