import { useCallback, useEffect, useRef, useState } from 'react';
import { createImportRun, type ImportPlan, type ImportProgress, type ImportRun, NO_PROGRESS } from './run-import.ts';

/** A run on the page. */
export interface RunState {
  progress: ImportProgress;
  isRunning: boolean;
  /** Everything has been sent. */
  isDone: boolean;
  /** Why it stopped; undefined when it did not, or was cancelled. */
  error: Error | undefined;
  /** ms since 1970 */
  startedAt: number;
}

const IDLE: RunState = { progress: NO_PROGRESS, isRunning: false, isDone: false, error: undefined, startedAt: 0 };

/** Runs an import, or its dry run, part by part; it stops when its dialog goes. */
export function useImportRun(isDryRun: boolean) {
  const [state, setState] = useState<RunState>(IDLE);
  const run = useRef<ImportRun>(undefined);
  const abort = useRef<AbortController>(undefined);

  const go = useCallback(async () => {
    const own = run.current;
    if (!own) return;
    const controller = new AbortController();
    abort.current = controller;
    setState((now) => ({ ...now, isRunning: true, error: undefined }));
    const update = (change: Partial<RunState>) => {
      if (run.current === own) setState((now) => ({ ...now, ...change }));
    };
    try {
      const progress = await own.go(controller.signal, (soFar) => update({ progress: soFar }));
      update({ progress, isRunning: false, isDone: !controller.signal.aborted });
    } catch (error) {
      update({ isRunning: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }, []);

  const start = useCallback(
    (plan: ImportPlan) => {
      abort.current?.abort();
      run.current = createImportRun(plan, isDryRun);
      setState({ ...IDLE, startedAt: Date.now() });
      return go();
    },
    [go, isDryRun],
  );
  const cancel = useCallback(() => abort.current?.abort(), []);
  /** Stops it, and what it still tells is ignored. */
  const drop = useCallback(() => {
    abort.current?.abort();
    run.current = undefined;
    setState(IDLE);
  }, []);
  useEffect(
    () => () => {
      abort.current?.abort();
      run.current = undefined;
    },
    [],
  );
  return { ...state, start, resume: go, cancel, drop };
}
