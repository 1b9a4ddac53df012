import { type Map as LeafletMap, Polyline, point } from 'leaflet';
import { useEffect } from 'react';
import { type Decoration, decorationStrokes } from './decorations.ts';
import type { MapLine } from './use-lines.ts';

/** Keeps arrows or dashes on lines, at equal distances whatever the zoom. */
export function useDecorations(
  map: LeafletMap | undefined,
  lines: readonly MapLine[],
  decoration: Decoration | undefined,
) {
  useEffect(() => {
    if (!map || !decoration) return;
    const drawn = lines.map(({ color, weight, opacity }) =>
      new Polyline([], { color: decoration.color ?? color, weight, opacity, interactive: false }).addTo(map),
    );
    const draw = () => {
      const zoom = map.getZoom();
      lines.forEach(({ places }, index) => {
        const spots = places.map(({ lat, lng }) => map.project([lat, lng], zoom));
        const strokes = decorationStrokes(spots, decoration);
        drawn[index]?.setLatLngs(strokes.map((stroke) => stroke.map(({ x, y }) => map.unproject(point(x, y), zoom))));
      });
    };
    draw();
    map.on('zoomend', draw);
    return () => {
      map.off('zoomend', draw);
      for (const line of drawn) line.remove();
    };
  }, [map, lines, decoration]);
}
