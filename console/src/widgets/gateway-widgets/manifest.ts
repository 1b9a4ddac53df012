import { latestValues } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';

export const bundle: WidgetBundle = {
  attributes_card: defineWidget({
    data: latestValues,
    shape: 'list',
    load: async () => (await import('../cards/attributes-card.tsx')).AttributesCard,
  }),
};
