import { describe, expect, it } from 'vitest';
import { hasFairRoom } from './fair-room.ts';

/** What each has when they come one after the other and take all they get. */
function taken(count: number, all: number): number[] {
  const owns: number[] = [];
  let used = 0;
  for (let who = 0; who < count; who++) {
    let own = 0;
    while (hasFairRoom(own, used, all)) {
      own++;
      used++;
    }
    owns.push(own);
  }
  return owns;
}

describe('room that is shared', () => {
  it('is four fifths for one who is alone', () => expect(taken(1, 50_000)).toEqual([40_000]));

  it('leaves some for each who comes later', () => {
    const owns = taken(5, 50_000);
    expect(owns).toEqual([40_000, 8000, 1600, 320, 64]);
    expect(owns.reduce((sum, own) => sum + own)).toBeLessThan(50_000);
  });

  it('is shared evenly by those who come together', () => {
    const owns = [0, 0, 0, 0];
    let used = 0;
    for (let isGoing = true; isGoing; ) {
      isGoing = false;
      for (const [who, own] of owns.entries()) {
        if (!hasFairRoom(own, used, 50_000)) continue;
        owns[who] = own + 1;
        used++;
        isGoing = true;
      }
    }
    expect(Math.max(...owns) - Math.min(...owns)).toBeLessThanOrEqual(4);
    expect(used).toBeGreaterThan(46_000);
    expect(hasFairRoom(0, used, 50_000)).toBe(true);
  });

  it('is nobody’s when all is taken', () => expect(hasFairRoom(0, 10, 10)).toBe(false));
});
