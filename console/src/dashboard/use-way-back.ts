import { useEffect, useRef } from 'react';
import { encodedSteps, type StateStep } from './states.ts';

/**
 * While a dashboard is edited, its states are shown without the entities that they were opened for. Once that ends, the
 * view goes back to where it was when it began.
 */
export function useWayBack(
  isEdited: boolean,
  steps: readonly StateStep[],
  setSteps: (steps: readonly StateStep[]) => void,
): void {
  const latest = useRef({ steps, setSteps });
  latest.current = { steps, setSteps };
  const before = useRef<readonly StateStep[]>(undefined);
  useEffect(() => {
    const { current } = latest;
    if (isEdited) {
      before.current = current.steps;
      return;
    }
    const back = before.current;
    before.current = undefined;
    if (back && encodedSteps(back) !== encodedSteps(current.steps)) current.setSteps(back);
  }, [isEdited]);
}
