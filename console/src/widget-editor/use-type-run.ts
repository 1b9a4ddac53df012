import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FrameFailure } from '../own-widgets/protocol.ts';
import type { RunWatch } from '../own-widgets/run-watch.ts';
import { type EditedEntry, entryOf, type TypePlace } from './entry-of.ts';
import type { EditedType } from './model/edited-type.ts';

/** ms after its start in which a widget may still fail, before it counts as one that runs */
const SETTLED = 500;
/** ms after which a widget that says nothing is taken for one that waits for something */
const LONGEST_START = 15_000;

/** A widget of an edited type at work. */
export interface TypeRun extends EditedEntry {
  /** Of the type as it was then. */
  type: EditedType;
}

/** How a run goes. */
export interface RunOutcome {
  status: 'starting' | 'running' | 'failed';
  /** Why it has ended. */
  failure?: FrameFailure;
  /** What failed of it last without ending it. */
  note?: FrameFailure;
}

const STARTING: RunOutcome = { status: 'starting' };

/** Lets widgets of an edited type run, one after the other. */
export function useTypeRun(type: EditedType, place: TypePlace) {
  const [run, setRun] = useState<TypeRun>();
  const [outcome, setOutcome] = useState<RunOutcome>(STARTING);
  const latest = useRef({ type, place, number: 0 });
  latest.current.type = type;
  latest.current.place = place;
  /** Who waits for the end of the beginning. */
  const waiting = useRef<(failure?: FrameFailure) => void>(undefined);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);

  const settle = useCallback((failure?: FrameFailure) => {
    clearTimeout(settling.current);
    waiting.current?.(failure);
    waiting.current = undefined;
  }, []);

  /** Begins again with the type as it is now. Resolves with what ended the widget; undefined: it runs. */
  const start = useCallback((): Promise<FrameFailure | undefined> => {
    settle();
    const { type: now, place: there } = latest.current;
    const number = ++latest.current.number;
    setOutcome(STARTING);
    return new Promise((resolve) => {
      waiting.current = resolve;
      settling.current = setTimeout(settle, LONGEST_START);
      entryOf(now, there).then(
        (made) => {
          if (number !== latest.current.number) return;
          setRun({ ...made, type: now });
          if (!made.original) return;
          setOutcome({ status: 'running' });
          settle();
        },
        (error: unknown) => {
          if (number !== latest.current.number) return;
          const message = error instanceof Error ? error.message : String(error);
          const failure: FrameFailure = { stage: 'resource', message };
          setOutcome({ status: 'failed', failure });
          settle(failure);
        },
      );
    });
  }, [settle]);

  useEffect(() => {
    void start();
    return () => {
      // What is still on its way comes to nobody.
      latest.current.number++;
      settle();
    };
  }, [start, settle]);

  const watch = useMemo<RunWatch>(
    () => ({
      beginsAgain: () => setOutcome(STARTING),
      started() {
        // One whose beginning has failed says that it has begun, too.
        setOutcome((before) => (before.failure ? before : { ...before, status: 'running' }));
        clearTimeout(settling.current);
        settling.current = setTimeout(settle, SETTLED);
      },
      failed(failure) {
        // Only its neighbour was stopped: it begins again by itself.
        if (failure.stage === 'silent' && failure.message === 'restart') return;
        setOutcome({ status: 'failed', failure });
        settle(failure);
      },
      noted: (note) => setOutcome((before) => ({ ...before, note })),
    }),
    [settle],
  );

  return { run, outcome, watch, start };
}
export type TypeRuns = ReturnType<typeof useTypeRun>;
