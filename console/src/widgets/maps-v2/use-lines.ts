import { type Map as LeafletMap, Polyline } from 'leaflet';
import { useEffect, useRef } from 'react';

/** A line on a map. */
export interface MapLine {
  key: string;
  name: string;
  places: readonly { lat: number; lng: number }[];
  color: string;
  /** px */
  weight: number;
  opacity: number;
}

/** Keeps lines on a map as they should be. */
export function useLines(map: LeafletMap | undefined, lines: readonly MapLine[]) {
  const drawn = useRef(new Map<string, Polyline>());
  useEffect(() => {
    const all = drawn.current;
    if (!map) return;
    return () => {
      for (const line of all.values()) line.remove();
      all.clear();
    };
  }, [map]);
  useEffect(() => {
    if (!map) return;
    const wanted = new Set(lines.map(({ key }) => key));
    for (const [key, line] of drawn.current) {
      if (wanted.has(key)) continue;
      line.remove();
      drawn.current.delete(key);
    }
    for (const { key, name, places, color, weight, opacity } of lines) {
      const corners = places.map(({ lat, lng }) => [lat, lng] as [number, number]);
      let line = drawn.current.get(key);
      if (!line) {
        line = new Polyline(corners, { color, weight, opacity, interactive: false }).addTo(map);
        drawn.current.set(key, line);
      } else line.setLatLngs(corners).setStyle({ color, weight, opacity });
      line.getElement()?.setAttribute('role', 'img');
      line.getElement()?.setAttribute('aria-label', name);
    }
  }, [map, lines]);
}
