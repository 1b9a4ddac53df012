import { isInMobileApp } from './mobile-app.ts';
import type { MobileBridgeParts } from './mobile-messages.ts';

/** Does what messages of the app ask for, in their order. What reads them is loaded with the first one. */
export function listenToMobileApp(parts: MobileBridgeParts): void {
  let reader: Promise<(event: MessageEvent) => void> | undefined;
  window.addEventListener('message', (event) => {
    // The end of the app may come later than the console.
    if (!isInMobileApp()) return;
    reader ??= import('./mobile-messages.ts').then(({ createMessageReader }) => createMessageReader(parts));
    void reader.then((read) => read(event));
  });
}
