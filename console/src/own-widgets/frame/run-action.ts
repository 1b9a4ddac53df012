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
  const { entityId, entityName, entityLabel, additionalParams, customHtml } = action;
  const event = new Event('click');
  if (action.mobile) {
    const given = { $event: event, widgetContext, entityId, entityName, additionalParams, entityLabel };
    runMobile(action.mobile, given, bridge, zone).catch((error: unknown) => failed('script', error));
  } else {
    const markup = action.isPretty ? ['htmlTemplate'] : [];
    const params = ['$event', 'widgetContext', 'entityId', 'entityName', ...markup, 'additionalParams', 'entityLabel'];
    try {
      const run = compileBody(action.customFunction, params);
      const args = [entityId, entityName, ...(action.isPretty ? [customHtml] : []), additionalParams, entityLabel];
      zone.run(() => run(event, widgetContext, ...args));
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
