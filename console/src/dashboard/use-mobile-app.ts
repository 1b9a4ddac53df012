import { useEffect, useRef } from 'react';
import { onToggleDashboardLayout, reportDashboardLayout, reportDashboardState } from '../app/mobile-calls.ts';

interface ShownState {
  /** Fills the window; one inside another dashboard is nothing the app has to know of. */
  isShown: boolean;
  stateId: string;
  stateName: string;
  hasRight: boolean;
  isRightOpen: boolean;
  setRightOpen: (isOpen: boolean) => void;
}

/** Keeps the mobile app up to date with the state of a dashboard, and its right layout as the app wants it. */
export function useMobileApp({ isShown, stateId, stateName, hasRight, isRightOpen, setRightOpen }: ShownState): void {
  const latest = useRef(isRightOpen);
  latest.current = isRightOpen;
  const reported = useRef(isRightOpen);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another state may have the same name
  useEffect(() => {
    if (!isShown) return;
    reported.current = latest.current;
    reportDashboardState(stateName, hasRight, latest.current);
  }, [isShown, stateId, stateName, hasRight]);

  useEffect(() => {
    if (!isShown || reported.current === isRightOpen) return;
    reported.current = isRightOpen;
    reportDashboardLayout(isRightOpen);
  }, [isShown, isRightOpen]);

  useEffect(() => {
    if (!isShown || !hasRight) return;
    return onToggleDashboardLayout(() => setRightOpen(!latest.current));
  }, [isShown, hasRight, setRightOpen]);
}
