import { describe, expect, it } from 'vitest';
import { cropProblem, croppedPlace, NO_CROP } from './crop.ts';

describe('the part of a picture that is kept', () => {
  it.each([
    [{ top: 0, left: 0, right: 0, bottom: 0 }, undefined],
    [{ top: 50, left: 10, right: 20, bottom: 49 }, undefined],
    [{ top: 50, left: 0, right: 0, bottom: 50 }, 'nothingLeft'],
    [{ top: 0, left: 60, right: 60, bottom: 0 }, 'nothingLeft'],
    [{ top: -1, left: 0, right: 0, bottom: 0 }, 'range'],
    [{ top: Number.NaN, left: 0, right: 0, bottom: 0 }, 'range'],
  ])('of %j: %s', (crop, problem) => {
    expect(cropProblem(crop)).toBe(problem);
  });

  it('is what the sides leave, no larger than a list needs', () => {
    expect(croppedPlace({ width: 400, height: 200 }, { top: 10, left: 25, right: 25, bottom: 40 })).toEqual({
      ...{ left: 100, top: 20, width: 200, height: 100 },
      kept: { width: 200, height: 100 },
    });
    expect(croppedPlace({ width: 1920, height: 960 }, NO_CROP).kept).toEqual({ width: 960, height: 480 });
  });
});
