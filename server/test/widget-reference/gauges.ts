import { type BundleReferences, font, NONE, ONE, type TypeReference } from './common.ts';

const animation = (animationRule: string) => ({ animation: true, animationDuration: 500, animationRule });

const GAUGE = {
  minValue: 0,
  maxValue: 100,
  unitTitle: null,
  showUnitTitle: true,
  majorTicksCount: null,
  minorTicks: 2,
  valueBox: true,
  valueInt: 3,
  defaultColor: null,
  colorPlate: '#fff',
  colorMajorTicks: '#444',
  colorMinorTicks: '#666',
  colorNeedle: null,
  colorNeedleEnd: null,
  colorNeedleShadowUp: 'rgba(2,255,255,0.2)',
  colorNeedleShadowDown: 'rgba(188,143,143,0.45)',
  colorValueBoxRect: '#888',
  colorValueBoxRectEnd: '#666',
  colorValueBoxBackground: '#babab2',
  colorValueBoxShadow: 'rgba(0,0,0,1)',
  highlights: [{ from: NONE, to: NONE, color: NONE }],
  highlightsWidth: 15,
  showBorder: true,
  numbersFont: font(18),
  titleFont: font(24, '#888'),
  unitsFont: font(22, '#888'),
  valueFont: { ...font(40, '#444'), shadowColor: 'rgba(0,0,0,0.3)' },
  ...animation('cycle'),
};

const LINEAR = {
  ...GAUGE,
  barStrokeWidth: 2.5,
  colorBarStroke: null,
  colorBar: '#fff',
  colorBarEnd: '#ddd',
  colorBarProgress: null,
  colorBarProgressEnd: null,
};

const RADIAL = { ...GAUGE, startAngle: 45, ticksAngle: 270, needleCircleSize: 10 };

const COMPASS = {
  majorTicks: NONE,
  minorTicks: 22,
  showStrokeTicks: false,
  needleCircleSize: 15,
  showBorder: true,
  borderOuterWidth: 10,
  colorPlate: '#222',
  colorMajorTicks: '#f5f5f5',
  colorMinorTicks: '#ddd',
  colorNeedle: '#f08080',
  colorNeedleCircle: '#e8e8e8',
  colorBorder: '#ccc',
  majorTickFont: font(20, '#ccc'),
  ...animation('cycle'),
  animationTarget: 'needle',
};

const analogue = (name: string, size: [number, number], settings: object): TypeReference => ({
  name,
  type: 'latest',
  size,
  settings: { ...settings },
  parameters: ONE,
});

const SOURCE = { valueSource: 'predefinedValue', entityAlias: NONE, attribute: NONE, value: NONE };

const DIGITAL = {
  minValue: 0,
  maxValue: 100,
  gaugeType: 'arc',
  donutStartAngle: 90,
  neonGlowBrightness: 0,
  dashThickness: 0,
  roundedLineCap: false,
  title: null,
  showTitle: false,
  unitTitle: null,
  showUnitTitle: false,
  showTimestamp: false,
  timestampFormat: 'yyyy-MM-dd HH:mm:ss',
  showValue: true,
  showMinMax: true,
  gaugeWidthScale: 0.75,
  defaultColor: null,
  gaugeColor: null,
  useFixedLevelColor: false,
  levelColors: NONE,
  fixedLevelColors: [{ from: SOURCE, to: SOURCE, color: NONE }],
  showTicks: false,
  tickWidth: 4,
  colorTicks: '#666',
  ticksValue: [SOURCE],
  ...animation('linear'),
  titleFont: font(12),
  labelFont: font(8),
  valueFont: font(18),
  minMaxFont: font(10),
};

const digital = (name: string, ...size: [number, number]): TypeReference => ({
  name,
  type: 'latest',
  size,
  settings: DIGITAL,
  parameters: ONE,
});

export const GAUGES: BundleReferences = {
  analogue_gauges: {
    title: 'Analogue gauges',
    types: {
      analogue_compass: analogue('Compass', [6, 5], COMPASS),
      temperature_gauge_canvas_gauges: analogue('Thermometer scale', [7, 3], LINEAR),
      temperature_radial_gauge_canvas_gauges: analogue('Temperature radial gauge', [6, 5], RADIAL),
      speed_gauge_canvas_gauges: analogue('Speed gauge', [7, 5], RADIAL),
      radial_gauge_canvas_gauges: analogue('Radial gauge', [6, 5], RADIAL),
    },
  },
  digital_gauges: {
    title: 'Digital gauges',
    types: {
      gauge_justgage: digital('Gauge', 4, 3),
      digital_thermometer: digital('Digital thermometer', 3, 3),
      digital_speedometer: digital('Digital speedometer', 5, 3),
      neon_gauge_justgage: digital('Neon gauge', 5, 3),
      lcd_gauge: digital('LCD gauge', 5, 3),
      lcd_bar_gauge: digital('LCD bar gauge', 2, 3.5),
      simple_neon_gauge_justgage: digital('Simple neon gauge', 3, 3),
      vertical_bar_justgage: digital('Vertical bar', 2, 3.5),
      simple_gauge_justgage: digital('Simple gauge', 2, 2),
      digital_bar: digital('Digital horizontal bar', 6, 2.5),
      mini_gauge_justgage: digital('Mini gauge', 2, 2),
      horizontal_bar_justgage: digital('Horizontal bar', 7, 3),
      digital_vertical_bar: digital('Digital vertical bar', 2.5, 4.5),
    },
  },
};
