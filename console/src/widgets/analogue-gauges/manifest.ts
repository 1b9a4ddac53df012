import { latestValues, settingAttributes } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';

const gauge = defineWidget({
  data: latestValues,
  also: { attributes: settingAttributes },
  shape: 'gauge',
  singleEntity: true,
  load: async () => (await import('../digital-gauges/gauge.tsx')).AnalogueGauge,
});

export const bundle: WidgetBundle = {
  temperature_gauge_canvas_gauges: gauge,
  temperature_radial_gauge_canvas_gauges: gauge,
  speed_gauge_canvas_gauges: gauge,
  radial_gauge_canvas_gauges: gauge,
};
