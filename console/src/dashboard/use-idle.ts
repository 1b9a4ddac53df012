import { useEffect, useState } from 'react';

/** ms after which it is true however busy the page is. */
const LATEST = 1500;

/** True once the page has had time for what can wait: what is drawn of many things first is what people look for. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Not every browser tells when it is idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), LATEST / 5);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: LATEST });
    return () => cancelIdleCallback(waiting);
  }, []);
  return isIdle;
}
