import { describe, expect, it } from 'vitest';
import { planWaves } from './plan-waves.ts';

const ids = Array.from({ length: 1000 }, (_, at) => `device ${at}`);
const sizes = (count: number, waves: Parameters<typeof planWaves>[1]) => {
  const plan = planWaves(ids.slice(0, count), waves);
  return [plan.waves.map(({ length }) => length), plan.leftOut];
};

describe('waves', () => {
  it.each([
    ['shares count the waves before', 1000, [{ share: 1 }, { share: 10 }, { share: 100 }], [10, 90, 900], 0],
    ['a share is rounded up', 3, [{ share: 1 }, { share: 50 }, { share: 100 }], [1, 1, 1], 0],
    ['what no share reaches is left out', 10, [{ share: 20 }], [2], 8],
    ['no devices', 0, [{ share: 50 }], [0], 0],
    ['all of few, then none', 1, [{ share: 10 }, { share: 100 }], [1, 0], 0],
    ['a list counts for the shares behind it', 10, [{ deviceIds: ids.slice(0, 3) }, { share: 50 }], [3, 2], 5],
    ['a list behind a share keeps its devices', 10, [{ share: 90 }, { deviceIds: ids.slice(0, 5) }], [5, 5], 0],
    ['a device is in its first list', 3, [{ deviceIds: ids.slice(0, 2) }, { deviceIds: ids.slice(1, 3) }], [2, 1], 0],
    ['listed twice', 3, [{ deviceIds: [ids[0] as string, ids[0] as string] }], [1], 2],
    ['a share in fractions', 1000, [{ share: 0.1 }, { share: 100 }], [1, 999], 0],
  ])('%s', (_name, count, waves, expected, leftOut) => {
    expect(sizes(count, waves)).toEqual([expected, leftOut]);
  });

  it('take the devices in their order, and each once', () => {
    const plan = planWaves(ids, [{ share: 10 }, { deviceIds: ids.slice(50, 60) }, { share: 60 }, { share: 100 }]);
    const taken = plan.waves.flat();
    expect(new Set(taken).size).toBe(1000);
    expect(plan.waves[0]).toEqual([...ids.slice(0, 50), ...ids.slice(60, 110)]);
    expect(plan.waves[2]).toEqual(ids.slice(110, 600));
  });

  it('of very many devices are divided at once', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `device ${at}`);
    const started = process.threadCpuUsage();
    planWaves(many, [{ share: 1 }, { share: 10 }, { share: 100 }]);
    const { user } = process.threadCpuUsage(started);
    // Nothing else happens meanwhile. Looked at for each other one, they would take minutes.
    expect(user / 1000).toBeLessThan(2_000);
  });
});
