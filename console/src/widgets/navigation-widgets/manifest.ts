import { defineWidget, type WidgetBundle } from '../widget-type.ts';

export const bundle: WidgetBundle = {
  navigation_cards: defineWidget({
    data: null,
    shape: 'list',
    load: async () => (await import('./navigation-cards.tsx')).NavigationCards,
  }),
  navigation_card: defineWidget({
    data: null,
    shape: 'control',
    load: async () => (await import('./navigation-card.tsx')).NavigationCard,
  }),
};
