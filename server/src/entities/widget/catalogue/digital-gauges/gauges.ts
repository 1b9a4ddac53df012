import { libraryController, ONE_VALUE } from '../controller.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { type ConfigPart, simulated, type Wave } from '../widget-config.ts';
import { digitalGaugeForm } from './gauge-form.ts';

const drawn = libraryController('<canvas id="gauge"></canvas>', "new TbCanvasDigitalGauge(self.ctx, 'gauge')", {
  parameters: ONE_VALUE,
});

/** Digits of displays. */
const SEGMENTS = { family: 'Segment7Standard', weight: 'normal' };

/** Texts of a gauge that is a display, and the sizes of its fonts. */
const display = (sizes: { value: number; minMax: number; title?: number }, color: string | null = null) => ({
  valueFont: { ...SEGMENTS, size: sizes.value, ...(color && { color }) },
  minMaxFont: { ...SEGMENTS, size: sizes.minMax, ...(color && { color }) },
  titleFont: { ...SEGMENTS, size: sizes.title ?? 24, ...(color && { color }) },
});

const WHITE = { showTitle: false, backgroundColor: '#ffffff' };
const BLACK = { showTitle: false, backgroundColor: '#000000', color: 'rgba(255, 254, 254, 0.87)' };
/** The green-grey of a display that is not lit. */
const LCD = { showTitle: false, backgroundColor: '#babab2' };

const TEMPERATURE: Wave = { label: 'Temperature', middle: 15, swing: 25 };
const SPEED: Wave = { label: 'Speed', middle: 90, swing: 60, decimals: 0 };
const HUMIDITY: Wave = { label: 'Humidity', middle: 55, swing: 25, decimals: 0 };

interface Preset extends Pick<TypeDefinition, 'alias' | 'name' | 'description' | 'size'> {
  settings: Record<string, unknown>;
  wave: Wave;
  look: ConfigPart;
}

