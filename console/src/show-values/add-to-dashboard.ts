import type { Dashboard } from '@signalbox/contract/dashboard';
import { readDashboard, saveDashboard } from '../api/dashboards.ts';
import { RequestError } from '../api/http.ts';
import { storedState } from '../api/stored-state.ts';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import { rootStateId } from '../dashboard/states.ts';
import { upgradedConfiguration } from '../dashboard/upgrade.ts';
import type { EditedDashboard } from '../dashboard-editor/model/edited-dashboard.ts';
import { pasteItem, type WidgetItem } from '../dashboard-editor/model/widget-item.ts';

/** Where a widget is to stand: on a dashboard that there is, or on a new one. */
export type Target = { dashboardId: string; place: LayoutPlace } | { title: string };

/** Saves of others in between that are built upon, before it is given up. */
const MAX_ATTEMPTS = 3;

/** A new dashboard with nothing on it. */
function emptyDashboard(title: string): EditedDashboard {
  return { title, configuration: upgradedConfiguration(null, title) };
}

function withItem(dashboard: EditedDashboard, place: LayoutPlace, item: WidgetItem): EditedDashboard {
  // A state or a layout that somebody has removed meanwhile: it stands where the dashboard opens.
  const first: LayoutPlace = { state: rootStateId(dashboard.configuration.states), layout: 'main' };
  const added = pasteItem(dashboard, place, item, undefined) ?? pasteItem(dashboard, first, item, undefined);
  return added?.dashboard ?? dashboard;
}

async function addToStored(dashboardId: string, place: LayoutPlace, item: WidgetItem): Promise<Dashboard> {
  const stored = await readDashboard(dashboardId);
  const { id, title, image, mobileHide, mobileOrder } = stored;
  const edited = { title, configuration: upgradedConfiguration(stored.configuration, title) };
  return saveDashboard({ id, image, mobileHide, mobileOrder, ...withItem(edited, place, item) }, storedState(stored));
}

/** Stores a widget on a dashboard, below all others; what somebody else saves meanwhile stays. */
export async function addToDashboard(target: Target, item: WidgetItem): Promise<Dashboard> {
  if ('title' in target) {
    const begun = emptyDashboard(target.title);
    const place: LayoutPlace = { state: rootStateId(begun.configuration.states), layout: 'main' };
    return saveDashboard(withItem(begun, place, item));
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await addToStored(target.dashboardId, target.place, item);
    } catch (error) {
      const isOutdated = error instanceof RequestError && error.status === 409;
      if (!isOutdated || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}
