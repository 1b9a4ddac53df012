import { describe, expect, it } from 'vitest';
import { compassModel, nearestTurn } from './compass-model.ts';
import { boxDigits, dialFormat, dialSettings } from './dial-settings.ts';
import { linearLayout, linearModel, placeOf } from './linear-model.ts';
import { marksOf } from './marks.ts';
import { angleOf, pointAt, radialModel } from './radial-model.ts';

describe('the marks of a scale', () => {
  const texts = (...of: Parameters<typeof marksOf>) => marksOf(...of).flatMap(({ text }) => text ?? []);

  it('divide it into as many parts as asked for', () => {
    expect(texts(-60, 100, 8, 2)).toEqual(['-60', '-40', '-20', '0', '20', '40', '60', '80', '100']);
    expect(texts(0, 1, 3, 1)).toEqual(['0', '0.33', '0.67', '1']);
  });

  it('are at round values when nothing is asked for', () => {
    expect(texts(-100, 100, undefined, 2)).toEqual([
      '-100',
      '-80',
      '-60',
      '-40',
      '-20',
      '0',
      '20',
      '40',
      '60',
      '80',
      '100',
    ]);
    expect(texts(3, 47, undefined, 1)).toEqual(['5', '10', '15', '20', '25', '30', '35', '40', '45']);
  });

  it('have small ones that divide each part, and stay few enough to draw', () => {
    const small = marksOf(0, 20, 2, 5).filter(({ text }) => text === null);
    expect(small.map(({ value }) => value)).toEqual([2, 4, 6, 8, 12, 14, 16, 18]);
    expect(marksOf(0, 1, 1e6, 1e6).length).toBeLessThan(500);
  });
});

describe('a round gauge', () => {
  it('starts where its settings say, counted from the bottom', () => {
    const model = radialModel({});
    expect(model).toMatchObject({ from: 135, sweep: 270, hubSize: 10, bandWidth: 15 });
    expect(angleOf(model, 0)).toBe(135);
    expect(angleOf(model, 50)).toBe(270);
    const top = pointAt(angleOf(model, 50), 90);
    expect(top.x).toBeCloseTo(0);
    expect(top.y).toBeCloseTo(-90);
    const car = radialModel({ startAngle: 67.5, ticksAngle: 225, minValue: -60, maxValue: 60 });
    expect(angleOf(car, 0)).toBe(270);
  });

  it('stops a little past the ends of its scale', () => {
    const model = radialModel({});
    expect(angleOf(model, 1e9)).toBeCloseTo(405 + 270 * 0.015);
    expect(angleOf(model, -1e9)).toBeCloseTo(135 - 270 * 0.015);
  });

  it('draws its bands inside of its scale', () => {
    const { bands } = dialSettings({
      maxValue: 180,
      highlights: [
        { from: 80, to: 120, color: '#fdd835' },
        { from: 170, to: 500, color: 'red' },
        { from: 200, to: 300, color: 'red' },
        { from: 1, to: 2 },
      ],
    });
    expect(bands).toEqual([
      { from: 80, to: 120, color: '#fdd835' },
      { from: 170, to: 180, color: 'red' },
    ]);
  });

  it('makes room for its border, and for numbers that would touch', () => {
    expect(radialModel({ showBorder: false }).plate).toBeGreaterThan(radialModel({}).plate);
    expect(radialModel({ majorTicksCount: 40, maxValue: 100000 }).numbersSize).toBeLessThan(
      radialModel({}).numbersSize,
    );
  });
});

describe('the value of a gauge', () => {
  it('fills its box up with zeros, which are known to be no part of it', () => {
    expect(boxDigits(22.4, 1, 3)).toEqual({ text: '022.4', padding: 1 });
    expect(boxDigits(-5, 0, 3)).toEqual({ text: '-5', padding: 0 });
    expect(boxDigits(12345, 0, 3)).toEqual({ text: '12345', padding: 0 });
    expect(boxDigits(-0.01, 0, 1)).toEqual({ text: '0', padding: 0 });
  });

  it('takes decimals and unit from the key, else from older settings, else from the widget', () => {
    const config = { decimals: 3, units: 'm' };
    expect(dialFormat({ decimals: 0, units: '°C' }, { valueDec: 1, units: 'K' }, config)).toEqual({
      decimals: 0,
      units: '°C',
    });
    expect(dialFormat({}, { valueDec: 1, units: 'K' }, config)).toEqual({ decimals: 1, units: 'K' });
    expect(dialFormat({}, {}, config)).toEqual({ decimals: 3, units: 'm' });
    expect(dialFormat({}, {}, {})).toEqual({ decimals: 2, units: '' });
  });
});

describe('a straight gauge', () => {
  const model = linearModel({ minValue: -60, maxValue: 100, highlights: [] });

  it('lies in a wide widget and stands in a high one', () => {
    const wide = linearLayout(model, 2, 320, 130);
    expect(wide.isUpright).toBe(false);
    expect(placeOf(model, wide, 100)).toBeGreaterThan(placeOf(model, wide, -60));
    const high = linearLayout(model, 2, 130, 320);
    expect(high.isUpright).toBe(true);
    expect(placeOf(model, high, 100)).toBeLessThan(placeOf(model, high, -60));
    expect(placeOf(model, high, 900)).toBeCloseTo(high.to);
  });

  it('has its bulb before the scale', () => {
    const wide = linearLayout(model, 2, 320, 130);
    expect(wide.bulb.x + wide.bulb.radius).toBeLessThanOrEqual(wide.from);
    const high = linearLayout(model, 2, 130, 320);
    expect(high.bulb.y - high.bulb.radius).toBeGreaterThanOrEqual(high.from);
  });
});

describe('a compass', () => {
  it('turns the short way round', () => {
    expect(nearestTurn(350, 10)).toBe(370);
    expect(nearestTurn(10, 350)).toBe(-10);
    expect(nearestTurn(-10, 90)).toBe(90);
    expect(nearestTurn(370, 370)).toBe(370);
  });

  it('has the names of its settings once, and small marks between them', () => {
    const model = compassModel({ majorTicks: ['N', 'E', 'S', 'W', 'N'], minorTicks: 3 });
    expect(model.names).toEqual(['N', 'E', 'S', 'W']);
    expect(model.small.map(Math.round)).toEqual([-60, -30, 30, 60, 120, 150, 210, 240]);
    expect(compassModel({}).names).toHaveLength(8);
    expect(compassModel({ showBorder: false }).border).toBe(0);
    expect(compassModel({ animationTarget: 'plate' }).moves).toBe('plate');
  });
});
