/** A history of writes and deletions that a writer performs and a reader can reconstruct, step by step. */
export interface HistoryStep {
  /** ts → value */
  write: [number, number][];
  delete: { startTs: number; endTs: number } | undefined;
}

/** Lanes run in parallel, each on its own entity. */
export const LANES = 3;

export function laneEntity(lane: number): string {
  return `00000000-0000-4000-8000-00000000000${lane}`;
}

/** Actions of a lane in a step: new points, a rewrite of an older one, sometimes a deletion. */
export function historyStep(lane: number, step: number): HistoryStep {
  const write: [number, number][] = [];
  for (let i = 0; i < 20; i++) write.push([step * 20 + i, step * 1_000 + lane]);
  if (step > 10) write.push([(step - ((step * 7) % 10)) * 20, step * 1_000 + 500 + lane]);
  const isDeletion = step % 9 === 8;
  return { write, delete: isDeletion ? { startTs: (step - 6) * 20 + 5, endTs: (step - 3) * 20 } : undefined };
}

/** Computes ts → value after this many steps. */
export function historyAfter(lane: number, steps: number): Map<number, number> {
  const points = new Map<number, number>();
  for (let step = 0; step < steps; step++) {
    const { write, delete: deletion } = historyStep(lane, step);
    if (deletion) for (let ts = deletion.startTs; ts < deletion.endTs; ts++) points.delete(ts);
    for (const [ts, value] of write) points.set(ts, value);
  }
  return points;
}
