import { describe, expect, it } from 'vitest';
import { dashes, gaugeLayout } from './gauge-layout.ts';
import { gaugeColor, gaugeModel, shareOf } from './gauge-model.ts';

const NOTHING = { title: false, label: false, units: '' };

describe('settings of a digital gauge', () => {
  it('have the defaults of the reference', () => {
    expect(gaugeModel({})).toMatchObject({
      shape: 'arc',
      min: 0,
      max: 100,
      startAngle: 90,
      glow: 0,
      dash: 0,
      isRounded: false,
      widthScale: 0.75,
      showValue: true,
      showMinMax: true,
      timeFormat: null,
      title: null,
      unitTitle: null,
      ticks: { shares: [], width: 4, color: '#666' },
      fonts: { title: { size: 12 }, label: { size: 8 }, value: { size: 18, color: null }, minMax: { size: 10 } },
    });
  });

  it('show value and ends only when they say so, and the label where they name no title', () => {
    const model = gaugeModel({
      showValue: 'yes',
      showMinMax: false,
      showTitle: true,
      showUnitTitle: true,
      unitTitle: 'Speed',
    });
    expect(model).toMatchObject({ showValue: false, showMinMax: false, title: undefined, unitTitle: 'Speed' });
    expect(gaugeModel({ showTimestamp: true }).timeFormat).toBe('yyyy-MM-dd HH:mm:ss');
  });

  it('draw the numbers of a display as segments, and any other family as it is named', () => {
    const { fonts } = gaugeModel({
      valueFont: { family: 'Segment7Standard', size: 30, weight: '400', style: 'italic', color: '#123456' },
      titleFont: { family: 'Georgia' },
    });
    expect(fonts.value).toMatchObject({
      isSegmented: true,
      family: null,
      size: 30,
      weight: '400',
      style: 'italic',
      color: '#123456',
    });
    expect(fonts.title).toMatchObject({ isSegmented: false, family: 'Georgia' });
  });
});

describe('the colour of a digital gauge', () => {
  it('lies between those of the two levels around the value', () => {
    const { colors } = gaugeModel({ levelColors: ['#00f', '#ff0', '#f00'] });
    expect(gaugeColor(colors, 0, 'grey')).toBe('#00f');
    expect(gaugeColor(colors, 0.25, 'grey')).toBe('color-mix(in srgb, #ff0 50%, #00f)');
    expect(gaugeColor(colors, 0.5, 'grey')).toBe('#ff0');
    expect(gaugeColor(colors, 1, 'grey')).toBe('#f00');
    expect(gaugeColor(gaugeModel({}).colors, 0.5, 'grey')).toBe('grey');
  });

  it('is that of the fixed level that the value lies in, and the gauge’s own outside of all', () => {
    const at = (value: number) => ({ valueSource: 'predefinedValue', value });
    const model = gaugeModel({
      maxValue: 200,
      useFixedLevelColor: true,
      levelColors: ['#000'],
      fixedLevelColors: [
        { from: at(50), to: at(100), color: 'green' },
        { from: at(100), to: at(150), color: 'red' },
        { from: { valueSource: 'entityAttribute', entityAlias: 'A', attribute: 'b' }, to: at(200), color: 'blue' },
        // Outside of the scale, whose ends they leave alone.
        { from: at(-50), to: at(-10), color: 'black' },
        { from: at(1000), to: at(2000), color: 'black' },
      ],
    });
    const color = (value: number) => gaugeColor(model.colors, shareOf(model, value), 'grey');
    expect([20, 60, 100, 120, 180].map(color)).toEqual(['grey', 'green', 'red', 'red', 'grey']);
  });
});

describe('the layout of a digital gauge', () => {
  const shapes = ['arc', 'donut', 'horizontalBar', 'verticalBar'];

  it('keeps bar and texts inside of the widget, whatever its shape', () => {
    for (const gaugeType of shapes) {
      const model = gaugeModel({
        gaugeType,
        showTitle: true,
        showUnitTitle: true,
        showTimestamp: true,
        neonGlowBrightness: 50,
      });
      for (const [width, height] of [
        [390, 160],
        [120, 300],
        [150, 150],
      ] as const) {
        const layout = gaugeLayout(model, { title: true, label: true, units: 'MPH' }, width, height);
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
          const { x1, y1, x2, y2 } = layout.across(share);
          for (const x of [x1, x2]) expect(x).toSatisfy((at: number) => at >= -0.01 && at <= width + 0.01);
          for (const y of [y1, y2]) expect(y).toSatisfy((at: number) => at >= -0.01 && at <= height + 0.01);
        }
        for (const { x, y, room } of Object.values(layout.texts)) {
          expect(x).toSatisfy((at: number) => at >= 0 && at <= width);
          expect(y).toSatisfy((at: number) => at >= 0 && at <= height);
          expect(room).toBeGreaterThan(0);
        }
      }
    }
  });

  it.each([
    [150, 58],
    [120, 70],
    [400, 90],
  ])('keeps the ends of a scale whole in a small arc: %i × %i', (width, height) => {
    const model = gaugeModel({ gaugeType: 'arc', roundedLineCap: true });
    const { texts } = gaugeLayout(model, { title: true, label: true, units: '%' }, width, height);
    for (const place of [texts.min, texts.max, texts.title]) {
      expect((place?.y ?? 0) + (place?.size ?? 0) / 2).toBeLessThanOrEqual(height);
      expect((place?.y ?? 0) - (place?.size ?? 0) / 2).toBeGreaterThanOrEqual(-1);
    }
  });

  it('starts a ring where it is asked to, 90 degrees being the top, and goes round clockwise', () => {
    const ring = (donutStartAngle: number) =>
      gaugeLayout(gaugeModel({ gaugeType: 'donut', donutStartAngle }), NOTHING, 200, 200);
    expect(ring(90).across(0).x2).toBeCloseTo(100);
    expect(ring(90).across(0).y2).toBeLessThan(5);
    expect(ring(90).across(0.25).x2).toBeGreaterThan(195);
    expect(ring(0).across(0).x2).toBeLessThan(5);
  });

  it('is as thick as the width asked for', () => {
    const stroke = (gaugeWidthScale: number, gaugeType: string) =>
      gaugeLayout(gaugeModel({ gaugeType, gaugeWidthScale }), NOTHING, 300, 300).stroke;
    for (const shape of shapes) expect(stroke(1, shape)).toBeGreaterThan(stroke(0.5, shape));
  });

  it('divides a bar into strokes that end where it ends', () => {
    for (const isClosed of [true, false]) {
      const [stroke = 0, gap = 0] = dashes({ length: 500, isClosed, unit: 1 }, 4).split(' ').map(Number);
      const count = (500 + (isClosed ? 0 : gap)) / (stroke + gap);
      expect(count).toBeCloseTo(Math.round(count), 1);
      expect(stroke).toBeGreaterThan(gap);
    }
    const [thin = 0] = dashes({ length: 500, isClosed: true, unit: 2 }, 1).split(' ').map(Number);
    const [thick = 0] = dashes({ length: 500, isClosed: true, unit: 2 }, 3).split(' ').map(Number);
    expect(thick).toBeGreaterThan(thin * 2);
  });
});
