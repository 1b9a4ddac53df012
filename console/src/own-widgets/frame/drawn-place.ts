import type { DrawnRow, FrameBox, FrameDrawing, Plain } from '../protocol.ts';

/** Boxes over the drawing that are told of. */
const MOST_HOLES = 30;
/** Of the height of the widget, what drawings get at least beside what the widget draws itself. */
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
  /** It may be elsewhere, or its settings are others. */
  changed(): void;
  /** The same, and the script may have changed values. */
  update(): void;
  /** The element, where it was made for the drawing. */
  own?: HTMLElement | undefined;
  isThere(): boolean;
  remove(): void;
}

/**
 * Keeps telling where `element` is and what lies over it. A place that was made for the drawing (`isOwn`) takes the room
 * that the widget leaves it; several share it (`others` are those that were there before, and itself once it is there).
 */
export function followPlace(parts: {
  root: HTMLElement;
  container: HTMLElement;
  element: HTMLElement;
  isOwn: boolean;
  others: readonly DrawnPlace[];
  settings: () => Plain;
  /** Values that are drawn instead of those of the widget. */
  rows: () => readonly DrawnRow[] | undefined;
  tell: (drawing: Omit<FrameDrawing, 'id' | 'name'>) => void;
  nextFrame: (run: () => void) => void;
}): DrawnPlace {
  const { root, container, element, isOwn, tell } = parts;
  let told = '';
  let isAsked = false;
  let isGone = false;
  let isUpdated = true;
  let rows: readonly DrawnRow[] | undefined;
  let toldRows: readonly DrawnRow[] | undefined;

  function fill() {
    const shared = new Set([element, ...parts.others.flatMap(({ own }) => own ?? [])]);
    const drawn = [...shared].reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
    const end = [...container.children]
      .filter((child) => child instanceof HTMLElement)
      .reduce((most, { offsetTop, offsetHeight }) => Math.max(most, offsetTop + offsetHeight), 0);
    const free = container.clientHeight - Math.max(0, end - drawn);
    element.style.height = `${Math.floor(Math.max(container.clientHeight * LEAST_SHARE, free) / shared.size)}px`;
  }
  function report() {
    isAsked = false;
    if (isGone) return;
    if (isOwn) fill();
    if (isUpdated) rows = parts.rows();
    const isSame = !isUpdated || (rows === undefined && toldRows === undefined);
    isUpdated = false;
    const box = boxOf(element);
    const drawing = {
      box: element.isConnected ? box : null,
      holes: holesIn(root, element, box),
      settings: parts.settings(),
    };
    const text = JSON.stringify(drawing);
    if (text === told && isSame) return;
    told = text;
    toldRows = rows;
    tell({ ...(JSON.parse(text) as typeof drawing), ...(rows ? { rows } : {}) });
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
    update() {
      isUpdated = true;
      changed();
    },
    own: isOwn ? element : undefined,
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
