import $ from 'jquery';
import { catchError, forkJoin, from, map, mergeMap, Observable, of, switchMap } from 'rxjs';
import tinycolor from 'tinycolor2';
import type { FrameContext } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';
import { compileBody } from '../controller.ts';
import { noteMissing } from '../missing-note.ts';
import { formBuilder, validators } from '../template/forms.ts';
import { sanitizer } from '../template/sanitizer.ts';
import type { Zone } from '../zone.ts';
import { createAliasController } from './alias-controller.ts';
import { createBroadcasts } from './broadcasts.ts';
import { createCustomDialog } from './custom-dialog.ts';
import { createDashboard, createDialogs, createParentDashboard, createStateController } from './dashboard-services.ts';
import { createFiles } from './files.ts';
import { formatDate } from './formatting.ts';
import { createHeader } from './header.ts';
import { createMapInstance } from './map-instance.ts';
import { createPopovers } from './popovers.ts';
import { createServices } from './services.ts';
import { type Callbacks, WidgetSubscription } from './subscription.ts';
import { datasourceOfInfo, defaultsOf } from './subscription-info.ts';
import { createUtils } from './utils.ts';

type Members = Record<string, unknown>;

/** What the rest of the frame gives to the context. */
export interface ContextParts {
  bridge: Bridge;
  zone: Zone;
  container: HTMLElement;
  current: () => FrameContext;
  draw: () => void;
  /** The widget is told that there are new values. */
  dataUpdated: () => void;
  /** Called after each drawing, as long as it is not stopped. */
  drawn: (update: () => void) => () => void;
  failed: (error: unknown) => void;
  /** Another dialog of the script may be the topmost one. */
  topDialogChanged: () => void;
}

/** `{i18n:key}` within a text, and custom translations: what is not known stays as it is. */
function translated(text: string, texts: Readonly<Record<string, string>>): string {
  return text.replace(/\{i18n:([^{}]+)\}/g, (whole, key: string) => texts[key] ?? whole);
}

function withParams(text: string, params: unknown): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = (params as Members | null | undefined)?.[name];
    return value === undefined ? whole : String(value);
  });
}

/** The state of the page is its own: scripts may ask, and find nothing. */
const STORE = { dispatch: () => undefined, select: () => of(undefined), pipe: () => of(undefined) };

