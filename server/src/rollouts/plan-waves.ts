import { createHash } from 'node:crypto';
import type { RolloutWaveInput } from '@signalbox/contract/rollout';

/** Devices of each wave, and how many no wave reaches. */
export interface WavePlan {
  waves: string[][];
  leftOut: number;
}

const placeOf = (id: string): string => createHash('md5').update(id).digest('hex');

/**
 * Divides devices among waves. A listed device is in the first wave whose list has it. A share counts the waves before
 * it; who is in it is decided by a hash of the id, so that the devices of a share are spread over all of them and are the
 * same whenever it is asked.
 */
export function planWaves(deviceIds: readonly string[], waves: readonly RolloutWaveInput[]): WavePlan {
  const all = new Set(deviceIds);
  const listed = new Set<string>();
  const lists = waves.map((wave) => {
    const own = [...new Set(wave.deviceIds ?? [])].filter((id) => all.has(id) && !listed.has(id));
    for (const id of own) listed.add(id);
    return own;
  });
  const rest = [...all]
    .filter((id) => !listed.has(id))
    .map((id) => ({ id, place: placeOf(id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  let reached = 0;
  let next = 0;
  const planned = waves.map(({ share }, at) => {
    const own = lists[at] as string[];
    if (share != null) {
      const count = Math.max(0, Math.ceil((all.size * share) / 100 - 1e-9) - reached);
      for (const { id } of rest.slice(next, next + count)) own.push(id);
      next += count;
    }
    reached += own.length;
    return own;
  });
  return { waves: planned, leftOut: all.size - reached };
}