/** widgets.md §4.3 */
const PRESETS: readonly Preset[] = [
  {
    alias: 'gauge_justgage',
    name: 'Gauge',
    description: 'One value on a clean half-round arc with a title and the ends of its scale.',
    size: [4, 3],
    settings: {
      gaugeType: 'arc',
      showTitle: true,
      decimals: 0,
      gaugeColor: '#eeeeee',
      titleFont: { color: '#666' },
      valueFont: { size: 32 },
      minMaxFont: { color: '#666' },
    },
    wave: { ...HUMIDITY, color: '#ef6c00' },
    look: WHITE,
  },
  {
    alias: 'digital_thermometer',
    name: 'Digital thermometer',
    description: 'A temperature on a glowing ring that turns from blue to red as it gets warmer.',
    size: [3, 3],
    settings: {
      gaugeType: 'donut',
      minValue: -60,
      maxValue: 60,
      units: '°C',
      decimals: 1,
      gaugeWidthScale: 1,
      levelColors: ['#304ffe', '#7e57c2', '#ff4081', '#d32f2f'],
      dashThickness: 1.5,
      neonGlowBrightness: 35,
      gaugeColor: '#333333',
      showTitle: true,
      title: 'Temperature',
      ...display({ value: 24, minMax: 12, title: 12 }),
    },
    wave: { ...TEMPERATURE, color: '#304ffe' },
    look: BLACK,
  },
  {
    alias: 'digital_speedometer',
    name: 'Digital speedometer',
    description: 'A speed on a glowing arc, green while it is moderate, then yellow, then red.',
    size: [5, 3],
    settings: {
      gaugeType: 'arc',
      maxValue: 180,
      units: 'MPH',
      decimals: 0,
      levelColors: ['#008000', '#fbc02d', '#f44336'],
      dashThickness: 1.5,
      neonGlowBrightness: 40,
      gaugeColor: '#171a1c',
      showUnitTitle: true,
      ...display({ value: 36, minMax: 12 }),
    },
    wave: { ...SPEED, color: '#008000' },
    look: BLACK,
  },
  {
    alias: 'neon_gauge_justgage',
    name: 'Neon gauge',
    description: 'One value on an arc that glows like a neon tube, for dark rooms and dark dashboards.',
    size: [5, 3],
    settings: {
      gaugeType: 'arc',
      dashThickness: 1,
      neonGlowBrightness: 70,
      decimals: 0,
      showTitle: true,
      ...display({ value: 32, minMax: 12, title: 14 }),
    },
    wave: { label: 'Load', middle: 60, swing: 30, decimals: 0, color: '#388e3c' },
    look: BLACK,
  },
  {
    alias: 'lcd_gauge',
    name: 'LCD gauge',
    description: 'One value as on the grey display of an instrument, on an arc of dark strokes.',
    size: [5, 3],
    settings: {
      gaugeType: 'arc',
      maxValue: 180,
      units: 'MPH',
      decimals: 0,
      defaultColor: '#444444',
      dashThickness: 1.5,
      showUnitTitle: true,
      ...display({ value: 32, minMax: 12 }, '#444444'),
    },
    wave: { ...SPEED, color: '#444444' },
    look: LCD,
  },
  {
    alias: 'lcd_bar_gauge',
    name: 'LCD bar gauge',
    description: 'A level in per cent as on the grey display of an instrument, on an upright bar.',
    size: [2, 3.5],
    settings: {
      gaugeType: 'verticalBar',
      units: '%',
      decimals: 0,
      defaultColor: '#444444',
      dashThickness: 1.5,
      ...display({ value: 24, minMax: 12 }, '#444444'),
    },
    wave: { label: 'Battery', middle: 60, swing: 30, decimals: 0, color: '#444444' },
    look: LCD,
  },
  {
    alias: 'simple_neon_gauge_justgage',
    name: 'Simple neon gauge',
    description: 'A small glowing ring with its value in the middle.',
    size: [3, 3],
    settings: {
      gaugeType: 'donut',
      gaugeWidthScale: 1,
      dashThickness: 1.5,
      neonGlowBrightness: 40,
      decimals: 0,
      ...display({ value: 32, minMax: 12 }),
    },
    wave: { label: 'Pressure', middle: 50, swing: 30, decimals: 0, color: '#f57c00' },
    look: BLACK,
  },
  {
    alias: 'vertical_bar_justgage',
    name: 'Vertical bar',
    description: 'A level on an upright bar of strokes, for tanks, batteries and signals.',
    size: [2, 3.5],
    settings: { gaugeType: 'verticalBar', dashThickness: 1.5, gaugeColor: '#eeeeee', decimals: 0 },
    wave: { label: 'Level', middle: 50, swing: 35, decimals: 0, color: '#f57c00' },
    look: WHITE,
  },
  {
    alias: 'simple_gauge_justgage',
    name: 'Simple gauge',
    description: 'A ring with one value in the smallest of spaces.',
    size: [2, 2],
    settings: { gaugeType: 'donut', gaugeColor: '#eeeeee', decimals: 0, showMinMax: false },
    wave: { label: 'Humidity', middle: 55, swing: 25, decimals: 0, color: '#ef6c00' },
    look: WHITE,
  },
  {
    alias: 'digital_bar',
    name: 'Digital horizontal bar',
    description: 'A glowing bar that fills from left to right and changes its colour on the way.',
    size: [6, 2.5],
    settings: {
      gaugeType: 'horizontalBar',
      maxValue: 180,
      units: 'MPH',
      decimals: 0,
      levelColors: ['#008000', '#fbc02d', '#f44336'],
      dashThickness: 1.5,
      neonGlowBrightness: 40,
      gaugeColor: '#171a1c',
      showTitle: true,
      ...display({ value: 24, minMax: 12, title: 14 }),
    },
    wave: { ...SPEED, color: '#008000' },
    look: BLACK,
  },
  {
    alias: 'mini_gauge_justgage',
    name: 'Mini gauge',
    description: 'A small ring with round ends, several of which fit side by side.',
    size: [2, 2],
    settings: { gaugeType: 'donut', roundedLineCap: true, decimals: 0, showMinMax: false },
    wave: { label: 'CPU', middle: 40, swing: 30, decimals: 0, color: '#7cb342' },
    look: WHITE,
  },
  {
    alias: 'horizontal_bar_justgage',
    name: 'Horizontal bar',
    description: 'One value on a bar that fills from left to right, with a title above it.',
    size: [7, 3],
    settings: { gaugeType: 'horizontalBar', showTitle: true, gaugeColor: '#eeeeee', decimals: 0 },
    wave: { ...HUMIDITY, color: '#f57c00' },
    look: WHITE,
  },
  {
    alias: 'digital_vertical_bar',
    name: 'Digital vertical bar',
    description: 'A glowing upright bar, for a temperature from blue to red.',
    size: [2.5, 4.5],
    settings: {
      gaugeType: 'verticalBar',
      minValue: -60,
      maxValue: 60,
      units: '°C',
      decimals: 1,
      levelColors: ['#3d5afe', '#f44336'],
      dashThickness: 1.2,
      neonGlowBrightness: 20,
      gaugeColor: '#171a1c',
      ...display({ value: 20, minMax: 12 }),
    },
    wave: { ...TEMPERATURE, color: '#3d5afe' },
    look: BLACK,
  },
];

export const gauges: readonly TypeDefinition[] = PRESETS.map(({ settings, wave, look, ...preset }) => ({
  ...preset,
  type: 'latest',
  controller: drawn,
  settings: digitalGaugeForm,
  preset: settings,
  config: { ...look, datasources: [simulated([wave])] },
}));