/** `self.ctx` as scripts of 3.3.2 know it (widgets.md §1.6). */
export function createContext(parts: ContextParts) {
  const { bridge, zone, container, current } = parts;
  const first = current();
  const { widget } = first;
  const { config } = widget;
  const { http, services } = createServices(bridge);
  const subscriptions: Record<string, WidgetSubscription> = {};
  const defaultSubscription =
    widget.type === 'static' ? null : new WidgetSubscription(bridge, '', current, { ...config, type: widget.type });
  if (defaultSubscription) subscriptions[''] = defaultSubscription;
  /** Those that have the time of the widget, where it has one of its own. */
  const followsWidget = new WeakSet<WidgetSubscription>();
  if (defaultSubscription && !defaultSubscription.useDashboardTimewindow) followsWidget.add(defaultSubscription);

  const translate = {
    instant: (key: unknown, params?: unknown) => withParams(current().texts[String(key)] ?? String(key), params),
    get: (key: unknown, params?: unknown) => of(translate.instant(key, params)),
    get currentLang() {
      return current().language;
    },
  };
  const toast = (type: string, message: unknown, duration?: number) =>
    bridge.post('toast', type, String(message), duration ?? null);
  /** Whether the page went there, as routers say it. */
  const navigate = (url: string) =>
    bridge.call('navigate', url).then(
      () => true,
      () => false,
    );
  const stateController = createStateController(bridge, current);
  const aliasController = createAliasController(bridge, current, () =>
    Object.values(subscriptions).flatMap(({ datasources }) => datasources),
  );
  const dashboard = createDashboard(bridge, current, { aliasController, stateController });
  const broadcasts = createBroadcasts(bridge, parts.failed);
  const customDialog = createCustomDialog({
    translate: translate.instant,
    missingText: (name) => withParams(current().texts.missing ?? name, { name }),
    failed: parts.failed,
    run: zone.run,
    changed: zone.changed,
    drawn: parts.drawn,
    shown: (isOpen) => bridge.post('dialog', isOpen),
    topChanged: parts.topDialogChanged,
  });
  const popovers = createPopovers({
    missing: (name) => void noteMissing(container, withParams(current().texts.missing ?? name, { name })),
    failed: parts.failed,
  });
  const date = { transform: formatDate };
  const utils = createUtils((text) => translated(text, current().texts));

  const descriptorsOf = (source: string) =>
    (config.actions?.[source] ?? []).map((action) => ({
      ...action,
      displayName: translated(action.name, current().texts),
    }));
  const activeEntity = () =>
    context.activeEntityInfo ??
    Object.values(subscriptions)
      .map((subscription) => subscription.getFirstEntityInfo())
      .find(Boolean) ??
    null;
  const actionsApi = {
    get actionDescriptorsBySourceId() {
      return Object.fromEntries(Object.keys(config.actions ?? {}).map((source) => [source, descriptorsOf(source)]));
    },
    getActionDescriptors: descriptorsOf,
    getActiveEntityInfo: activeEntity,
    handleWidgetAction: (
      _event: unknown,
      descriptor: Members | null,
      entityId?: unknown,
      entityName?: unknown,
      additionalParams?: unknown,
      entityLabel?: unknown,
    ) =>
      bridge.post('runAction', descriptor ?? {}, {
        entityId: entityId ?? null,
        entityName: entityName ?? null,
        entityLabel: entityLabel ?? null,
        additionalParams: additionalParams ?? null,
      }),
    elementClick(event: Event) {
      const descriptors = descriptorsOf('elementClick');
      for (let at = event.target as Element | null; at && at !== container; at = at.parentElement) {
        const found = descriptors.find(({ name }) => name === at?.id);
        if (!found) continue;
        event.stopPropagation();
        const entity = activeEntity() as Members | null;
        actionsApi.handleWidgetAction(event, found, entity?.entityId, entity?.entityName, null, entity?.entityLabel);
        return;
      }
    },
    openDashboardStateInSeparateDialog: (
      id: string,
      params?: unknown,
      title?: string,
      hideToolbar?: boolean,
      width?: number,
      height?: number,
    ) =>
      bridge.post('openOver', 'dialog', {
        id,
        params: params ?? {},
        title,
        hideToolbar: hideToolbar !== false,
        width,
        height,
      }),
    openDashboardStateInPopover: (
      _event: unknown,
      id: string,
      params?: unknown,
      hideToolbar?: boolean,
      placement?: string,
      hideOnClickOutside?: boolean,
      width?: string,
      height?: string,
      style?: object,
    ) =>
      bridge.post('openOver', 'popover', {
        ...{ id, params: params ?? {}, hideToolbar: hideToolbar !== false },
        ...{ placement, hideOnClickOutside: hideOnClickOutside !== false, width, height, style: style ?? {} },
      }),
  };

  let nextSubscription = 1;
  const createSubscription = (
    options: Members & { callbacks?: Callbacks },
    subscribe?: boolean,
  ): Observable<WidgetSubscription> =>
    new Observable((observer) => {
      const id = `s${nextSubscription++}`;
      const subscription = new WidgetSubscription(bridge, id, current, options);
      subscriptions[id] = subscription;
      subscription.ctx = context;
      const isOfWidget = !subscription.useDashboardTimewindow && subscription.timeWindowConfig === config.timewindow;
      const { ownTimeWindow } = current();
      if (isOfWidget) followsWidget.add(subscription);
      if (isOfWidget && ownTimeWindow) subscription.timeWindowConfig = ownTimeWindow;
      const { callbacks: _, ...given } = options;
      const plain = isOfWidget && ownTimeWindow ? { ...given, timeWindowConfig: ownTimeWindow } : given;
      subscription.callbacks.dataLoading?.(subscription);
      bridge.call('createSubscription', id, plain, subscribe === true).then(
        () => (subscription.isToldOfItsEntities ? subscription.init$ : of(subscription)).subscribe(observer),
        (error: unknown) => observer.error(error),
      );
    });
  const subscriptionApi = {
    createSubscription,
    createSubscriptionFromInfo: (
      type: string,
      infos: readonly Members[],
      options: Members & { callbacks?: Callbacks },
      useDefault?: boolean,
      subscribe?: boolean,
    ) => {
      const own = { ...options, type, datasources: infos.map(datasourceOfInfo) };
      return createSubscription(
        useDefault ? { ...own, ...defaultsOf(config, own, parts.dataUpdated) } : own,
        subscribe,
      );
    },
    removeSubscription(id: string) {
      subscriptions[id]?.destroy();
      delete subscriptions[id];
    },
  };

  const controlApi = {
    sendOneWayCommand: (...args: unknown[]) => command('sendOneWayCommand', args),
    sendTwoWayCommand: (...args: unknown[]) => command('sendTwoWayCommand', args),
    completedCommand: () => defaultSubscription?.completedCommand(),
  };
  const command = (name: 'sendOneWayCommand' | 'sendTwoWayCommand', args: unknown[]) =>
    defaultSubscription
      ? defaultSubscription[name](...(args.slice(0, 5) as Parameters<WidgetSubscription['sendOneWayCommand']>))
      : of(null);

  const dialogs = createDialogs(bridge, parts.failed);
  const router = {
    navigateByUrl: (url: string) => navigate(url),
    navigate: (path: unknown[]) => navigate(path.join('/').replace(/^\/+/, '/')),
  };
  const named: Members = {
    ...{ ...services, dialogs, customDialog, date, utils, translate, http, router },
    ...{ broadcastService: broadcasts.service, importExport: createFiles(bridge) },
  };
  const $scope: Members = {
    fb: formBuilder,
    validators,
    raf: { raf: (work: () => unknown) => requestAnimationFrame(() => work()) },
    $injector: { get: (name: string) => named[name] },
    errorMessages: [],
    isLoading$: null,
    showSuccessToast: (message: unknown, duration = 1000) => toast('success', message, duration),
    showErrorToast: (message: unknown) => toast('error', message),
    showToast: (type: string, message: unknown, duration?: number) => toast(type, message, duration),
    clearRpcError: () => defaultSubscription?.clearRpcError(),
    get executingRpcRequest() {
      return defaultSubscription?.executingRpcRequest ?? false;
    },
    get rpcEnabled() {
      return defaultSubscription?.rpcEnabled ?? false;
    },
    get rpcErrorText() {
      return defaultSubscription?.rpcErrorText ?? '';
    },
    get rpcRejection() {
      return defaultSubscription?.rpcRejection ?? null;
    },
  };

  const header = createHeader(
    () => context,
    (next) => bridge.tell({ kind: 'header', header: next }),
  );
  const updateWidgetParams = () => header.tell();

  const context: Members & { activeEntityInfo: unknown } = {
    $container: $(container),
    $containerParent: $(container.parentElement as HTMLElement),
    $scope,
    inited: false,
    destroyed: false,
    settings: config.settings ?? {},
    units: config.units ?? '',
    decimals: config.decimals ?? 2,
    widgetConfig: config,
    widget,
    dashboard,
    parentDashboard: first.parentTimeWindow
      ? createParentDashboard(bridge, current, { aliasController, stateController })
      : undefined,
    stateController,
    aliasController,
    defaultSubscription,
    subscriptions,
    subscriptionApi,
    actionsApi,
    controlApi,
    utils,
    rxjs: { forkJoin, of, from, map, mergeMap, switchMap, catchError, Observable },
    timewindowFunctions: {
      onUpdateTimewindow: (start: number, end: number, interval?: number) => bridge.post('zoom', start, end, interval),
      onResetTimewindow: () => bridge.post('resetZoom'),
    },
    activeEntityInfo: null,
    widgetActions: [],
    customHeaderActions: descriptorsOf('headerButton').map((descriptor) => ({
      name: descriptor.name,
      displayName: descriptor.displayName,
      icon: descriptor.icon ?? 'more_horiz',
      descriptor,
      useShowWidgetHeaderActionFunction: descriptor.useShowWidgetActionFunction === true,
      showWidgetHeaderActionFunction: (...args: unknown[]) =>
        compileBody(String(descriptor.showWidgetActionFunction ?? ''), ['widgetContext', 'data'])(...args),
      onAction(event: unknown) {
        const entity = activeEntity() as Members | null;
        actionsApi.handleWidgetAction(
          event,
          descriptor,
          entity?.entityId,
          entity?.entityName,
          null,
          entity?.entityLabel,
        );
      },
    })),
    hideTitlePanel: false,
    widgetNamespace: container.parentElement?.className.split(' ').at(-1) ?? '',
    toastTargetId: 'widget',
    servicesMap: new Map(Object.keys(named).map((name) => [name, name])),
    $injector: { get: (name: string) => named[name] },
    ...named,
    sanitizer,
    store: STORE,
    ngZone: { run: (work: () => unknown) => zone.run(work), runOutsideAngular: (work: () => unknown) => work() },
    tinycolor,
    mapInstance: createMapInstance(widget, services.attributeService, () => defaultSubscription?.datasources ?? []),
    detectChanges(withTitle?: boolean) {
      parts.draw();
      if (withTitle) updateWidgetParams();
    },
    detectContainerChanges: () => header.tell(),
    updateWidgetParams,
    updateAliases: () => bridge.post('lookAgain'),
    pageLink: (pageSize: number, page = 0, textSearch: unknown = null, sortOrder: unknown = null) => ({
      pageSize,
      page,
      textSearch,
      sortOrder,
    }),
    showSuccessToast: (message: unknown, duration = 1000) => toast('success', message, duration),
    showInfoToast: (message: unknown) => toast('info', message),
    showWarnToast: (message: unknown) => toast('warn', message),
    showErrorToast: (message: unknown) => toast('error', message),
    showToast: (type: string, message: unknown, duration?: number) => toast(type, message, duration),
    hideToast: () => bridge.post('hideToasts'),
    reset: () => {},
    registerPopoverComponent: popovers.register,
    updatePopoverPositions: popovers.updatePositions,
    setPopoversHidden: popovers.setHidden,
  };
  const live: Record<string, () => unknown> = {
    width: () => current().width,
    height: () => current().height,
    isEdit: () => current().isEdit,
    isMobile: () => current().isMobile,
    currentUser: () => current().currentUser,
    dashboardTimewindow: () => current().dashboardTimeWindow,
    datasources: () => defaultSubscription?.datasources ?? [],
    data: () => defaultSubscription?.data ?? [],
    hiddenData: () => defaultSubscription?.hiddenData ?? [],
    timeWindow: () => defaultSubscription?.timeWindow ?? {},
  };
  for (const [name, get] of Object.entries(live)) Object.defineProperty(context, name, { get, enumerable: true });
  $scope.ctx = context;
  if (defaultSubscription) defaultSubscription.ctx = context;
  /** What was told by the page is passed on to those who listen. */
  const changed = (before: FrameContext, now: FrameContext) => {
    const isNew = (name: keyof FrameContext) => JSON.stringify(before[name]) !== JSON.stringify(now[name]);
    if (isNew('dashboardTimeWindow')) {
      dashboard.dashboardTimewindowChanged.next(now.dashboardTimeWindow);
      for (const subscription of Object.values(subscriptions))
        subscription.dashboardTimeChanged(before.dashboardTimeWindow, now.dashboardTimeWindow);
    }
    const { ownTimeWindow } = now;
    if (ownTimeWindow && isNew('ownTimeWindow')) {
      for (const subscription of Object.values(subscriptions))
        if (followsWidget.has(subscription)) subscription.ownTimeChanged(ownTimeWindow, subscription.id === '');
    }
    aliasController.changed(before, now);
  };
  return {
    ...{ context, $scope, defaultSubscription, subscriptions, header, changed, broadcast: broadcasts.tell },
    ended: popovers.end,
    moved: popovers.updatePositions,
  };
}
