import type { MarkerLook } from './marker-looks.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** px */
const PIN = { width: 26, height: 36 } as const;
const ARROW = { width: 30, height: 30 } as const;

/** Height by width of pictures that were seen last, by their address. */
const ratios = new Map<string, number>();
const MOST_RATIOS = 500;

function pin(color: string): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 26 36');
  svg.setAttribute('aria-hidden', 'true');
  const body = document.createElementNS(SVG, 'path');
  body.setAttribute('d', 'M13 1C6.4 1 1 6.3 1 12.9 1 21.7 13 35 13 35s12-13.3 12-22.1C25 6.3 19.6 1 13 1z');
  body.setAttribute('fill', color);
  body.setAttribute('class', 'map-pin');
  const eye = document.createElementNS(SVG, 'circle');
  eye.setAttribute('cx', '13');
  eye.setAttribute('cy', '13');
  eye.setAttribute('r', '4.5');
  eye.setAttribute('class', 'map-pin-eye');
  svg.append(body, eye);
  return svg;
}

/** For what moves: an arrow, which points up until it is turned. */
function arrow(color: string): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 30 30');
  svg.setAttribute('aria-hidden', 'true');
  const body = document.createElementNS(SVG, 'path');
  body.setAttribute('d', 'M15 2L26 27 15 21 4 27z');
  body.setAttribute('fill', color);
  body.setAttribute('class', 'map-pin');
  svg.append(body);
  return svg;
}

function pictureElement(address: string, onRatio: () => void): HTMLImageElement {
  const image = document.createElement('img');
  image.alt = '';
  image.draggable = false;
  image.addEventListener('load', () => {
    if (ratios.has(address) || image.naturalWidth === 0) return;
    const [oldest] = ratios.keys();
    if (ratios.size >= MOST_RATIOS && oldest !== undefined) ratios.delete(oldest);
    ratios.set(address, image.naturalHeight / image.naturalWidth);
    onRatio();
  });
  image.src = address;
  return image;
}

function fromMarkup(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent?.trim().replace(/\s+/g, ' ') ?? '';
}

/** What a marker is called: its entity, and what is written at it. */
export function markerName(name: string, label: string): string {
  if (label === '') return name;
  // Reading markup takes long, and most labels have none.
  const text = !/[<&]/.test(label) ? label.trim().replace(/\s+/g, ' ') : fromMarkup(label);
  if (text === '' || text === name) return name;
  return text.includes(name) ? text : `${name}, ${text}`;
}
/**
 * Draws a marker into the element of it that the map has placed.
 * @param anchor the part of it, from its left top corner, that stands on the place
 * @param rotation degrees, clockwise
 */
export function drawMarker(
  element: HTMLElement,
  look: MarkerLook & { name: string; rotation?: number | undefined },
  anchor: { x: number; y: number },
): void {
  const { picture, label, name, rotation } = look;
  const own = rotation === undefined ? PIN : ARROW;
  const width = picture ? picture.size : own.width;
  const height = picture ? picture.size * (ratios.get(picture.address) ?? 1) : own.height;
  Object.assign(element.style, {
    width: `${width}px`,
    height: `${height}px`,
    marginLeft: `${-width * anchor.x}px`,
    marginTop: `${-height * anchor.y}px`,
  });
  const drawn = JSON.stringify([look.color, picture, rotation === undefined]);
  if (element.dataset.drawn !== drawn) {
    element.dataset.drawn = drawn;
    const shape = document.createElement('div');
    shape.className = 'map-marker-shape';
    shape.append(
      picture
        ? pictureElement(picture.address, () => drawMarker(element, look, anchor))
        : rotation === undefined
          ? pin(look.color)
          : arrow(look.color),
    );
    element.replaceChildren(shape);
    delete element.dataset.label;
  }
  drawLabel(element, label, name);
  const [shape] = element.children as HTMLCollectionOf<HTMLElement>;
  const transform = rotation === undefined ? '' : `rotate(${rotation}deg)`;
  if (shape && shape.style.transform !== transform) shape.style.transform = transform;
}

/** Writes at a marker what is to stand there, which as a rule is all that a new value changes. */
function drawLabel(element: HTMLElement, label: string, name: string): void {
  const written = JSON.stringify([label, name]);
  if (element.dataset.label === written) return;
  element.dataset.label = written;
  element.setAttribute('aria-label', markerName(name, label));
  const before = element.querySelector<HTMLElement>(':scope > .map-label');
  if (label === '') {
    before?.remove();
    return;
  }
  const text = before ?? document.createElement('div');
  text.className = 'map-label';
  text.dir = document.documentElement.dir || 'ltr';
  text.innerHTML = label;
  if (!before) element.append(text);
}

/** Draws how many markers stand together. */
export function drawCluster(element: HTMLElement, count: number, name: string): void {
  if (element.dataset.drawn === name) return;
  element.dataset.drawn = name;
  element.setAttribute('aria-label', name);
  element.textContent = String(count);
}
