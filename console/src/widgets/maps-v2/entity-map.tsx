import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { numberOf } from '../drawing/setting-values.ts';
import { settingsOf } from '../model.ts';
import type { MapMarker } from './map-marker.ts';
import { MapNote, PlaceMenu } from './map-parts.tsx';
import type { MapProps } from './map-props.ts';
import { clusterSettings, lineSettings, markersMove, placeKeys, viewSettings } from './map-settings.ts';
import type { MapType } from './map-types.ts';
import { routeOf } from './place-values.ts';
import { picturePlane, WORLD } from './plane.ts';
import { canSave } from './save-place.ts';
import { useChunks } from './use-chunks.ts';
import { useEntityAreas } from './use-entity-areas.ts';
import type { KnownGround } from './use-ground.ts';
import { type MapLine, useLines } from './use-lines.ts';
import { useMap } from './use-map.ts';
import { useMapEntities } from './use-map-entities.ts';
import { useMarkers } from './use-markers.ts';
import { useTooltips } from './use-tooltips.tsx';
import { useView } from './use-view.ts';

type Ground = Extract<KnownGround, { kind: 'tiles' | 'picture' }>;

/** Entities on a map: their markers, areas and routes, what a click does, and how people move them. */
export function EntityMap(props: MapProps & { type: MapType; ground: Ground }) {
  const { t } = useTranslation();
  const { widget, data, type, ground, scripts, width, height } = props;
  const settings = settingsOf(widget);
  const onPicture = ground.kind === 'picture';
  const ratio = onPicture ? ground.ratio : undefined;
  const plane = useMemo(() => (ratio === undefined ? WORLD : picturePlane(ratio)), [ratio]);
  const keys = useMemo(() => placeKeys(settings, onPicture), [settings, onPicture]);
  const view = useMemo(() => viewSettings(settings), [settings]);
  const clusters = useMemo(
    () => (type.hasRoutes ? undefined : clusterSettings(settings, onPicture)),
    [type, settings, onPicture],
  );
  const { entities, looks, move } = useMapEntities({ widget, data, keys, settings, scripts });
  const isDraggable = markersMove(settings, type.isPlacing === true);

  const names = entities.filter(({ place }) => place).map(({ entity }) => entity.name);
  const name =
    names.length > 0 && names.length < 4
      ? t('map.mapOf', { name: names.join(', ') })
      : t('map.mapOfMany', { count: names.length });
  const { box, map } = useMap({ ground, scrollZoom: view.scrollZoom, name, width, height });

  const markers = useMemo(
    () =>
      entities.flatMap(({ key, entity, place }, index): MapMarker[] =>
        place
          ? [
              {
                key,
                name: entity.name,
                ...plane.toMap(place),
                look: () => looks.of(index),
                color: () => looks.color(index),
              },
            ]
          : [],
      ),
    [entities, looks, plane],
  );
  const lines = useMemo(() => {
    if (!type.hasRoutes) return [];
    const style = lineSettings(settings);
    return entities.map(({ key, entity, rows }, index): MapLine => {
      const places = routeOf(rows, keys).map((place) => plane.toMap(place));
      return { ...style, key, places, name: t('map.routeOf', { name: entity.name }), color: looks.color(index) };
    });
  }, [type, settings, entities, keys, plane, looks, t]);
  useLines(map, lines);
  const seen = useMemo(() => [...markers, ...lines.flatMap(({ places }) => places)], [markers, lines]);
  useView(onPicture ? undefined : map, view, seen, markers.map(({ key }) => key).join());
  const byKey = (key: string) => entities.find((entity) => entity.key === key);
  const tooltips = useTooltips({ ...props, map, entities, looks, plane, move, isDraggable });
  const anchor = { x: numberOf(settings.markerOffsetX, 0.5), y: numberOf(settings.markerOffsetY, 1) };
  const areas = useEntityAreas({
    ...{ widget, type, map, entities, looks, plane, onPicture },
    onClick: (key, at) => tooltips.clickArea(key, at, areas.hasTooltip),
  });
  const added = useChunks(markers, clusters?.inChunks === true);
  useMarkers(
    map,
    added,
    { clusters, anchor, isDraggable },
    {
      onClick: tooltips.click,
      onHover: tooltips.hover,
      onDrop(key, { lat, lng }) {
        const entity = byKey(key);
        if (entity) move(entity, plane.toValues({ lat, lng }));
      },
    },
  );

  const unplaced = isDraggable
    ? entities.filter(({ place, rows }) => !place && canSave(rows, [keys.lat, keys.lng]))
    : [];
  const page = data.pages.find((one) => one?.hasNext);
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
      <Box ref={box} />
      {tooltips.drawn}
      {map && (
        <PlaceMenu
          things={[
            ...unplaced.map((entity) => ({
              key: entity.key,
              text: t('map.placeEntity', { name: entity.entity.name }),
              run: () => move(entity, plane.toValues(map.getCenter())),
            })),
            ...areas.placeable,
            ...areas.removable,
          ]}
        />
      )}
      {page ? (
        <MapNote text={t('map.overflow', { count: entities.length, total: page.totalElements })} />
      ) : (
        markers.length === 0 && areas.areas.length === 0 && <MapNote text={t('map.noPlaces')} />
      )}
    </Box>
  );
}
