/** What somebody has clicked, also within the shadow of an element. */
function clickedLink(event: Event): Element | undefined {
  return event
    .composedPath()
    .find((one): one is Element => one instanceof Element && one.matches('a, area, [routerlink]'));
}

/** What leaves the frame where it is. */
const STAYS: ReadonlySet<string> = new Set(['javascript:', 'mailto:', 'tel:', 'sms:']);

/**
 * Has the page follow links of the frame, which itself leads nowhere: one that is left is no widget any more.
 * @param go takes the path of a page of the console, or the whole address of a page elsewhere
 */
export function followLinks(root: EventTarget, go: (address: string) => void): () => void {
  const follow = (event: Event) => {
    const link = clickedLink(event);
    if (!link || event.defaultPrevented) return;
    const place = link.getAttribute('routerlink');
    const address = place ?? link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '';
    if (address.startsWith('#')) return;
    // The place of the frame itself.
    if (address === '') return link.hasAttribute('href') ? event.preventDefault() : undefined;
    const here = new URL(document.baseURI);
    if (!URL.canParse(address, here.href)) return;
    // Paths of a router begin with the console, those of links stand beside the page of the frame.
    const { protocol, origin, pathname, search, hash, href } = new URL(address, place === null ? here : here.origin);
    if (STAYS.has(protocol)) return;
    event.preventDefault();
    if (protocol === 'http:' || protocol === 'https:') go(origin === here.origin ? pathname + search + hash : href);
  };
  root.addEventListener('click', follow);
  return () => root.removeEventListener('click', follow);
}
