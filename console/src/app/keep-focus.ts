import { openModals } from '../controls/take-focus.ts';

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex^="-"])';

/** Frames after a press in which what was pressed may go. */
const MAX_FRAMES = 10;

/** No element that a person has moved to has the focus: the page has it, or a dialog has taken it to keep it. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || openModals().some((modal) => activeElement?.parentElement === modal);
}

const canFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.tabIndex >= 0 && element.getClientRects().length > 0;

/**
 * Gives the focus on where a press with the keyboard takes away what has it, as the cross of a line in a list does: to
 * what follows in the nearest part of the page that is left, or else to what was before it. One that is only disabled
 * passes nothing on, since another press would then do something else.
 * @returns ends it
 */
export function keepFocus(): () => void {
  function onClick({ target, detail }: MouseEvent): void {
    const pressed = document.activeElement;
    // The clicks of keys count nothing.
    if (detail !== 0 || !(pressed instanceof HTMLElement) || !(target instanceof Node) || !pressed.contains(target))
      return;
    const around: Element[] = [];
    for (let at = pressed.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
    const stops = [...(around.at(-1)?.querySelectorAll(STOPS) ?? [])];
    const before = new Set(stops.slice(0, stops.indexOf(pressed)));
    const { pathname } = window.location;

    function look(frames: number): void {
      if (pressed?.isConnected && frames > 0) requestAnimationFrame(() => look(frames - 1));
      if (pressed?.isConnected || !isLost() || window.location.pathname !== pathname) return;
      for (const part of around.filter((one) => one.isConnected)) {
        const left = [...part.querySelectorAll<HTMLElement>(STOPS)].filter(canFocus);
        // What has come in its place counts as well.
        const next = left.find((stop) => !before.has(stop)) ?? left.at(-1);
        if (next) {
          next.focus();
          return;
        }
      }
    }
    requestAnimationFrame(() => look(MAX_FRAMES));
  }
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}
