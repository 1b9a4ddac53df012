import { useMemo } from 'react';
import { optionalNumber } from '../drawing/setting-values.ts';
import type { Settings, Widget, WidgetData } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { placeFunction } from './map-settings.ts';
import { createLooks } from './marker-looks.ts';
import { type MapEntity, mapEntities, type Place, type PlaceKeys } from './place-values.ts';
import { useMoves } from './use-moves.ts';

/** Places on a picture as the function of the settings moves them; it stays where it is if that fails. */
function movedByFunction(settings: Settings, scripts: Scripts | undefined): ((place: Place) => Place) | undefined {
  const body = placeFunction(settings);
  if (!scripts || body === undefined) return undefined;
  try {
    const run = scripts.compile(body, ['origXPos', 'origYPos']);
    return (place) => {
      try {
        const moved = run(place.lng, place.lat) as { x?: unknown; y?: unknown } | null | undefined;
        return { lat: optionalNumber(moved?.y) ?? place.lat, lng: optionalNumber(moved?.x) ?? place.lng };
      } catch {
        return place;
      }
    };
  } catch {
    return undefined;
  }
}

/** The entities of a map as it shows them: where they are, or where people have just put them. */
export function useMapEntities(of: {
  widget: Widget;
  data: WidgetData;
  keys: PlaceKeys;
  settings: Settings;
  scripts: Scripts | undefined;
}) {
  const { widget, data, keys, settings, scripts } = of;
  const { config } = widget;
  const read = useMemo(() => mapEntities(data.rows, keys), [data.rows, keys]);
  const { moved, move } = useMoves(read, keys);
  const adjusted = useMemo(
    () => (keys.onPicture ? movedByFunction(settings, scripts) : undefined),
    [keys.onPicture, settings, scripts],
  );
  const entities = useMemo(
    () =>
      adjusted
        ? moved.map((entity): MapEntity => (entity.place ? { ...entity, place: adjusted(entity.place) } : entity))
        : moved,
    [moved, adjusted],
  );
  const looks = useMemo(() => createLooks(read, config, scripts), [read, config, scripts]);
  return { entities, looks, move };
}
