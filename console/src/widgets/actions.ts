import { type ShippedAction, shippedActionOf } from '@signalbox/contract/shipped-action';
import type { SessionState } from '../app/session-state.ts';
import type { ActionDescriptor, DataEntity, Widget, WidgetConfig, WidgetData } from './model.ts';
import type { Scripts } from './sandbox/scripts.ts';
import { type ScriptSurroundings, scriptContext } from './script-context.ts';

/** An action with what it is run for. */
export interface ActionToRun {
  action: ActionDescriptor;
  entity: DataEntity | null;
  /** `additionalParams` of its functions. */
  additional?: object | undefined;
}

/** The widget that an action is run in, as it is then. */
export interface ActionOrigin {
  widget: Widget;
  data: WidgetData;
  /** The entity that the widget says it is about; without one, the first of the data. */
  active: DataEntity | undefined;
  /** px of its content */
  width: number;
  height: number;
}

/** An action whose function people wrote. */
export type CustomRun = ActionToRun & { origin: ActionOrigin };

/** Where in a widget an action is offered, as configurations name it. */
export type ActionSource =
  | 'headerButton'
  | 'actionCellButton'
  | 'rowClick'
  | 'rowDoubleClick'
  | 'elementClick'
  | 'nodeSelected'
  | 'sliceClick'
  | 'markerClick'
  | 'polygonClick'
  | 'tooltipAction';

const RUNNABLE = new Set(['openDashboardState', 'updateDashboardState', 'openDashboard']);

/** A function that people wrote; it runs in a frame without our origin. */
function isFunction({ type, customFunction }: ActionDescriptor): boolean {
  return (type === 'custom' || type === 'customPretty') && Boolean(customFunction?.trim());
}

/** What the mobile app does by itself, and what it answers to a function that people wrote. */
const MOBILE = new Set(['mapDirection', 'mapLocation', 'makePhoneCall']);
const ANSWERED: Readonly<Record<string, string>> = {
  takePictureFromGallery: 'processImageFunction',
  takePhoto: 'processImageFunction',
  takeScreenshot: 'processImageFunction',
  scanQrCode: 'processQrCodeFunction',
  getLocation: 'processLocationFunction',
};

/** Whether functions of a mobile action have to know what the app says: they run in a frame without our origin. */
export function hasMobileFunctions({ mobileAction }: ActionDescriptor): boolean {
  const { type = '', ...functions } = mobileAction ?? {};
  const names = ['handleErrorFunction', 'handleEmptyResultFunction', ANSWERED[type] ?? 'processLaunchResultFunction'];
  return names.some((name) => Boolean(String((functions as Record<string, unknown>)[name] ?? '').trim()));
}

function isForApp(action: ActionDescriptor): boolean {
  const type = action.mobileAction?.type ?? '';
  return action.type === 'mobileAction' && (MOBILE.has(type) || (type in ANSWERED && hasMobileFunctions(action)));
}

/** The actions of a source that this console can run. */
export function actionsOf(config: WidgetConfig, source: ActionSource): readonly ActionDescriptor[] {
  return (config.actions?.[source] ?? []).filter(
    (action) =>
      RUNNABLE.has(action.type) || isFunction(action) || isForApp(action) || shippedActionOf(action) !== undefined,
  );
}

/** Who looks at a widget. */
export type ActionViewer = Pick<SessionState, 'authority' | 'claims'>;

/** Administrators of the tenant add and delete; users of customers change what is theirs; visitors only look. */
function mayDo(shipped: ShippedAction, { authority, claims }: ActionViewer): boolean {
  if (authority === 'TENANT_ADMIN') return true;
  return authority === 'CUSTOMER_USER' && claims?.isPublic !== true && shipped.startsWith('EDIT_');
}

/** Those of the actions that the viewer may run. */
export function permittedActions(actions: readonly ActionDescriptor[], viewer: ActionViewer) {
  return actions.filter((action) => {
    const shipped = shippedActionOf(action);
    return shipped === undefined || mayDo(shipped, viewer);
  });
}

/** Whether an action can be run on an entity: the shipped ones are about devices or assets. */
export function isFor(action: ActionDescriptor, { entityType }: { entityType: string }): boolean {
  const shipped = shippedActionOf(action);
  return shipped === undefined || shipped.endsWith(`_${entityType}`);
}

/** The sources whose actions may have a function that decides whether they are shown. */
const WITH_CONDITION: readonly ActionSource[] = ['headerButton', 'actionCellButton'];

/** Whether a function says when the action is shown. */
export function hasCondition(action: ActionDescriptor): boolean {
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
export function isShown(
  action: ActionDescriptor,
  scripts: Scripts | undefined,
  config: WidgetConfig,
  data: unknown,
  around?: ScriptSurroundings,
): boolean {
  if (!hasCondition(action)) return true;
  try {
    const decide = scripts?.compile(String(action.showWidgetActionFunction), ['widgetContext', 'data']);
    return Boolean(decide?.(scriptContext(config, around), data));
  } catch {
    return false;
  }
}
