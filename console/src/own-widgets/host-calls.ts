import i18next from 'i18next';
import { http } from '../api/client.ts';
import { getPersistentCall, postDeviceCall } from '../api/device-calls.ts';
import { ask } from '../app/dialogs.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import type { StateParams } from '../dashboard/states.ts';
import type { TimeWindow } from '../time-window/model.ts';
import { zoomedTimeWindow } from '../time-window/zoom.ts';
import { callDevice, callOptions } from '../widgets/control-widgets/device-call.ts';
import type { ActionDescriptor, DataEntity, Widget } from '../widgets/model.ts';
import { type Calls, number, object, text } from './given.ts';
import { pageCalls } from './host-page-calls.tsx';
import { viewCalls } from './host-view-calls.ts';
import { leadingAction } from './leading-action.ts';
import { askApp } from './mobile-answers.ts';
import { requestOf } from './own-requests.ts';
import type { ScriptPage } from './own-subscription-parts.ts';
import { turnsOf } from './page-turns.ts';
import { permittedPath, withoutSecrets } from './permitted-call.ts';
import { permittedPage } from './permitted-page.ts';
import type { DialogSize, SubscriptionRequest } from './protocol.ts';
import { echoedCall } from './run-watch.ts';

/** What the calls of a widget are answered with. */
export interface HostCallParts {
  widget: Widget;
  dashboard: DashboardInUse;
  /** Zooms, and back; of the widget's own time or that of the dashboard. */
  onZoom: (start: number, end: number, interval?: number) => void;
  onResetZoom: () => void;
  subscribe: (id: string, request: SubscriptionRequest) => void;
  unsubscribe: (id: string) => void;
  /** Asks for a page of a datasource by its place, or of all; ends when it is there. */
  page: (id: string, datasource: number | null, page: ScriptPage) => Promise<void>;
  /** Runs an action in the widget. */
  runAction: (action: ActionDescriptor, entity: DataEntity | null, params?: object) => void;
  /** Its device is simulated, and answers with what it is asked. */
  isSimulated?: boolean;
  /** Opens another page of the console. */
  navigate: (to: string) => void;
  /** Passes on what the widget says to all others. */
  broadcast: (name: string, args: readonly unknown[]) => void;
  /** What the mobile app may be asked for; absent: nothing. */
  mobile?: string;
  /** A dialog within the frame opens, or has ended. */
  onDialog?: (isOpen: boolean) => void;
  /** The topmost of them is of another size. */
  onDialogSize?: (size: DialogSize) => void;
  /** Ends with the widget. */
  signal: AbortSignal;
}

/** A call that a widget may not make. */
class RefusedCall extends Error {
  readonly status = 403;
}

const METHODS = ['GET', 'POST', 'DELETE'] as const;

/** The entity of an action as widgets hand it over. */
function entityOf(given: unknown): DataEntity | null {
  const { entityId, entityName, entityLabel } = object(given);
  const { entityType, id } = object(entityId);
  if (typeof entityType !== 'string' || typeof id !== 'string' || !id) return null;
  const name = text(entityName, 500);
  return { entityType, id, name, label: text(entityLabel, 500) || name, description: '' };
}

/** Opens a page elsewhere, when who looks agrees: what an address names, a script may have put there to tell it. */
async function openElsewhere(address: string, turns: ReturnType<typeof turnsOf>): Promise<void> {
  const answer = turns.dialog(() =>
    ask({
      title: i18next.t('ownWidget.openElsewhere'),
      content: address,
      confirmLabel: i18next.t('ownWidget.open'),
      cancelLabel: i18next.t('action.cancel'),
    }),
  );
  if (await answer) window.open(address, '_blank', 'noopener,noreferrer');
}

