const NAME = /^mdi:([a-z0-9-]{1,60})$/;
/** Icons that are kept. */
const MAX_KNOWN = 500;

/** Path of an icon of the other family, of 24 by 24; anything else when there is none of that name. */
type AskForIcon = (name: string) => Promise<unknown>;

function drawing(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: '100%', height: '100%' }))
    svg.setAttribute(name, value);
  svg.setAttribute('fill', 'currentColor');
  const shape = document.createElementNS(svg.namespaceURI, 'path') as SVGPathElement;
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/**
 * Draws the icons of the other family that elements name as `svgIcon`, whenever they come or change. What it does not
 * have is looked for in the font under the same words.
 * @returns a function that ends it
 */
export function drawMdiIcons(root: Element, ask: AskForIcon): () => void {
  const known = new Map<string, Promise<unknown>>();
  /** What each element shows. */
  const shown = new WeakMap<Element, string>();
  function pathOf(name: string): Promise<unknown> {
    const requested = known.get(name) ?? ask(name).catch(() => undefined);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, requested);
    return requested;
  }
  async function draw(element: Element) {
    const wanted = element.getAttribute('svgicon') ?? '';
    const [, name] = NAME.exec(wanted) ?? [];
    if (name === undefined || shown.get(element) === wanted) return;
    shown.set(element, wanted);
    const path = await pathOf(name);
    // It may have become another one in the meantime.
    if (shown.get(element) !== wanted) return;
    element.replaceChildren(typeof path === 'string' ? drawing(path) : name.replaceAll('-', '_'));
  }
  const look = () => {
    for (const element of root.querySelectorAll('[svgicon^="mdi:"]')) void draw(element);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['svgicon'] });
  look();
  return () => observer.disconnect();
}
