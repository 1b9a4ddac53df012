import { latestValues, settingAttributes } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';

/** One component; shape, strokes, glow and fonts of the settings make each of them what it is named for. */
const gauge = defineWidget({
  data: latestValues,
  also: { attributes: settingAttributes },
  shape: 'gauge',
  singleEntity: true,
  load: async () => (await import('./gauge.tsx')).DigitalGauge,
});

export const bundle: WidgetBundle = {
  gauge_justgage: gauge,
  digital_thermometer: gauge,
  digital_speedometer: gauge,
  neon_gauge_justgage: gauge,
  lcd_gauge: gauge,
  lcd_bar_gauge: gauge,
  simple_neon_gauge_justgage: gauge,
  vertical_bar_justgage: gauge,
  simple_gauge_justgage: gauge,
  digital_bar: gauge,
  mini_gauge_justgage: gauge,
  horizontal_bar_justgage: gauge,
  digital_vertical_bar: gauge,
};
