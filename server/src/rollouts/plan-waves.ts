import type { RolloutWaveInput } from '@signalbox/contract/rollout';

/** Devices of each wave, and how many no wave reaches. */
export interface WavePlan {
  waves: string[][];
  leftOut: number;
}

/**
 * Divides devices among waves. A listed device is in the first wave whose list has it. A share counts the waves before it.
 * @param deviceIds in the order in which shares take them, each once
 */
export function planWaves(deviceIds: readonly string[], waves: readonly RolloutWaveInput[]): WavePlan {
  const all = new Set(deviceIds);
  const listed = new Set<string>();
  const lists = waves.map((wave) => {
    const own = [...new Set(wave.deviceIds ?? [])].filter((id) => all.has(id) && !listed.has(id));
    for (const id of own) listed.add(id);
    return own;
  });
  const rest = deviceIds.filter((id) => !listed.has(id));
  let reached = 0;
  let next = 0;
  const planned = waves.map(({ share }, at) => {
    const own = lists[at] as string[];
    if (share != null) {
      const count = Math.max(0, Math.ceil((all.size * share) / 100 - 1e-9) - reached);
      for (const id of rest.slice(next, next + count)) own.push(id);
      next += count;
    }
    reached += own.length;
    return own;
  });
  return { waves: planned, leftOut: all.size - reached };
}
