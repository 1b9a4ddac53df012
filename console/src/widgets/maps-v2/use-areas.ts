import { type Map as LeafletMap, Polygon } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type AreaHandles, createHandles } from './area-handles.ts';
import type { polygonSettings } from './map-settings.ts';
import type { Rings } from './polygons.ts';

/** An area of an entity on a map. */
export interface MapArea {
  key: string;
  name: string;
  /** On the map. */
  rings: Rings;
  fill: string;
}

const corners = (rings: Rings) => rings.map((ring) => ring.map(({ lat, lng }) => [lat, lng] as [number, number]));

/** Keeps the areas of a map as they should be. @param edited the key of the one with handles */
export function useAreas(
  map: LeafletMap | undefined,
  areas: readonly MapArea[],
  style: NonNullable<ReturnType<typeof polygonSettings>> | null,
  edited: string | undefined,
  events: { onClick: (key: string) => void; onChange: (key: string, rings: Rings) => void },
) {
  const { t } = useTranslation();
  const drawn = useRef(new Map<string, Polygon>());
  const listener = useRef(events);
  listener.current = events;
  useEffect(() => {
    const all = drawn.current;
    if (!map) return;
    return () => {
      for (const area of all.values()) area.remove();
      all.clear();
    };
  }, [map]);
  useEffect(() => {
    if (!map || !style) return;
    const wanted = new Set(areas.map(({ key }) => key));
    for (const [key, area] of drawn.current) {
      if (wanted.has(key)) continue;
      area.remove();
      drawn.current.delete(key);
    }
    for (const { key, name, rings, fill } of areas) {
      const look = {
        ...{ fillColor: fill, fillOpacity: style.fillOpacity, color: style.stroke },
        ...{ opacity: style.strokeOpacity, weight: style.weight },
      };
      let area = drawn.current.get(key);
      if (!area) {
        area = new Polygon(corners(rings), look).addTo(map);
        area.on('click', () => listener.current.onClick(key));
        area.getElement()?.addEventListener('keydown', (event) => {
          if ((event as KeyboardEvent).key === 'Enter') listener.current.onClick(key);
        });
        drawn.current.set(key, area);
      } else area.setLatLngs(corners(rings)).setStyle(look);
      const element = area.getElement();
      element?.setAttribute('role', 'button');
      element?.setAttribute('tabindex', '0');
      element?.setAttribute('aria-label', t('map.areaOf', { name }));
    }
  }, [map, areas, style, t]);
  const area = areas.find(({ key }) => key === edited);
  const { key, name } = area ?? {};
  const rings = useRef(area?.rings);
  rings.current = area?.rings;
  const handles = useRef<AreaHandles>(undefined);
  useEffect(() => {
    if (!map || key === undefined || name === undefined || !rings.current) return;
    const texts = {
      point: (number: number) => t('map.point', { number, name }),
      add: t('map.pointToAdd', { name }),
      howToMove: t('map.howToMove'),
    };
    const created = createHandles(map, rings.current, texts, (next) => listener.current.onChange(key, next));
    handles.current = created;
    return () => {
      handles.current = undefined;
      created.remove();
    };
  }, [map, key, name, t]);
  // Values that come while a handle is moved, or has the focus, leave it there.
  useEffect(() => {
    if (area) handles.current?.update(area.rings);
  }, [area]);
}
