import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceCallError } from './device-call.ts';

/** What went wrong last in a control; it stays until the next attempt works or the person closes it. */
export function useProblem() {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    clear: () => setProblem(undefined),
    /** Does the work and notes whether it failed. */
    async note(work: () => Promise<void>): Promise<boolean> {
      try {
        await work();
        setProblem(undefined);
        return true;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        setProblem(error instanceof DeviceCallError ? reason : t('control.failedToRun', { reason }));
        return false;
      }
    },
  };
}
