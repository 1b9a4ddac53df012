import { describe, expect, it } from 'vitest';
import { neighbourStep, nextTick, started } from './history-steps.ts';

const TIMES = [0, 1000, 2000, 3000, 4000];

describe('steps of a player', () => {
  it.each([
    [2, 1, [], 3],
    [2, -1, [], 1],
    [4, 1, [], 4],
    [0, -1, [], 0],
    [0, 1, [1500, 4000], 2],
    [2, 1, [1500, 4000], 4],
    [4, -1, [0, 1500], 2],
    [4, 1, [1500], 4],
    [0, -1, [1500], 0],
  ] as const)('from %d in direction %d with anchors %o lead to %d', (at, direction, anchors, expected) => {
    expect(neighbourStep(TIMES, at, direction, anchors)).toBe(expected);
  });

  it('go on to the last one, where it stops', () => {
    const playing = { at: 3, isPlaying: true, speed: 5 };
    expect(nextTick(playing, 6)).toEqual({ at: 4, isPlaying: true, speed: 5 });
    expect(nextTick(playing, 5)).toEqual({ at: 4, isPlaying: false, speed: 5 });
    // New values made the history shorter.
    expect(nextTick({ ...playing, at: 9 }, 5).at).toBe(4);
  });

  it('begin again at the start', () => {
    expect(started({ at: 4, isPlaying: false, speed: 1 }, 5)).toEqual({ at: 0, isPlaying: true, speed: 1 });
    expect(started({ at: 2, isPlaying: false, speed: 1 }, 5).at).toBe(2);
  });
});
