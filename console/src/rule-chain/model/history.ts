import type { Chain } from './chain.ts';

interface Step {
  /** The chain before it. */
  chain: Chain;
  /** What was done, for people. */
  label: string;
}

/** What was edited, with every step back to the beginning. */
export interface History {
  present: Chain;
  past: readonly Step[];
  future: readonly Step[];
  /** What the newest step belongs to: further changes of the same are part of it. */
  group: string | undefined;
}

export const beginHistory = (present: Chain): History => ({ present, past: [], future: [], group: undefined });

/**
 * @param group changes of one group that follow each other are undone together, such as those of one text field
 */
export function doStep(history: History, label: string, chain: Chain, group?: string): History {
  if (chain === history.present) return history;
  const isMore = group !== undefined && group === history.group;
  return {
    present: chain,
    past: isMore ? history.past : [...history.past, { chain: history.present, label }],
    future: [],
    group,
  };
}

export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    present: step.chain,
    past: history.past.slice(0, -1),
    future: [...history.future, { chain: history.present, label: step.label }],
    group: undefined,
  };
}

export function redo(history: History): History {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    present: step.chain,
    past: [...history.past, { chain: history.present, label: step.label }],
    future: history.future.slice(0, -1),
    group: undefined,
  };
}
