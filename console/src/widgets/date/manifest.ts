import { defineWidget, type WidgetBundle } from '../widget-type.ts';

export const bundle: WidgetBundle = {
  date_range_navigator: defineWidget({
    data: null,
    shape: 'control',
    load: async () => (await import('./date-range-navigator.tsx')).DateRangeNavigator,
  }),
};
