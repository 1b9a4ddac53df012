import type { Dashboard } from '@signalbox/contract/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard, saveDashboard } from '../api/dashboards.ts';
import { RequestError } from '../api/http.ts';
import { storedState } from '../api/stored-state.ts';
import { ask, openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { upgradedConfiguration } from '../dashboard/upgrade.ts';
import { type ConflictAnswer, ConflictDialog } from '../editing/conflict-dialog.tsx';
import { mergeJson } from '../editing/merge-json.ts';
import type { Stored } from '../editing/use-edited.ts';
import { attempt } from '../entity-page/entity-action.ts';
import type { EditedDashboardState } from './editor-types.ts';
import { dashboardChanges } from './model/differences.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';

/** A stored dashboard as it is edited. */
export function toEdited(dashboard: Dashboard): Stored<EditedDashboard> {
  const { title, configuration } = dashboard;
  return {
    content: { title, configuration: upgradedConfiguration(configuration, title) },
    state: storedState(dashboard),
  };
}

/** Names of what both changed, from the paths in the edited dashboard. */
function namesOf(paths: readonly (readonly string[])[], { configuration }: EditedDashboard): string[] {
  const names = paths.map((path) => {
    const [, section, id = ''] = path;
    if (section === 'widgets') return configuration.widgets[id]?.config.title || id;
    if (section === 'states') return configuration.states[id]?.name || id;
    if (section === 'entityAliases') return configuration.entityAliases[id]?.alias ?? id;
    if (section === 'filters') return configuration.filters[id]?.filter ?? id;
    return path.join(' ');
  });
  return [...new Set(names)];
}

/** Stores what is edited; asks when somebody else did so meanwhile. */
export function useSaveDashboard(
  stored: Dashboard,
  edited: EditedDashboardState,
  onSaved: (saved: Dashboard) => void,
  onSavedAsNew: (saved: Dashboard) => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  /** What edits do not touch, as it was stored last: its picture, and how apps show it. */
  const frame = useRef(stored);

  /** @returns what is stored; undefined when somebody else saved, which is to be gone on with first */
  async function store(sent: EditedDashboard, state: string): Promise<Dashboard | undefined> {
    const { id, image, mobileHide, mobileOrder } = frame.current;
    try {
      return await saveDashboard({ id, image, mobileHide, mobileOrder, ...sent }, state);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 409) throw error;
    }
    frame.current = await readDashboard(stored.id.id);
    const live = toEdited(frame.current);
    const isFrameOnly = dashboardChanges(edited.base.content, live.content).length === 0;
    if (isFrameOnly && live.state !== state) return store(sent, live.state);
    await resolveConflict(live);
    return undefined;
  }

  async function resolveConflict(live: Stored<EditedDashboard>): Promise<void> {
    // Also what was changed while the save was under way.
    const { base, content: mine } = edited.now();
    const { content, both } = mergeJson(base.content, live.content, mine);
    const answer = await openDialog<ConflictAnswer>((close) => (
      <ConflictDialog
        title={t('dashboardEditor.conflict.title')}
        text={t('dashboardEditor.conflict.text', { count: dashboardChanges(base.content, live.content).length })}
        bothText={t('dashboardEditor.conflict.both')}
        both={namesOf(both, mine)}
        onClose={close}
      />
    ));
    if (answer === 'merge') edited.rebase(live, content, t('dashboardEditor.step.merge'));
    else if (answer === 'theirs') edited.rebase(live, live.content, t('dashboardEditor.step.theirs'));
  }

  /** Somebody deleted it: nothing is lost when it is stored once more. */
  async function saveAsNew(): Promise<void> {
    const { content: sent } = edited.now();
    const isWanted = await ask({
      title: t('dashboardEditor.gone.title', { title: sent.title }),
      content: t('dashboardEditor.gone.text'),
      confirmLabel: t('dashboardEditor.gone.save'),
      cancelLabel: t('action.cancel'),
    });
    if (!isWanted) return;
    const { image, mobileHide, mobileOrder } = frame.current;
    const saved = await saveDashboard({ image, mobileHide, mobileOrder, ...sent });
    edited.saved({ content: sent, state: storedState(saved) }, sent, (now) => now);
    await client.invalidateQueries({ queryKey: ['dashboards'] });
    notifySuccess(t('dashboardEditor.saved', { title: saved.title }));
    onSavedAsNew(saved);
  }

  const save = () =>
    attempt(async () => {
      if (isSaving) return;
      setSaving(true);
      try {
        const sent = edited.content;
        const saved = await store(sent, edited.base.state);
        if (!saved) return;
        frame.current = saved;
        // What was edited goes on as it is: the server stores it exactly as it was sent.
        edited.saved({ content: sent, state: storedState(saved) }, sent, (now) => now);
        notifySuccess(t('dashboardEditor.saved', { title: saved.title }));
        onSaved(saved);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (error.status === 404) await saveAsNew();
        else throw error;
      } finally {
        setSaving(false);
      }
    });
  return { save, isSaving };
}
