import { isUuid } from '@signalbox/contract/id';
import type { ActionDescriptor } from '../widgets/model.ts';
import { number, object, text } from './given.ts';

const LEADING = new Set(['openDashboardState', 'updateDashboardState', 'openDashboard']);

/** An action that a script describes itself, if it is one that only leads somewhere: what else it says is left out. */
export function leadingAction(descriptor: unknown): ActionDescriptor | undefined {
  const given = object(descriptor);
  const type = text(given.type, 50);
  const targetDashboardId = text(given.targetDashboardId, 50);
  if (!LEADING.has(type) || (type === 'openDashboard' && !isUuid(targetDashboardId))) return undefined;
  return {
    type,
    name: text(given.name, 500),
    targetDashboardId,
    targetDashboardStateId: text(given.targetDashboardStateId, 500) || null,
    setEntityId: given.setEntityId !== false,
    stateEntityParamName: text(given.stateEntityParamName, 500) || null,
    openNewBrowserTab: given.openNewBrowserTab === true,
    openRightLayout: given.openRightLayout === true,
    openInSeparateDialog: given.openInSeparateDialog === true,
    dialogTitle: text(given.dialogTitle, 500),
    dialogHideDashboardToolbar: given.dialogHideDashboardToolbar !== false,
    dialogWidth: number(given.dialogWidth) ?? null,
    dialogHeight: number(given.dialogHeight) ?? null,
    openInPopover: given.openInPopover === true,
    popoverPreferredPlacement: text(given.popoverPreferredPlacement, 20) || 'top',
    popoverHideOnClickOutside: given.popoverHideOnClickOutside !== false,
    popoverHideDashboardToolbar: given.popoverHideDashboardToolbar !== false,
    popoverWidth: text(given.popoverWidth, 20) || '25vw',
    popoverHeight: text(given.popoverHeight, 20) || '25vh',
    popoverStyle: object(given.popoverStyle),
  };
}
