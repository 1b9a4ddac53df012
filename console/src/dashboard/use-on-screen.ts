import { type RefObject, useEffect, useState } from 'react';

/** px around the screen in which widgets are drawn already, so that scrolling finds them there. */
const MARGIN = 240;

/** By element, who wants to know whether it is near the screen. */
const watched = new Map<Element, (onScreen: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, tell: (onScreen: boolean) => void): () => void {
  const options: IntersectionObserverInit & { scrollMargin: string } = {
    rootMargin: `${MARGIN}px`,
    // Without it, the box that scrolls cuts off what is just outside; browsers that lack it draw a little later.
    scrollMargin: `${MARGIN}px`,
  };
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) watched.get(entry.target)?.(entry.isIntersecting);
  }, options);
  watched.set(element, tell);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/** Whether the element is on the screen or nearly. One observer serves all. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => (element.current ? watch(element.current, setOnScreen) : undefined), [element]);
  return onScreen;
}
