import type { ActionDescriptor, WidgetConfig } from './model.ts';
import type { Scripts } from './sandbox/scripts.ts';

/** Where in a widget an action is offered, as configurations name it. */
export type ActionSource =
  | 'headerButton'
  | 'actionCellButton'
  | 'rowClick'
  | 'rowDoubleClick'
  | 'elementClick'
  | 'sliceClick';

const RUNNABLE = new Set(['openDashboardState', 'updateDashboardState', 'openDashboard']);

/** The actions of a source that this console can run; scripts are neither run nor offered. */
export function actionsOf(config: WidgetConfig, source: ActionSource): readonly ActionDescriptor[] {
  return (config.actions?.[source] ?? []).filter((action) => RUNNABLE.has(action.type));
}

/** The sources whose actions may have a function that decides whether they are shown. */
const WITH_CONDITION: readonly ActionSource[] = ['headerButton', 'actionCellButton'];

function hasCondition(action: ActionDescriptor): boolean {
  return action.useShowWidgetActionFunction === true && typeof action.showWidgetActionFunction === 'string';
}

/** Whether some action of a widget is shown only when a function says so. */
export function actionsHaveScripts(config: WidgetConfig): boolean {
  return WITH_CONDITION.some((source) => actionsOf(config, source).some(hasCondition));
}

/**
 * Whether an action is shown for this data: always, or when its function says so. A function that fails, or has not
 * been loaded, hides it.
 */
export function isShown(action: ActionDescriptor, scripts: Scripts | undefined, data: unknown): boolean {
  if (!hasCondition(action)) return true;
  try {
    return scripts?.compile(String(action.showWidgetActionFunction), ['widgetContext', 'data'])({}, data) === true;
  } catch {
    return false;
  }
}
