/**
 * Keeps what is in `element` readable for screen readers while a dialog or a menu is open: MUI hides everything beside
 * that from them, again whenever another one opens or closes. A callback ref.
 */
export function stayReadable(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const show = () => element.removeAttribute('aria-hidden');
  const observer = new MutationObserver(show);
  observer.observe(element, { attributeFilter: ['aria-hidden'] });
  show();
  return () => observer.disconnect();
}
