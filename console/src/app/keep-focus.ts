import { openModals } from '../controls/take-focus.ts';

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex^="-"])';

/** A place in the page where something was taken away. */
interface Gap {
  /** What is left around it. */
  part: Node;
  /** What stands before it in that part; null where it was the first. */
  before: Node | null;
}

/** What had the focus last in the page, or in something that lies open over it. */
interface Holder {
  element: HTMLElement;
  /** The child of the body that it is in. */
  layer: Element;
  pathname: string;
  /** Where it was, once it is gone. */
  gap: Gap | undefined;
  /** It was disabled while it had the focus, which browsers take from it then. */
  wasDisabled: boolean;
}

/** No element that a person has moved to has the focus: the page has it, or a dialog has taken it to keep it. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || openModals().some((modal) => activeElement?.parentElement === modal);
}

const canFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.tabIndex >= 0 && element.getClientRects().length > 0;

/** Whether one address is that of a thing within the other: its details, a list that they are of. */
const isWithin = (one: string, other: string) => one === other || one.startsWith(`${other}/`);

function layerOf(element: Element): Element | undefined {
  let layer = element;
  while (layer.parentElement && layer.parentElement !== document.body) layer = layer.parentElement;
  return layer.parentElement ? layer : undefined;
}

/** The gap that changes of the page have left where something was; `gap` is the one that earlier changes left. */
function gapOf(element: Node, gap: Gap | undefined, changes: readonly MutationRecord[]): Gap | undefined {
  let left = gap;
  for (const { removedNodes, target, previousSibling } of changes) {
    const removed = [...removedNodes];
    const gone = left?.part ?? element;
    if (removed.some((node) => node.contains(gone))) left = { part: target, before: previousSibling };
    else if (left?.before && removed.includes(left.before as ChildNode)) left = { ...left, before: previousSibling };
  }
  return left;
}

function isAfter(stop: Node, before: Node | null): boolean {
  if (!before) return true;
  const place = before.compareDocumentPosition(stop);
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (place & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0;
}

/** What follows a gap in the nearest part of the page that is left, what has come in its place too, or else what was before it. */
function heirOf(gap: Gap): HTMLElement | undefined {
  let { part, before }: Gap = gap;
  while (part instanceof Element && part !== document.body && part.isConnected) {
    const stops = [...part.querySelectorAll<HTMLElement>(STOPS)].filter(canFocus);
    const next = stops.find((stop) => isAfter(stop, before)) ?? stops.at(-1);
    if (next) return next;
    before = part;
    part = part.parentElement ?? document.body;
  }
  return undefined;
}

/**
 * Gives the focus on where something that has it is taken away, by a press or by what a press set off, such as a row that
 * goes once the server has deleted it: to what follows in the nearest part of the page that is left, or else to what was
 * before it. Where all of a dialog or a menu is gone, that is what had the focus below it, or what follows that. One that
 * was only disabled passes nothing on, since another press would then do something else, and has it again afterwards.
 * All this is for those who work with keys: who points, finds things by looking.
 * @returns ends it
 */
export function keepFocus(): () => void {
  let holders: readonly Holder[] = [];
  let isByKeys = true;
  let waiting = 0;

  function hold(element: EventTarget | null): void {
    const layer = element instanceof HTMLElement ? layerOf(element) : undefined;
    if (!layer || isLost()) return;
    const others = holders.filter((one) => one.layer !== layer && one.layer.isConnected);
    const { pathname } = window.location;
    holders = [...others, { element: element as HTMLElement, layer, pathname, gap: undefined, wasDisabled: false }];
  }

  function passOn(): void {
    waiting = 0;
    if (!isByKeys || !isLost()) return;
    const { pathname } = window.location;
    const newest = holders.at(-1);
    // What is there and lost the focus otherwise was left by somebody.
    if (newest && !newest.gap && !newest.wasDisabled) return;
    for (const { element, gap, pathname: held } of holders.toReversed()) {
      if (!isWithin(held, pathname) && !isWithin(pathname, held)) continue;
      const next = gap ? heirOf(gap) : element;
      if (next && canFocus(next)) next.focus();
      if (next) return;
    }
  }

  const observer = new MutationObserver((changes) => {
    let isConcerned = false;
    holders = holders.map((holder) => {
      const isGone = !holder.element.isConnected;
      const gap = isGone ? gapOf(holder.element, holder.gap, changes) : undefined;
      const wasDisabled = holder.element.matches(':disabled') || (holder.wasDisabled && isLost());
      isConcerned ||= isGone || wasDisabled;
      return { ...holder, gap, wasDisabled };
    });
    // Whoever has taken something away may give the focus on.
    if (isConcerned && !waiting && isLost()) waiting = requestAnimationFrame(passOn);
  });
  const onFocus = ({ target }: FocusEvent) => hold(target);
  const onKey = () => {
    isByKeys = true;
  };
  const onPointer = ({ detail, type }: UIEvent) => {
    // The clicks of keys count nothing.
    if (type !== 'click' || detail !== 0) isByKeys = false;
  };
  const pointing = ['pointerdown', 'wheel', 'click'] as const;
  hold(document.activeElement);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('keydown', onKey, true);
  for (const type of pointing) document.addEventListener(type, onPointer, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(waiting);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('keydown', onKey, true);
    for (const type of pointing) document.removeEventListener(type, onPointer, { capture: true });
  };
}
