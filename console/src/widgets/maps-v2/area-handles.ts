import { DivIcon, type Map as LeafletMap, Marker } from 'leaflet';
import { movedByKeys } from './moved-by-keys.ts';
import type { Place } from './place-values.ts';
import { type PointAt, type Rings, withNewPoint, withoutPoint, withPoint } from './polygons.ts';

/** px; what is seen of it is less. */
const SIZE = 26;

interface Handle {
  marker: Marker;
  /** Whether it adds a point. */
  isNew: boolean;
  /** Where it belongs in an area. */
  placeIn: (rings: Rings) => Place | undefined;
  /** A pointer, or keys, have it somewhere else for now. */
  isMoving: boolean;
}

/** The handles of an area that is edited. */
export interface AreaHandles {
  /**
   * Puts them where the area is now. They stay the same elements as long as it has as many points, so that the one that
   * is being moved, or has the focus, keeps it.
   */
  update: (rings: Rings) => void;
  remove: () => void;
}

const lengths = (rings: Rings) => rings.map(({ length }) => length).join();

/** Handles of an area: one at each point, and one between two, which adds a point. */
export function createHandles(
  map: LeafletMap,
  first: Rings,
  texts: { point: (number: number) => string; add: string; howToMove: string },
  onChange: (rings: Rings) => void,
): AreaHandles {
  let rings = first;
  let handles: Handle[] = [];

  function addHandle(name: string, isNew: boolean, placeIn: Handle['placeIn'], onDrop: (to: Place) => void) {
    const place = placeIn(rings);
    if (!place) return;
    const className = isNew ? 'map-handle map-handle-new' : 'map-handle';
    const icon = new DivIcon({ className, iconSize: [SIZE, SIZE], html: '' });
    const marker = new Marker(place, { icon, draggable: true }).addTo(map);
    const handle: Handle = { marker, isNew, placeIn, isMoving: false };
    const begin = () => {
      handle.isMoving = true;
    };
    const drop = () => {
      handle.isMoving = false;
      // It went with a point that somebody else took away.
      if (!handles.includes(handle)) return;
      const { lat, lng } = marker.getLatLng();
      onDrop({ lat, lng });
    };
    marker.on('dragstart', begin);
    marker.on('dragend', drop);
    const element = marker.getElement();
    element?.setAttribute('aria-label', name);
    element?.setAttribute('aria-description', texts.howToMove);
    if (element) {
      movedByKeys(map, marker, element, {
        onStart: begin,
        onEnd(isMoved) {
          if (isMoved) drop();
          else {
            handle.isMoving = false;
            settle(handle);
          }
        },
      });
    }
    handles.push(handle);
    return element;
  }

  /** What came while it was moved counts when it is not. */
  function settle({ marker, placeIn, isMoving }: Handle) {
    const place = placeIn(rings);
    if (place && !isMoving && !marker.getLatLng().equals(place)) marker.setLatLng(place);
  }

  function draw() {
    rings.forEach((points, ring) => {
      points.forEach((_point, at) => {
        const place: PointAt = { ring, at };
        const pointIn = (now: Rings) => now[ring]?.[at];
        const element = addHandle(texts.point(at + 1), false, pointIn, (to) => onChange(withPoint(rings, place, to)));
        element?.addEventListener('keydown', (event) => {
          if (event.key !== 'Delete' && event.key !== 'Backspace') return;
          event.preventDefault();
          onChange(withoutPoint(rings, place));
        });
        const middleIn = (now: Rings) => {
          const [from, to] = [now[ring]?.[at], now[ring]?.[(at + 1) % points.length]];
          return from && to && { lat: (from.lat + to.lat) / 2, lng: (from.lng + to.lng) / 2 };
        };
        addHandle(texts.add, true, middleIn, (to) => onChange(withNewPoint(rings, place, to)));
      });
    });
  }

  function removeAll() {
    const removed = handles;
    handles = [];
    for (const { marker } of removed) marker.remove();
  }

  draw();
  return {
    update(next) {
      const isSameShape = lengths(next) === lengths(rings);
      rings = next;
      if (isSameShape) {
        for (const handle of handles) settle(handle);
        return;
      }
      const focused = handles.findIndex(({ marker }) => marker.getElement() === document.activeElement);
      const count = handles.length;
      const hasAdded = handles[focused]?.isNew === true;
      removeAll();
      draw();
      // The point that was added follows the handle that added it.
      const at = hasAdded && handles.length > count ? focused + 1 : Math.min(focused, handles.length - 1);
      handles[at]?.marker.getElement()?.focus();
    },
    remove: removeAll,
  };
}
