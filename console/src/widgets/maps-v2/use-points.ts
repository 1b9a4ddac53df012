import { CircleMarker, type Map as LeafletMap } from 'leaflet';
import { useEffect, useRef } from 'react';
import { createCanvas } from './map-canvas.ts';

/** A point that was measured. */
export interface MapPoint {
  key: string;
  lat: number;
  lng: number;
  time: number;
  color: string;
}

/** Keeps the points of trips on a map. @param size px */
export function usePoints(
  map: LeafletMap | undefined,
  points: readonly MapPoint[],
  size: number,
  onClick: (point: MapPoint) => void,
) {
  const click = useRef(onClick);
  click.current = onClick;
  useEffect(() => {
    if (!map || points.length === 0) return;
    const renderer = createCanvas();
    const dots = points.map((point) => {
      const style = { radius: size / 2, weight: 1, color: '#ffffff', fillColor: point.color, fillOpacity: 1, renderer };
      return new CircleMarker([point.lat, point.lng], style).on('click', () => click.current(point)).addTo(map);
    });
    return () => {
      for (const dot of dots) dot.remove();
      renderer.remove();
    };
  }, [map, points, size]);
}
