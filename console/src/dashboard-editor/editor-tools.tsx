import type { TFunction } from 'i18next';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import type { StateStep } from '../dashboard/states.ts';
import type { Tool } from '../editing/tool-groups.tsx';
import type { DashboardEditing } from './editor-context.ts';

/** What the toolbar offers for the dashboard as a whole, in groups. */
export function editorTools(
  _t: TFunction,
  _editing: DashboardEditing,
  _place: LayoutPlace,
  _onSteps: (steps: readonly StateStep[]) => void,
): Tool[][] {
  return [];
}
