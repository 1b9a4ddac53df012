import { latestValues } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';

const dial = { data: latestValues, shape: 'gauge', singleEntity: true } as const;

const radial = defineWidget({ ...dial, load: async () => (await import('./radial-gauge.tsx')).RadialGauge });

export const bundle: WidgetBundle = {
  analogue_compass: defineWidget({ ...dial, load: async () => (await import('./compass.tsx')).Compass }),
  temperature_gauge_canvas_gauges: defineWidget({
    ...dial,
    load: async () => (await import('./linear-gauge.tsx')).LinearGauge,
  }),
  temperature_radial_gauge_canvas_gauges: radial,
  speed_gauge_canvas_gauges: radial,
  radial_gauge_canvas_gauges: radial,
};
