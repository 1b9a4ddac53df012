import { useEffect, useState } from 'react';

/**
 * How much of a page is drawn: 0 at first, one more with each task until `last`, so that the browser can answer between
 * parts that each take long.
 */
export function useStages(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage >= last) return;
    const timer = setTimeout(() => setStage(stage + 1));
    return () => clearTimeout(timer);
  }, [stage, last]);
  return stage;
}
