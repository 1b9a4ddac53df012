const BEGIN_ALL = 'signalbox-begin-all-widgets';

/** Has every widget of the page begin, also those that were never near the screen. */
export function beginAllWidgets(): void {
  window.dispatchEvent(new Event(BEGIN_ALL));
}

/** Calls the listener when every widget is to begin. @returns a function that ends that */
export function onBeginAllWidgets(listener: () => void): () => void {
  window.addEventListener(BEGIN_ALL, listener);
  return () => window.removeEventListener(BEGIN_ALL, listener);
}
