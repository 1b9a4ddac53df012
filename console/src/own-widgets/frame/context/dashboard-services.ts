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
      void bridge.call('openState', id, params ?? {}, openRightLayout === true),
    updateState: (id?: string | null, params?: unknown, openRightLayout?: boolean) =>
      void bridge.call('updateState', id ?? null, params ?? {}, openRightLayout === true),
    resetState: () => void bridge.call('resetState'),
    navigatePrevState: (index: number) => void bridge.call('goToStep', index),
    openRightLayout: () => void bridge.call('openRight'),
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

/** `ctx.aliasController`, as far as what it tells is known to the page. */
export function createAliasController(bridge: Bridge, current: Current) {
  const aliases = () => Object.fromEntries(Object.entries(current().aliases).map(([id, alias]) => [id, { id, alias }]));
  return {
    entityAliasesChanged: new Subject<unknown>(),
    entityAliasResolved: new Subject<unknown>(),
    filtersChanged: new Subject<unknown>(),
    getEntityAliases: aliases,
    getEntityAliasId: (name: string) => Object.values(aliases()).find(({ alias }) => alias === name)?.id,
    getAliasInfo: (id: string) => defer(() => from(bridge.call('aliasInfo', id))),
    resolveSingleEntityInfo: (id: string) => defer(() => from(bridge.call('aliasEntity', id))),
    getFilters: () => ({}),
    getKeyFilters: () => [],
    updateAliases: () => void bridge.call('lookAgain'),
    updateCurrentAliasEntity: (id: string, entity: unknown) => void bridge.call('pickEntity', id, entity),
  };
}

/** `ctx.dashboard` */
export function createDashboard(bridge: Bridge, current: Current) {
  return {
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
    onUpdateTimewindow: (startMs: number, endMs: number) => void bridge.call('zoom', startMs, endMs),
    onResetTimewindow: () => void bridge.call('resetZoom'),
    highlightWidget: () => {},
    selectWidget: () => {},
    resetHighlight: () => {},
    getSelectedWidget: () => null,
  };
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
    materialIconPicker: (icon: string) => of(icon),
  };
}
