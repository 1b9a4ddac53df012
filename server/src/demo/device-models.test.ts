import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS, measure, seedOf } from './device-models.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

describe('simulated devices', () => {
  it.each(DEVICE_KINDS)('a %s has the same values for the same time, however often it is read', (kind) => {
    const seed = seedOf('Substation 14');
    expect(measure(kind, seed, NOW)).toEqual(measure(kind, seed, NOW));
  });

  it('give different curves for different devices', () => {
    expect(measure('climate', seedOf('A'), NOW)).not.toEqual(measure('climate', seedOf('B'), NOW));
  });

  it('keep a freezer cold and a greenhouse alive over a week', () => {
    for (let ts = NOW; ts < NOW + 7 * 86_400_000; ts += 600_000) {
      const freezer = measure('freezer', 7, ts).temperature as number;
      expect(freezer).toBeGreaterThan(-22);
      expect(freezer).toBeLessThan(-14);
      const { humidity, ventOpen, soilMoisture } = measure('climate', 7, ts) as Record<string, number>;
      expect(humidity).toBeGreaterThan(30);
      expect(humidity).toBeLessThan(100);
      expect(soilMoisture).toBeGreaterThan(40);
      expect(ventOpen).toBeLessThanOrEqual(100);
    }
  });

  it('never decrease energy counters', () => {
    let before = 0;
    for (let ts = NOW; ts < NOW + 86_400_000; ts += 300_000) {
      const energy = measure('meter', 3, ts).energy as number;
      expect(energy).toBeGreaterThanOrEqual(before);
      before = energy;
    }
  });
});