/** Everything that a widget can have the page do, by name; there is nothing else. */
function callsOf(parts: HostCallParts): Calls {
  const { dashboard, widget } = parts;
  const { parent } = dashboard;
  const { states } = parent ?? dashboard;
  const turns = turnsOf(parts.signal);
  const go = (address: unknown) => {
    const to = permittedPage(text(address, 2_000));
    if (!to) throw new RefusedCall(i18next.t('ownWidget.refusedCall', { call: text(address, 200) }));
    parts.navigate(to);
  };
  return {
    ...viewCalls(dashboard),
    ...pageCalls(parts),
    subscribe: () => undefined,
    unsubscribe: (id) => parts.unsubscribe(text(id, 20)),
    createSubscription: (id, options) => parts.subscribe(text(id, 20), requestOf(options, widget)),
    page: (id, datasource, pageLink, keyFilters) =>
      parts.page(text(id, 20), number(datasource) ?? null, {
        pageLink: object(pageLink),
        keyFilters: Array.isArray(keyFilters) ? keyFilters.slice(0, 100) : [],
      }),
    lookAgain: () => dashboard.lookAgain(),
    zoom(start, end, interval) {
      const [from, to] = [number(start), number(end)];
      if (from !== undefined && to !== undefined && from < to) parts.onZoom(from, to, number(interval));
    },
    resetZoom: () => parts.onResetZoom(),
    zoomParent(start, end) {
      const [from, to] = [number(start), number(end)];
      if (parent && from !== undefined && to !== undefined && from < to)
        parent.zoom(zoomedTimeWindow(parent.timeWindow, from, to));
    },
    resetParentZoom: () => parent?.resetZoom(),
    setTimeWindow: (window) =>
      widget.config.useDashboardTimewindow === false
        ? dashboard.setOwnTimeWindow(widget, object(window) as TimeWindow)
        : dashboard.setTimeWindow(object(window) as TimeWindow),
    openState: (id, params, right) => states.open(text(id), object(params) as StateParams, right === true),
    updateState: (id, params, right) =>
      states.update(id === null ? null : text(id), object(params) as StateParams, right === true),
    resetState: () => states.goTo(0),
    goToStep: (index) => states.goTo(number(index) ?? 0),
    openRight: () => states.update(null, states.steps.at(-1)?.params ?? {}, true),
    openOver(kind, options) {
      const { id, params, title, hideToolbar, width, height, placement, hideOnClickOutside, style } = object(options);
      const action: ActionDescriptor =
        kind === 'popover'
          ? {
              ...{ name: '', type: 'openDashboardState', openInPopover: true },
              popoverPreferredPlacement: text(placement, 20) || 'top',
              popoverHideOnClickOutside: hideOnClickOutside !== false,
              popoverHideDashboardToolbar: hideToolbar !== false,
              popoverWidth: text(width, 20) || '25vw',
              popoverHeight: text(height, 20) || '25vh',
              popoverStyle: object(style),
            }
          : {
              ...{ name: '', type: 'openDashboardState', openInSeparateDialog: true },
              dialogTitle: text(title, 500),
              dialogHideDashboardToolbar: hideToolbar !== false,
              dialogWidth: number(width) ?? null,
              dialogHeight: number(height) ?? null,
            };
      states.openOver(action, text(id), object(params) as StateParams);
    },
    mobile(type, values) {
      // Whatever runs in a frame can speak to the page, so only the action that somebody has set going may ask.
      if (parts.mobile === undefined || type !== parts.mobile)
        throw new RefusedCall(i18next.t('ownWidget.refusedCall', { call: `mobile ${text(type, 50)}` }));
      return askApp(parts.mobile, Array.isArray(values) ? values : []);
    },
    runAction(descriptor, given) {
      const { id, name } = object(descriptor);
      // What the dashboard has configured for this widget, or what only leads somewhere.
      const all = Object.values(widget.config.actions ?? {}).flat();
      const action = all.find((one) => (id ? one.id === id : one.name === name)) ?? leadingAction(descriptor);
      if (!action)
        throw new RefusedCall(i18next.t('ownWidget.refusedCall', { call: `handleWidgetAction ${text(name, 200)}` }));
      const { additionalParams: params } = object(given);
      const additional = typeof params === 'object' && params !== null ? params : undefined;
      parts.runAction(action, entityOf(given), additional);
    },
    async http(method, address, body) {
      const verb = METHODS.find((one) => one === method);
      const path = verb && permittedPath(verb, text(address));
      if (!verb || !path)
        throw new RefusedCall(
          i18next.t('ownWidget.refusedCall', { call: `${text(method, 10)} ${text(address, 200)}` }),
        );
      const options = { ignoreErrors: true, ignoreLoading: true, signal: parts.signal };
      const found = await http.request(
        { method: verb, path, reply: 'text', ...(verb === 'POST' ? { body: body ?? null } : {}) },
        options,
      );
      try {
        return found === '' ? null : withoutSecrets(path, JSON.parse(String(found)));
      } catch {
        return found;
      }
    },
    command(deviceId, given) {
      const { kind, method, params, timeout, persistent, pollingInterval } = object(given);
      const id = text(deviceId, 50);
      if (!id) throw new Error(i18next.t('ownWidget.noDevice'));
      if (parts.isSimulated) return echoedCall(text(method, 500), params ?? null, parts.signal);
      const settings = {
        requestTimeout: timeout,
        requestPersistent: persistent,
        persistentPollingInterval: pollingInterval,
      };
      const call = {
        ...callOptions(settings),
        kind: kind === 'oneway' ? ('oneway' as const) : ('twoway' as const),
        method: text(method, 500),
        params: params ?? null,
      };
      return callDevice({ postDeviceCall, getPersistentCall }, id, call, parts.signal);
    },
    dialog: (isOpen) => parts.onDialog?.(isOpen === true),
    dialogSize(size) {
      const { width, height } = object(size);
      parts.onDialogSize?.({ width: number(width) ?? 0, height: number(height) ?? 0 });
    },
    navigate: go,
    follow: (address) => (/^https?:/i.test(text(address)) ? openElsewhere(text(address, 2_000), turns) : go(address)),
  };
}

/** Answers a call of a widget. Rejects with what its script is to know. */
export async function answerCall(parts: HostCallParts, method: string, args: readonly unknown[]): Promise<unknown> {
  const calls = callsOf(parts);
  if (!Object.hasOwn(calls, method))
    throw new RefusedCall(i18next.t('ownWidget.refusedCall', { call: method.slice(0, 100) }));
  return calls[method]?.(...args);
}
