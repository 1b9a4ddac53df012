import { numberOf, textOf } from '../drawing/setting-values.ts';
import { latestValues, valuesOverTime } from '../follows.ts';
import { settingsOf, type Widget } from '../model.ts';
import { type DataPageLink, wholePage } from '../runtime/entity-query.ts';
import { defineWidget, type Follow, type WidgetBundle, type WidgetType } from '../widget-type.ts';
import { mapHasScripts } from './map-settings.ts';
import type { MapType } from './map-types.ts';

/** The attribute with the address of the picture of a map. */
const pictureAddress: Follow<'latest'> = {
  kind: 'latest',
  options({ config, dashboardTimeWindow, entitiesOf }) {
    const alias = textOf(config.settings?.imageEntityAlias);
    const attribute = textOf(config.settings?.imageUrlAttribute);
    const entityFilter = alias === null ? undefined : entitiesOf(alias);
    if (alias === null || attribute === null || !entityFilter) return null;
    const dataKeys = [{ name: attribute, type: 'attribute' as const, label: attribute }];
    const datasource = { type: 'entity' as const, dataKeys };
    return {
      datasources: [{ datasource, aliasName: alias, entityFilter, keyFilters: [], singleEntity: true }],
      window: { timezone: dashboardTimeWindow.timezone ?? null },
      stateData: false,
    };
  },
  missing: () => undefined,
};

/** As many entities as the settings say, read at once. */
function wholeMap(widget: Widget): DataPageLink {
  const size = Math.floor(numberOf(settingsOf(widget).mapPageSize, 16_384));
  return { ...wholePage(false), dynamic: true, pageSize: Math.min(16_384, Math.max(1, size)) };
}

/** Where each entity of the page was. */
const pagesOverTime: Follow<'timeseries'> = {
  ...valuesOverTime(),
  options: ({ datasources, timeWindow, pageLink }) => ({
    datasources,
    window: timeWindow,
    stateData: false,
    ...(pageLink ? { pageLink } : {}),
  }),
};

function mapEntry({ hasRoutes }: MapType): WidgetType {
  const common = {
    firstPage: wholeMap,
    everySource: true,
    also: { picture: pictureAddress },
    shape: 'chart',
    hasScripts: ({ settings }: Widget['config']) => mapHasScripts(settings),
  } as const;
  if (hasRoutes) {
    const load = async () => (await import('./route-map.tsx')).RouteMap;
    return defineWidget({ ...common, data: pagesOverTime, load });
  }
  const load = async () => (await import('./marker-map.tsx')).MarkerMap;
  return defineWidget({ ...common, data: latestValues, load });
}

/** Where things went, played back. */
export const tripEntry = defineWidget({
  data: valuesOverTime(),
  also: { picture: pictureAddress },
  shape: 'chart',
  hasScripts: ({ settings }) => mapHasScripts(settings),
  load: async () => (await import('./trip-map.tsx')).TripMap,
});

export function mapEntries(types: Readonly<Record<string, MapType>>): WidgetBundle {
  return Object.fromEntries(Object.entries(types).map(([alias, type]) => [alias, mapEntry(type)]));
}
