import { DivIcon, type Map as LeafletMap, Marker } from 'leaflet';
import { movedByKeys } from './moved-by-keys.ts';
import { type PointAt, type Rings, withNewPoint, withoutPoint, withPoint } from './polygons.ts';

/** px; what is seen of it is less. */
const SIZE = 26;

/** The handles of an area that is edited: one at each point, and one between two, which adds a point. */
export function createHandles(
  map: LeafletMap,
  rings: Rings,
  texts: { point: (number: number) => string; add: string; howToMove: string },
  onChange: (rings: Rings) => void,
): () => void {
  const markers: Marker[] = [];
  function handle(lat: number, lng: number, name: string, isNew: boolean, onDrop: (marker: Marker) => void) {
    const className = isNew ? 'map-handle map-handle-new' : 'map-handle';
    const icon = new DivIcon({ className, iconSize: [SIZE, SIZE], html: '' });
    const marker = new Marker([lat, lng], { icon, draggable: true }).addTo(map);
    marker.on('dragend', () => onDrop(marker));
    const element = marker.getElement();
    element?.setAttribute('aria-label', name);
    element?.setAttribute('aria-description', texts.howToMove);
    if (element) movedByKeys(map, marker, element, { onStart: () => undefined, onEnd: (is) => is && onDrop(marker) });
    markers.push(marker);
    return element;
  }
  const placeOf = (marker: Marker) => ({ lat: marker.getLatLng().lat, lng: marker.getLatLng().lng });
  rings.forEach((points, ring) => {
    points.forEach((point, at) => {
      const place: PointAt = { ring, at };
      const move = (marker: Marker) => onChange(withPoint(rings, place, placeOf(marker)));
      const element = handle(point.lat, point.lng, texts.point(at + 1), false, move);
      element?.addEventListener('keydown', (event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        onChange(withoutPoint(rings, place));
      });
      const next = points[(at + 1) % points.length] ?? point;
      const add = (marker: Marker) => onChange(withNewPoint(rings, place, placeOf(marker)));
      handle((point.lat + next.lat) / 2, (point.lng + next.lng) / 2, texts.add, true, add);
    });
  });
  return () => {
    for (const marker of markers) marker.remove();
  };
}
