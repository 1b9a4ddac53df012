import { latestEntities } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';

export const bundle: WidgetBundle = {
  edges_overview: defineWidget({
    data: latestEntities,
    shape: 'list',
    singleEntity: true,
    fullBleed: true,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern of titles
    ownTitle: ({ settings }) => (settings?.enableDefaultTitle === false ? undefined : '${entityName}'),
    load: async () => (await import('./edges-overview.tsx')).EdgesOverview,
  }),
};
