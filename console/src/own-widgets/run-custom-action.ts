import './texts/texts.ts';
import '../widgets/control-widgets/texts/texts.ts';
import i18next from 'i18next';
import { notifyError } from '../app/notices.ts';
import { session } from '../app/session.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import { locale } from '../i18n/i18n.ts';
import { zoomedTimeWindow } from '../time-window/zoom.ts';
import type { CustomRun } from '../widgets/actions.ts';
import type { DataEntity } from '../widgets/model.ts';
import { joinBroadcasts } from './broadcasts.ts';
import { frameContext, themeOf } from './frame-context.ts';
import { linkFrame } from './frame-link.ts';
import { answerCall } from './host-calls.ts';
import { createOwnSubscriptions } from './own-subscriptions.ts';
import type { ActionRun, Plain } from './protocol.ts';
import { frameAddress, resourcesOf, withTexts } from './type-code.ts';
import { runInFrameOf, usesScript } from './widget-actions.ts';
import { createUpdates } from './wire-data.ts';

/** A frame goes when its function has asked for nothing for so long, and no dialog of it is open; ms. */
const LONGEST_IDLE = 60_000;

/** An entity as `activeEntityInfo` tells it. */
function entityInfo({ entityType, id, name, label, description }: DataEntity): Plain {
  return { entityId: { entityType, id }, entityName: name, entityLabel: label, entityDescription: description };
}

/** Data as it may travel into a frame; functions and elements do not. */
function plainCopy(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return {};
  }
}

/** Over the whole window, so that dialogs of the function have room; not there until it opens one. */
function createOverlay(address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.src = address;
  Object.assign(frame.style, {
    ...{ position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '1300' },
    ...{ visibility: 'hidden', pointerEvents: 'none', colorScheme: 'normal' },
  });
  return frame;
}

/**
 * Runs a function that people wrote for an action, in a frame of its own without our origin; says what went wrong.
 * @param left ends with the dashboard: what the function has begun goes on, and its dialogs go
 */
export async function runCustomAction(
  { action, entity, additional, origin }: CustomRun,
  current: () => DashboardInUse | undefined,
  navigate: (to: string) => void,
  left: AbortSignal,
): Promise<void> {
  const dashboard = current();
  if (!dashboard) return;
  const page = window.location.href;
  const files =
    action.type === 'customPretty' ? resourcesOf({ descriptor: { resources: action.customResources } }) : [];
  const { widget, data, active } = origin;
  const run: ActionRun = {
    customFunction: action.customFunction ?? '',
    customHtml: action.customHtml ?? '',
    customCss: action.customCss ?? '',
    isPretty: action.type === 'customPretty',
    ...(action.type === 'mobileAction' ? { mobile: { ...action.mobileAction } } : {}),
    entityId: entity && { entityType: entity.entityType, id: entity.id },
    entityName: entity?.name ?? null,
    entityLabel: entity?.label ?? null,
    // A copy of plain data: what cannot travel is left out.
    additionalParams: additional ? (plainCopy(additional) as object) : {},
    data: data.status === 'ready' ? createUpdates()(data) : null,
    activeEntity: active ? entityInfo(active) : null,
  };
  if (
    usesScript(run.customFunction) &&
    files.length === 0 &&
    !run.mobile &&
    runInFrameOf({ widget, name: action.name, run })
  )
    return;
  const resources = await withTexts(files, page);
  const timed = widget.config.useDashboardTimewindow === false && widget.config.timewindow ? widget : undefined;
  const mobile = action.type === 'mobileAction' ? action.mobileAction?.type : undefined;
  const frame = createOverlay(frameAddress(files, page));
  frame.title = i18next.t('ownWidget.title', { title: action.name });
  const before = document.activeElement;
  const ending = new AbortController();
  let isOpen = false;
  /** Calls that are not answered yet: a dialog or the mobile app may take its time. */
  let unanswered = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endWithoutDashboard = () => {
    if (isOpen) end();
  };
  const end = () => {
    clearTimeout(timer);
    left.removeEventListener('abort', endWithoutDashboard);
    ending.abort();
    others.leave();
    subscriptions.stopAll();
    link.end();
    frame.remove();
  };
  const wait = () => {
    clearTimeout(timer);
    if (!isOpen && unanswered === 0 && !ending.signal.aborted) timer = setTimeout(end, LONGEST_IDLE);
  };
  const show = (next: boolean) => {
    isOpen = next;
    if (next && left.aborted) {
      end();
      return;
    }
    Object.assign(frame.style, { visibility: next ? 'visible' : 'hidden', pointerEvents: next ? 'auto' : 'none' });
    if (next) frame.focus();
    else if (before instanceof HTMLElement) before.focus();
    wait();
  };
  const others = joinBroadcasts((name, args) => link.send({ kind: 'broadcast', name, args }));
  const inUse = () => current() ?? dashboard;
  const subscriptions = createOwnSubscriptions({
    comparesByDefault: false,
    dashboard: inUse,
    scripts: () => undefined,
    send: (of, update) => link.send({ kind: 'data', of, update }),
  });
  const failed = (reason: string) => {
    end();
    notifyError(i18next.t('ownWidget.actionFailed', { name: action.name }), reason);
  };
  const link = linkFrame(frame, {
    async call(method, args) {
      unanswered++;
      wait();
      const { timeWindow, ownTimeWindow, zoom, resetZoom, runAction } = inUse();
      const zoomed = timed ? ownTimeWindow(timed) : timeWindow;
      const answer = answerCall(
        {
          ...{ widget, dashboard: inUse(), signal: ending.signal, onDialog: show },
          onZoom: (from, to, interval) => zoom(zoomedTimeWindow(zoomed, from, to, interval), timed),
          onResetZoom: () => resetZoom(timed),
          runAction: (next, of, params) => runAction(next, of, origin, params),
          subscribe: subscriptions.start,
          unsubscribe: subscriptions.stop,
          page: subscriptions.page,
          navigate,
          broadcast: others.say,
          ...(mobile ? { mobile } : {}),
        },
        method,
        args,
      );
      return answer.finally(() => {
        unanswered--;
        wait();
      });
    },
    told: (message) => message.kind === 'failed' && failed(message.failure.message),
    stopped: ({ stage }) => failed(i18next.t(`ownWidget.failure.${stage}`)),
  });
  const { width, height } = origin;
  const mode = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
  link.send({
    kind: 'start',
    isProbe: false,
    code: { controllerScript: '', templateHtml: '', templateCss: '', namespace: 'action' },
    resources,
    context: {
      ...frameContext({ widget, width, height, mode, locale, dashboard, session: session.get() }),
      // Dialogs stand over the page, whatever colours the widget has.
      theme: themeOf(mode, { config: {} }),
    },
    action: run,
  });
  left.addEventListener('abort', endWithoutDashboard);
  document.body.append(frame);
  wait();
}
