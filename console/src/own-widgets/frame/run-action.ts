import type { ActionRun, FrameContext, FrameFailure, ToFrame } from '../protocol.ts';
import type { Bridge } from './bridge.ts';
import { createContext } from './context/widget-context.ts';
import { compileBody } from './controller.ts';
import type { Drawings } from './drawings.ts';
import { runMobile } from './mobile-action.ts';
import type { Zone } from './zone.ts';

/** What the function of an action runs in. */
interface ActionParts {
  bridge: Bridge;
  zone: Zone;
  /** What is drawn again after something was done. */
  drawings: Drawings;
  failed: (stage: FrameFailure['stage'], error: unknown) => void;
}

/** Makes a call of the function of an action. @throws CompileError */
function callOf(action: ActionRun, widgetContext: unknown): () => unknown {
  const { entityId, entityName, entityLabel, additionalParams, customHtml, isPretty } = action;
  const markup = isPretty ? ['htmlTemplate'] : [];
  const params = ['$event', 'widgetContext', 'entityId', 'entityName', ...markup, 'additionalParams', 'entityLabel'];
  const run = compileBody(action.customFunction, params);
  const args = [entityId, entityName, ...(isPretty ? [customHtml] : []), additionalParams, entityLabel];
  return () => run(new Event('click'), widgetContext, ...args);
}

/** Runs the function of an action in the widget itself, with what its script has set. @throws what it throws, and CompileError */
export function runInWidget(name: string, action: ActionRun, widgetContext: unknown, zone: Zone): void {
  const id = `custom-action-pretty-${name.toLowerCase()}`;
  document.getElementById(id)?.remove();
  if (action.customCss)
    document.head.append(Object.assign(document.createElement('style'), { id, textContent: action.customCss }));
  const call = callOf(action, widgetContext);
  let failure: { error: unknown } | undefined;
  zone.run(() => {
    try {
      call();
    } catch (error) {
      // What fails is the action, and not the widget.
      failure = { error };
    }
  });
  if (failure) throw failure.error;
}

/**
 * Runs the function of an action with the context of its widget, as that was when the action was run.
 * @returns takes the data of what the function has subscribed to
 */
export function runAction(
  context: FrameContext,
  action: ActionRun,
  { bridge, zone, drawings, failed }: ActionParts,
): (message: Extract<ToFrame, { kind: 'data' }>) => void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: action.customCss }));
  const container = document.createElement('div');
  document.body.append(container);
  const created = createContext({
    ...{ bridge, zone, container, current: () => context },
    ...{ draw: drawings.draw, drawn: drawings.drawn },
    failed: (error) => console.error(error),
    dataUpdated: () => undefined,
    topDialogChanged: () => undefined,
  });
  const { context: widgetContext, subscriptions, defaultSubscription } = created;
  if (action.data) defaultSubscription?.take(action.data);
  widgetContext.activeEntityInfo = action.activeEntity;
  const { entityId, entityName, entityLabel, additionalParams } = action;
  if (action.mobile) {
    const event = new Event('click');
    const given = { $event: event, widgetContext, entityId, entityName, additionalParams, entityLabel };
    runMobile(action.mobile, given, bridge, zone).catch((error: unknown) => failed('script', error));
  } else {
    try {
      zone.run(callOf(action, widgetContext));
    } catch (error) {
      failed('script', error);
    }
  }
  return ({ of, update }) => {
    const subscription = subscriptions[of];
    if (!subscription) return;
    subscription.take(update);
    zone.run(() => void subscription.callbacks.onDataUpdated?.(subscription, true));
  };
}
