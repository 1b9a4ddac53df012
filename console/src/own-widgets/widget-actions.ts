import type { Widget } from '../widgets/model.ts';
import type { ActionRun } from './protocol.ts';

const EVENT = 'signalbox-action';

interface Asked {
  widget: Widget;
  name: string;
  run: ActionRun;
}

/** Whether a function uses what the script of its widget may have set, which is in the frame of the widget alone. */
export const usesScript = (body: string): boolean => /\$scope\b/.test(body);

/** Has the function of an action run in the frame of its widget. @returns whether it has one that runs */
export function runInFrameOf(asked: Asked): boolean {
  const frames = document.querySelectorAll(`[data-widget="${CSS.escape(asked.widget.id)}"] iframe`);
  // What answers has taken it.
  return [...frames].some(
    (frame) => !frame.dispatchEvent(new CustomEvent<Asked>(EVENT, { detail: asked, cancelable: true })),
  );
}

/** Takes the actions of the widget of a frame. @param take says whether it runs @returns ends it */
export function takeActions(frame: Element, take: (asked: Asked) => boolean): () => void {
  const requested = (event: Event) => {
    if (take((event as CustomEvent<Asked>).detail)) event.preventDefault();
  };
  frame.addEventListener(EVENT, requested);
  return () => frame.removeEventListener(EVENT, requested);
}
