import { useEffect, useRef } from 'react';
import type { WantedReport } from '../dashboard-picture/write-report.ts';

declare global {
  interface Window {
    /** Set by the browser of the server, which draws reports. */
    signalboxReport?: WantedReport;
  }
}

/** Saves the dashboard as a report where the server opened it for one. */
export function useWantedReport(isShown: boolean, title: string, timeText: () => string): void {
  const isWritten = useRef(false);
  useEffect(() => {
    const wanted = window.signalboxReport;
    if (!wanted || !isShown || isWritten.current) return;
    isWritten.current = true;
    void import('../dashboard-picture/write-report.ts').then(({ writeReport }) =>
      writeReport(wanted, title, timeText()),
    );
  }, [isShown, title, timeText]);
}
