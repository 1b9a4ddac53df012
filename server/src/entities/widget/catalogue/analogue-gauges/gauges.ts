import { libraryController, ONE_VALUE } from '../controller.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated, type Wave } from '../widget-config.ts';
import { compassForm, linearForm, radialForm } from './gauge-settings.ts';

const CANVAS = '<canvas id="gauge"></canvas>';

const drawnBy = (library: 'TbAnalogueCompass' | 'TbAnalogueRadialGauge' | 'TbAnalogueLinearGauge') =>
  libraryController(CANVAS, `new ${library}(self.ctx, 'gauge')`, { parameters: ONE_VALUE });

const showing = (wave: Wave) => ({ datasources: [simulated([wave])], showTitle: false });

/** Bands of equal width from `from` on. */
const bands = (from: number, width: number, colors: readonly string[]) =>
  colors.map((color, place) => ({ from: from + place * width, to: from + (place + 1) * width, color }));

const COLD_TO_HOT = [
  ...['#0d47a1', '#1565c0', '#1976d2', '#2196f3', '#64b5f6', '#bbdefb'],
  ...['#ffccbc', '#ffab91', '#ff8a65', '#ff7043', '#f4511e', '#d84315'],
];

const NO_SHADOW = { colorNeedleShadowUp: 'rgba(0,0,0,0)' };

/** widgets.md §4.2 */
export const gauges: readonly TypeDefinition[] = [
  {
    alias: 'analogue_compass',
    name: 'Compass',
    description:
      'Points to where something heads: the wind, a vehicle, an antenna. The value is an angle from 0 to 360 degrees.',
    type: 'latest',
    size: [6, 5],
    controller: drawnBy('TbAnalogueCompass'),
    settings: compassForm,
    preset: { majorTicks: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] },
    config: showing({ label: 'Wind direction', middle: 180, swing: 120, decimals: 0, units: '°' }),
  },
  {
    alias: 'temperature_gauge_canvas_gauges',
    name: 'Thermometer scale',
    description: 'A temperature on a straight thermometer, with blue bands below freezing and red ones above.',
    type: 'latest',
    size: [7, 3],
    controller: drawnBy('TbAnalogueLinearGauge'),
    settings: linearForm,
    preset: {
      minValue: -60,
      maxValue: 100,
      defaultColor: '#e64a19',
      units: '°C',
      unitTitle: 'Temperature',
      valueDec: 1,
      majorTicksCount: 8,
      minorTicks: 8,
      highlights: bands(-60, 20, [
        ...['#90caf9', 'rgba(144, 202, 249, 0.66)', 'rgba(144, 202, 249, 0.33)'],
        ...[0.2, 0.35, 0.5, 0.65, 0.8].map((share) => `rgba(244, 67, 54, ${share})`),
      ]),
      highlightsWidth: 10,
      colorBarProgress: '#90caf9',
      colorBarProgressEnd: '#f44336',
      colorBarStroke: '#b0bec5',
      showBorder: false,
      animationDuration: 1500,
      animationRule: 'linear',
      ...NO_SHADOW,
    },
    config: showing({ label: 'Temperature', middle: 22, swing: 14, color: '#e64a19' }),
  },
  {
    alias: 'temperature_radial_gauge_canvas_gauges',
    name: 'Temperature radial gauge',
    description: 'A temperature on a round dial from deep cold to great heat, in coloured bands of ten degrees.',
    type: 'latest',
    size: [6, 5],
    controller: drawnBy('TbAnalogueRadialGauge'),
    settings: radialForm,
    preset: {
      minValue: -60,
      maxValue: 60,
      startAngle: 67.5,
      ticksAngle: 225,
      needleCircleSize: 7,
      defaultColor: '#e65100',
      colorPlate: '#cfd8dc',
      majorTicksCount: 12,
      valueDec: 1,
      units: '°C',
      unitTitle: 'Temperature',
      highlights: bands(-60, 10, COLD_TO_HOT),
      animationDuration: 1000,
      animationRule: 'bounce',
    },
    config: showing({ label: 'Temperature', middle: 18, swing: 16, color: '#e65100' }),
  },
  {
    alias: 'speed_gauge_canvas_gauges',
    name: 'Speed gauge',
    description: 'A speed on a dial like that of a car, with a yellow and a red band where it gets too fast.',
    type: 'latest',
    size: [7, 5],
    controller: drawnBy('TbAnalogueRadialGauge'),
    settings: radialForm,
    preset: {
      minValue: 0,
      maxValue: 180,
      units: 'MPH',
      showUnitTitle: false,
      majorTicksCount: 9,
      valueDec: 0,
      highlights: [
        { from: 80, to: 120, color: '#fdd835' },
        { from: 120, to: 180, color: '#e57373' },
      ],
      showBorder: false,
      animationDuration: 1500,
      animationRule: 'linear',
    },
    config: showing({ label: 'Speed', middle: 80, swing: 55, decimals: 0 }),
  },
  {
    alias: 'radial_gauge_canvas_gauges',
    name: 'Radial gauge',
    description: 'Any value on a round dial with a hand; scale, colours, bands and fonts are yours to set.',
    type: 'latest',
    size: [6, 5],
    controller: drawnBy('TbAnalogueRadialGauge'),
    settings: radialForm,
    preset: { minValue: -100, maxValue: 100, minorTicks: 10, valueDec: 0 },
    config: showing({ label: 'Level', middle: 0, swing: 70, decimals: 0 }),
  },
];
