// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { Compass } from './analogue-gauges/compass.tsx';
import { LinearGauge } from './analogue-gauges/linear-gauge.tsx';
import { RadialGauge } from './analogue-gauges/radial-gauge.tsx';
import { LabelCard } from './cards/label-card.tsx';
import { SimpleCard } from './cards/simple-card.tsx';
import { Doughnut, NamedPie, Pie } from './charts/pie.tsx';
import { PolarArea, Radar } from './charts/spokes.tsx';
import { Knob } from './control-widgets/knob.tsx';
import { LedIndicator } from './control-widgets/led.tsx';
import { DigitalGauge } from './digital-gauges/gauge.tsx';
import type { Settings } from './model.ts';
import { testMachine } from './sandbox/test-machine.ts';
import type { WidgetProps } from './widget-type.ts';

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const HUGE = 1e308;
const VALUES = [HUGE, -HUGE, `${HUGE}`, 'Infinity', 'NaN', 5e-324, 0];

/** Draws a widget with the values as its rows. */
function drawn(Widget: ComponentType<WidgetProps>, values: readonly unknown[], settings: Settings): Element {
  const rows = values.map((value, index) => ({
    ...{ datasourceIndex: 0, datasource: { name: 'A' } },
    entity: { id: 'a', entityType: 'DEVICE', name: 'A', label: '' },
    dataKey: { name: `k${index}`, label: `K${index}`, type: 'timeseries', color: '#123456', settings: {} },
    data: [[1_700_000_000_000, value]],
  }));
  const trend = { rows: [{ ...rows[0], data: VALUES.map((value, index) => [1_700_000_000_000 + index, value]) }] };
  const props = {
    widget: { config: { settings } },
    data: { rows, entities: [], status: 'ready' },
    followed: { trend },
    width: 300,
    height: 200,
    locale: 'en-US',
    scripts: testMachine(),
  } as unknown as WidgetProps;
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => root.render(<Widget {...props} />));
  const copy = place.cloneNode(true) as Element;
  act(() => root.unmount());
  return copy;
}

/** Attributes of drawings that are no numbers; names for readers say values as they are. */
function faultsOf(place: Element): string[] {
  return [...place.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => !/^(aria-|title|id)/.test(name) && /NaN|Infinity/.test(value))
      .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 60)}`),
  );
}

const scales: Settings[] = [
  {},
  { minValue: -HUGE, maxValue: HUGE },
  { minValue: HUGE, maxValue: HUGE },
  { minValue: -HUGE, maxValue: -HUGE },
  { minValue: 1e20, maxValue: 1e20 },
  // Steps of such a scale are too small to be counted.
  { minValue: 1e20, maxValue: 1e20 + 40_000 },
  { minValue: 0, maxValue: 5e-324 },
];
const font = { size: HUGE };
const numbers = (of: number): Settings => ({
  ...{ startAngle: of, ticksAngle: of, needleCircleSize: of, majorTicksCount: of, minorTicks: of, valueInt: of },
  ...{ highlightsWidth: of, borderOuterWidth: of, barStrokeWidth: of, animationDuration: of, valueDec: of },
  ...{ donutStartAngle: of, neonGlowBrightness: of, dashThickness: of, gaugeWidthScale: of, tickWidth: of },
  ...{ showTicks: true, ticksValue: [{ valueSource: 'predefinedValue', value: of }] },
  ...{ numbersFont: font, titleFont: font, unitsFont: font, valueFont: font, labelFont: font, minMaxFont: font },
  ...{ highlights: [{ from: -of, to: of, color: 'red' }], initialValue: of, decimals: of },
  ...{ radius: of, innerRadius: of, tilt: of, strokeWidth: of, borderWidth: of, fontSize: of },
  ...{ useFixedLevelColor: true, fixedLevelColors: [{ from: { value: -of }, to: { value: of }, color: 'red' }] },
  ...{ labels: [{ x: of, y: of, font }] },
});

const gauge = (settings: Settings) => (props: WidgetProps) => (
  <DigitalGauge
    {...(props as unknown as Parameters<typeof DigitalGauge>[0])}
    widget={{ ...props.widget, config: { settings: { ...settings, ...props.widget.config.settings } } }}
  />
);
const every = {
  ...{ Compass, LinearGauge, RadialGauge, LabelCard, SimpleCard, Knob, LedIndicator, Pie, NamedPie, Doughnut },
  ...{ PolarArea, Radar },
  arc: gauge({ gaugeType: 'arc' }),
  donut: gauge({ gaugeType: 'donut' }),
  lying: gauge({ gaugeType: 'horizontalBar' }),
  standing: gauge({ gaugeType: 'verticalBar', roundedLineCap: true }),
} as unknown as Record<string, ComponentType<WidgetProps>>;

it.each(Object.entries(every))('%s draws numbers that are too large to count with as far as it can', (_, Widget) => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const faults = new Set<string>();
  const variants = [...scales, ...scales.flatMap((scale) => [HUGE, -HUGE].map((of) => ({ ...numbers(of), ...scale })))];
  for (const settings of variants) {
    for (const values of [...VALUES.map((value) => [value]), VALUES])
      for (const fault of faultsOf(drawn(Widget, values, settings))) faults.add(fault);
  }
  expect([...faults]).toEqual([]);
  expect(complaint.mock.calls).toEqual([]);
  complaint.mockRestore();
});
