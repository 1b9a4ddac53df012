import { type Observable, of, ReplaySubject, Subject } from 'rxjs';
import type { FrameContext, Plain } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';

type Current = () => FrameContext;

/** The dashboard as scripts read it, with what of its configuration a widget may know. */
function dashboardOf({ dashboard: { id, title }, aliases, filters, stateNames, dashboardTimeWindow }: FrameContext) {
  const states = Object.fromEntries(Object.entries(stateNames).map(([state, name]) => [state, { name }]));
  return {
    ...{ id: { entityType: 'DASHBOARD', id }, title, name: title },
    configuration: { entityAliases: aliases, filters, states, timewindow: dashboardTimeWindow },
  };
}

/** `ctx.stateController`: where the dashboard is, and how to go elsewhere. */
export function createStateController(bridge: Bridge, current: Current) {
  const last = () => current().steps.at(-1) ?? { id: 'default', params: {} as Plain };
  return {
    getStateParams: () => ({ ...last().params }),
    getStateParamsByStateId: (id: string) => ({ ...current().steps.find((step) => step.id === id)?.params }),
    openState: (id: string, params?: unknown, openRightLayout?: boolean) =>
      bridge.post('openState', id, params ?? {}, openRightLayout === true),
    updateState: (id?: string | null, params?: unknown, openRightLayout?: boolean) =>
      bridge.post('updateState', id ?? null, params ?? {}, openRightLayout === true),
    resetState: () => bridge.post('resetState'),
    navigatePrevState: (index: number) => bridge.post('goToStep', index),
    openRightLayout: () => bridge.post('openRight'),
    preserveState: () => {},
    cleanupPreservedStates: () => {},
    getStateId: () => last().id,
    getStateIndex: () => current().steps.length - 1,
    getStateIdAtIndex: (index: number) => current().steps[index]?.id ?? null,
    getCurrentStateName: () => current().stateNames[last().id] ?? last().id,
    getEntityId(name?: string) {
      const { params } = last();
      const entity = (name ? params[name] : params) as { entityId?: unknown } | undefined;
      return entity?.entityId ?? null;
    },
    dashboardCtrl: { dashboardCtx: { getDashboard: () => dashboardOf(current()) } },
  };
}

/** `ctx.dashboard` */
export function createDashboard(bridge: Bridge, current: Current, controllers: Readonly<Record<string, unknown>>) {
  const show = (id: unknown, delay?: unknown) => bridge.post('showWidget', id, delay ?? null);
  return {
    ...controllers,
    dashboardTimewindowChanged: new Subject<unknown>(),
    get isMobileSize() {
      return current().isMobile;
    },
    get isEdit() {
      return current().isEdit;
    },
    get dashboardTimewindow() {
      return current().dashboardTimeWindow;
    },
    onUpdateTimewindow: (startMs: number, endMs: number, interval?: number) =>
      bridge.post('zoom', startMs, endMs, interval),
    onResetTimewindow: () => bridge.post('resetZoom'),
    highlightWidget: show,
    selectWidget: show,
    resetHighlight: () => bridge.post('showWidget', null, null),
    getSelectedWidget: () => null,
    // Other widgets, and where they stand, are none of a script's business.
    ...{ dashboardWidgets: [], gridsterOpts: {}, autofillHeight: false },
    getEventGridPosition: () => ({ row: 0, column: 0 }),
  };
}

/** `ctx.parentDashboard`: what a popover stands over, whose states `controllers` are of. */
export function createParentDashboard(
  bridge: Bridge,
  current: Current,
  controllers: Readonly<Record<string, unknown>>,
) {
  const own = (): FrameContext => ({ ...current(), dashboardTimeWindow: current().parentTimeWindow ?? {} });
  return Object.assign(createDashboard(bridge, own, controllers), {
    onUpdateTimewindow: (startMs: number, endMs: number) => bridge.post('zoomParent', startMs, endMs),
    onResetTimewindow: () => bridge.post('resetParentZoom'),
  });
}

/** What comes of something that is begun at once, whether or not somebody waits for it. */
function begun<T>(promise: Promise<T>, failed: (error: unknown) => void): Observable<T> {
  const result = new ReplaySubject<T>(1);
  promise.then(
    (value) => {
      result.next(value);
      result.complete();
    },
    (error: unknown) => {
      if (!result.observed) failed(error);
      result.error(error);
    },
  );
  return result.asObservable();
}

function pickColor(color: string): Promise<string> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'color', value: color });
    input.addEventListener('change', () => resolve(input.value));
    input.click();
  });
}

/** `ctx.dialogs`: questions of the page, since a frame has no room for them. They open with the call. */
export function createDialogs(bridge: Bridge, failed: (error: unknown) => void) {
  const ask = (title: unknown, message: unknown, cancel: unknown, ok: unknown) =>
    begun(bridge.call('ask', title, message, cancel ?? null, ok ?? null), failed);
  return {
    confirm: (title: unknown, message: unknown, cancel?: unknown, ok?: unknown) =>
      ask(title, message, cancel ?? '', ok),
    alert: (title: unknown, message: unknown, ok?: unknown) => ask(title, message, null, ok),
    forbidden: () => begun(bridge.call('forbidden'), failed),
    todo: () => of(false),
    colorPicker: (color: string) => begun(pickColor(color), failed),
    materialIconPicker: (icon: unknown) => begun(bridge.call('pickIcon', icon ?? null), failed),
  };
}
