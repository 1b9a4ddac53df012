import type { PictureRequest } from '../protocol.ts';

/** Elements of a picture; more would take the frame too long. */
const MAX_ELEMENTS = 3000;
const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
const LEFT_OUT: ReadonlySet<string> = new Set(['SCRIPT', 'STYLE', 'LINK', 'TEMPLATE', 'IFRAME', 'OBJECT', 'EMBED']);
/** Fonts of icons, whose texts are names; a picture has no such font. */
const ICON_FONT = /^["']?material/i;
/** What XML cannot hold. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** All of how an element looks, as style of its own. */
function looksOf(element: Element, pseudo?: '::before' | '::after'): string {
  const style = getComputedStyle(element, pseudo);
  const members: string[] = [];
  for (const name of style) members.push(`${name}:${style.getPropertyValue(name)}`);
  // A picture neither moves nor scrolls.
  return [...members, 'animation:none', 'transition:none', 'scrollbar-width:none'].join(';');
}

/** What an image or a canvas shows, if it can be read. */
function asData(source: HTMLCanvasElement | HTMLImageElement): string {
  if (source instanceof HTMLImageElement && source.src.startsWith('data:')) return source.src;
  try {
    if (source instanceof HTMLCanvasElement) return source.toDataURL();
    const canvas = document.createElement('canvas');
    canvas.width = source.naturalWidth;
    canvas.height = source.naturalHeight;
    canvas.getContext('2d')?.drawImage(source, 0, 0);
    return canvas.toDataURL();
  } catch {
    // It is of another server.
    return '';
  }
}

/** What stands before or after an element by its style: texts only. */
function besides(element: Element, pseudo: '::before' | '::after'): Element | undefined {
  const { content, fontFamily } = getComputedStyle(element, pseudo);
  if (!content.startsWith('"') || ICON_FONT.test(fontFamily)) return undefined;
  const copy = document.createElement('span');
  copy.setAttribute('style', looksOf(element, pseudo));
  copy.textContent = content.slice(1, -1).replaceAll('\\"', '"');
  return copy;
}

/** An element with all that is in it, which looks the same anywhere. */
function copied(element: Element, left: { count: number }): Element | undefined {
  if (LEFT_OUT.has(element.tagName) || --left.count < 0) return undefined;
  // The chosen one is all that a closed list shows.
  if (element instanceof HTMLOptionElement && !element.selected) return undefined;
  const isPicture = element instanceof HTMLCanvasElement || element instanceof HTMLImageElement;
  const isBody = element === document.body;
  const copy =
    isPicture || isBody ? document.createElement(isBody ? 'div' : 'img') : (element.cloneNode(false) as Element);
  copy.setAttribute('style', looksOf(element));
  if (isPicture) {
    copy.setAttribute('src', asData(element));
    return copy;
  }
  if (element instanceof HTMLInputElement) {
    copy.setAttribute('value', element.value);
    copy.toggleAttribute('checked', element.checked);
  }
  if (element instanceof HTMLTextAreaElement) {
    copy.textContent = element.value;
    return copy;
  }
  const isIcon = ICON_FONT.test(getComputedStyle(element).fontFamily);
  const before = besides(element, '::before');
  if (before) copy.append(before);
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const part = copied(child, left);
      if (part) copy.append(part);
    } else if (child instanceof Text && !isIcon) copy.append(child.data);
  }
  const after = besides(element, '::after');
  if (after) copy.append(after);
  return copy;
}

/** What the frame shows; null when it is too much. */
export async function photograph({ scale, fonts }: PictureRequest): Promise<ImageBitmap | null> {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const left = { count: MAX_ELEMENTS };
  const copy = copied(document.body, left);
  if (!copy || left.count < 0 || width === 0 || height === 0) return null;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const inside = document.createElementNS(SVG, 'foreignObject');
  inside.setAttribute('width', '100%');
  inside.setAttribute('height', '100%');
  const style = document.createElementNS(XHTML, 'style');
  style.textContent = fonts;
  inside.append(style, copy);
  svg.append(inside);
  const text = new XMLSerializer().serializeToString(svg).replace(NOT_XML, '');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return createImageBitmap(canvas);
}
