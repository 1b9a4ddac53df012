import type { LatLng, Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapMarker } from './map-marker.ts';
import type { ClusterSettings } from './map-settings.ts';
import { createMarkerLayer, type MarkerEvents, type MarkerLayer } from './marker-layer.ts';

/** Keeps the markers of a map as they should be. */
export function useMarkers(
  map: LeafletMap | undefined,
  markers: readonly MapMarker[],
  options: { clusters?: ClusterSettings | undefined; anchor: { x: number; y: number }; isDraggable: boolean },
  events: MarkerEvents,
): MarkerLayer | undefined {
  const { t } = useTranslation();
  const [made, setMade] = useState<{ map: LeafletMap; layer: MarkerLayer }>();
  // That of an earlier map is gone with it.
  const layer = made?.map === map ? made?.layer : undefined;
  const listener = useRef(events);
  listener.current = events;
  useEffect(() => {
    if (!map) return;
    const created = createMarkerLayer(map, {
      onClick: (key) => listener.current.onClick(key),
      onHover: (key, isOver) => listener.current.onHover(key, isOver),
      onDrop: (key: string, place: LatLng) => listener.current.onDrop(key, place),
    });
    setMade({ map, layer: created });
    return () => {
      setMade(undefined);
      created.remove();
    };
  }, [map]);
  const { clusters, isDraggable } = options;
  const { x, y } = options.anchor;
  useEffect(() => {
    layer?.update(markers, {
      clusters,
      isDraggable,
      anchor: { x, y },
      howToMove: t('map.howToMove'),
      clusterName: (count) => t('map.cluster', { count }),
    });
  }, [layer, markers, clusters, isDraggable, x, y, t]);
  return layer;
}
