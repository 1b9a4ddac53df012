import { type AnyDraft, createDrafts } from '../editing/drafts.ts';
import type { EditedKind, Stored } from '../editing/use-edited.ts';
import { type DashboardChange, dashboardChanges } from './model/differences.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';

/** A dashboard as it was edited and not saved, when the tab was closed. */
export interface DashboardDraft extends AnyDraft {
  /** As it was stored when the editing began. */
  base: Stored<EditedDashboard>;
  content: EditedDashboard;
}

const isDashboard = (value: unknown): boolean => {
  const { title, configuration } = (value ?? {}) as Partial<EditedDashboard>;
  const sections = [
    configuration?.widgets,
    configuration?.states,
    configuration?.entityAliases,
    configuration?.filters,
  ];
  return typeof title === 'string' && sections.every((section) => typeof section === 'object' && section !== null);
};

const drafts = createDrafts('signalbox-dashboard-draft ', 'signalbox-dashboard-drafts', (stored) => {
  const draft = stored as DashboardDraft | undefined;
  return draft && isDashboard(draft.content) && isDashboard(draft.base?.content) ? draft : undefined;
});

export const findDashboardDraft = drafts.find;
export const dropDashboardDraft = drafts.drop;

export const DASHBOARDS: EditedKind<EditedDashboard, DashboardChange> = {
  channel: 'signalbox-dashboard-tabs',
  changesBetween: dashboardChanges,
  keepDraft: (id, base, content) => drafts.keep(id, { base, content, savedAt: Date.now() }),
  dropDraft: drafts.drop,
};
