import { defer, from, of, Subject } from 'rxjs';
import type { FrameContext, Plain } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';

type Current = () => FrameContext;

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
    dashboardCtrl: { dashboardCtx: { getDashboard: () => ({ ...current().dashboard }) } },
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
    onUpdateTimewindow: (startMs: number, endMs: number) => bridge.post('zoom', startMs, endMs),
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

/** `ctx.dialogs`: questions of the page, since a frame has no room for them. */
export function createDialogs(bridge: Bridge) {
  const ask = (title: unknown, message: unknown, cancel: unknown, ok: unknown) =>
    defer(() => from(bridge.call('ask', title, message, cancel ?? null, ok ?? null)));
  return {
    confirm: (title: unknown, message: unknown, cancel?: unknown, ok?: unknown) =>
      ask(title, message, cancel ?? '', ok),
    alert: (title: unknown, message: unknown, ok?: unknown) => ask(title, message, null, ok),
    forbidden: () => defer(() => from(bridge.call('forbidden'))),
    todo: () => of(false),
    colorPicker(color: string) {
      return defer(
        () =>
          new Promise<string>((resolve) => {
            const input = Object.assign(document.createElement('input'), { type: 'color', value: color });
            input.addEventListener('change', () => resolve(input.value));
            input.click();
          }),
      );
    },
    materialIconPicker: (icon: unknown) => defer(() => from(bridge.call('pickIcon', icon ?? null))),
  };
}
