import type { FrameBox, FrameDrawing, Plain } from '../protocol.ts';

/** Boxes over the drawing that are told of. */
const MOST_HOLES = 30;
/** Of the height of the widget, what a drawing gets at least beside what the widget draws itself. */
const LEAST_SHARE = 0.4;

const boxOf = (element: Element): FrameBox => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};

const overlaps = (a: FrameBox, b: FrameBox) =>
  a.width > 0 &&
  a.height > 0 &&
  a.x < b.x + b.width &&
  b.x < a.x + a.width &&
  a.y < b.y + b.height &&
  b.y < a.y + a.height;

/** What lies over `place`: the outermost elements that neither hold it nor are part of it. */
function holesIn(root: Element, place: Element, box: FrameBox): FrameBox[] {
  const holes: FrameBox[] = [];
  const look = (parent: Element) => {
    for (const child of parent.children) {
      if (child === place || holes.length >= MOST_HOLES) continue;
      if (child.contains(place)) look(child);
      else {
        const own = boxOf(child);
        // What has no box of its own may have children that have.
        if (overlaps(own, box)) holes.push(own);
        else if (child.childElementCount > 0 && getComputedStyle(child).display === 'contents') look(child);
      }
    }
  };
  look(root);
  return holes;
}

/** A place in the frame that the page draws at. */
export interface DrawnPlace {
  /** The script asks for another drawing, or its settings are others. */
  changed(): void;
  isThere(): boolean;
  remove(): void;
}

/**
 * Keeps telling where `element` is and what lies over it. A place that was made for the drawing (`isOwn`) takes the room
 * that the widget leaves it.
 */
export function followPlace(parts: {
  root: HTMLElement;
  container: HTMLElement;
  element: HTMLElement;
  isOwn: boolean;
  settings: () => Plain;
  tell: (drawing: FrameDrawing) => void;
  nextFrame: (run: () => void) => void;
}): DrawnPlace {
  const { root, container, element, isOwn, tell } = parts;
  let told = '';
  let isAsked = false;
  let isGone = false;

  function fill() {
    const before = element.offsetTop;
    const after = [...container.children]
      .filter((child) => child instanceof HTMLElement && element.compareDocumentPosition(child) & 4)
      .reduce((end, child) => Math.max(end, (child as HTMLElement).offsetTop + (child as HTMLElement).offsetHeight), 0);
    const below = Math.max(0, after - (before + element.offsetHeight));
    const room = Math.max(container.clientHeight * LEAST_SHARE, container.clientHeight - before - below);
    element.style.height = `${Math.floor(room)}px`;
  }
  function report() {
    isAsked = false;
    if (isGone) return;
    if (isOwn) fill();
    const box = boxOf(element);
    const drawing = {
      box: element.isConnected ? box : null,
      holes: holesIn(root, element, box),
      settings: parts.settings(),
    };
    const text = JSON.stringify(drawing);
    if (text === told) return;
    told = text;
    tell(JSON.parse(text) as FrameDrawing);
  }
  const changed = () => {
    if (isAsked || isGone) return;
    isAsked = true;
    parts.nextFrame(report);
  };
  const sizes = new ResizeObserver(changed);
  sizes.observe(container);
  sizes.observe(element);
  const contents = new MutationObserver(changed);
  contents.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ['style', 'class'] });
  window.addEventListener('scroll', changed, true);
  changed();
  return {
    changed,
    isThere: () => !isGone && element.isConnected,
    remove() {
      if (isGone) return;
      isGone = true;
      sizes.disconnect();
      contents.disconnect();
      window.removeEventListener('scroll', changed, true);
      if (isOwn) element.remove();
      tell({ box: null, holes: [], settings: {} });
    },
  };
}
