import { CircleMarker, DivIcon, type LatLng, type Map as LeafletMap, latLng, Marker } from 'leaflet';
import { createClusterLayer } from './cluster-layer.ts';
import { createCanvas } from './map-canvas.ts';
import type { MapMarker, MarkerOptions } from './map-marker.ts';
import { drawMarker } from './marker-element.ts';
import { keepTextsOffButtons } from './marker-texts.ts';
import { movedByKeys } from './moved-by-keys.ts';

export interface MarkerEvents {
  onClick: (key: string) => void;
  /** The pointer, or the focus, came or went. */
  onHover: (key: string, isOver: boolean) => void;
  onDrop: (key: string, place: LatLng) => void;
}

/** Markers in view that are elements of the page; more of them are painted. */
const MOST_ELEMENTS = 250;
/** Of the view, on each side of it, in which markers are drawn as well. */
const AROUND = 0.25;

/** The markers of a map. Those near the view are drawn, all if settings say so, and an update changes what is there. */
export function createMarkerLayer(map: LeafletMap, events: MarkerEvents) {
  let markers: readonly MapMarker[] = [];
  let options: MarkerOptions | undefined;
  const elements = new Map<string, Marker>();
  const dots = new Map<string, CircleMarker>();
  const clusters = createClusterLayer(map);
  const renderer = createCanvas({ padding: AROUND });
  let dragged: string | undefined;

  function listen(key: string, layer: Marker | CircleMarker) {
    layer.on('mouseover', () => events.onHover(key, true));
    layer.on('mouseout', () => events.onHover(key, false));
    layer.on('click', () => events.onClick(key));
  }

  function newElement(key: string, place: LatLng, { isDraggable, howToMove }: MarkerOptions): Marker {
    const icon = new DivIcon({ className: 'map-marker', html: '' });
    const marker = new Marker(place, { icon, draggable: isDraggable, autoPanOnFocus: true }).addTo(map);
    listen(key, marker);
    marker.on('dragstart', () => {
      dragged = key;
    });
    marker.on('dragend', () => {
      dragged = undefined;
      events.onDrop(key, marker.getLatLng());
    });
    const element = marker.getElement();
    if (!element) return marker;
    element.addEventListener('keydown', (event) => {
      if ((event.key !== 'Enter' && event.key !== ' ') || dragged === key) return;
      event.preventDefault();
      events.onClick(key);
    });
    element.addEventListener('focus', () => events.onHover(key, true));
    element.addEventListener('blur', () => events.onHover(key, false));
    if (isDraggable) {
      element.setAttribute('aria-description', howToMove);
      movedByKeys(map, marker, element, {
        onStart: () => {
          dragged = key;
        },
        onEnd: (isMoved) => {
          dragged = undefined;
          if (isMoved) events.onDrop(key, marker.getLatLng());
        },
      });
    }
    return marker;
  }

  function drawElements(shown: readonly MapMarker[], how: MarkerOptions) {
    removeOthers(elements, shown, dragged);
    for (const { key, name, lat, lng, look, rotation } of shown) {
      const place = latLng(lat, lng);
      let marker = elements.get(key);
      if (marker === undefined) {
        marker = newElement(key, place, how);
        elements.set(key, marker);
      } else if (dragged !== key && !marker.getLatLng().equals(place)) marker.setLatLng(place);
      const element = marker.getElement();
      if (element) drawMarker(element, { ...look(), name, rotation }, how.anchor);
    }
    keepTextsOffButtons(map, elements.values());
  }

  function drawDots(shown: readonly MapMarker[]) {
    removeOthers(dots, shown);
    for (const { key, lat, lng, color } of shown) {
      const known = dots.get(key);
      const fillColor = color();
      if (known) {
        if (known.getLatLng().lat !== lat || known.getLatLng().lng !== lng) known.setLatLng([lat, lng]);
        if (known.options.fillColor !== fillColor) known.setStyle({ fillColor });
        continue;
      }
      const style = { radius: 6, weight: 1.5, color: '#ffffff', fillColor, fillOpacity: 1 };
      const dot = new CircleMarker([lat, lng], { ...style, renderer }).addTo(map);
      listen(key, dot);
      dots.set(key, dot);
    }
  }

  function draw() {
    if (!options) return;
    const view = map.getBounds().pad(AROUND);
    const single = clusters.draw(markers, options, view);
    const isAll = options.clusters?.onlyInView === false;
    const inView = single.filter(({ key, lat, lng }) => isAll || key === dragged || view.contains([lat, lng]));
    const arePainted = inView.length > MOST_ELEMENTS;
    drawElements(arePainted ? [] : inView, options);
    drawDots(arePainted ? inView : []);
  }

  map.on('moveend zoomend resize', draw);

  return {
    update(next: readonly MapMarker[], how: MarkerOptions) {
      // What a marker can do is fixed when it is made.
      if (options && options.isDraggable !== how.isDraggable) removeOthers(elements, []);
      markers = next;
      options = how;
      draw();
    },
    elementOf: (key: string): HTMLElement | undefined => elements.get(key)?.getElement(),
    remove() {
      map.off('moveend zoomend resize', draw);
      removeOthers(elements, []);
      removeOthers(dots, []);
      clusters.remove();
      renderer.remove();
    },
  };
}

export type MarkerLayer = ReturnType<typeof createMarkerLayer>;

function removeOthers(
  drawn: Map<string, { remove: () => unknown }>,
  wanted: readonly { key: string }[],
  kept?: string | undefined,
) {
  const keys = new Set(wanted.map(({ key }) => key));
  for (const [key, layer] of drawn) {
    if (keys.has(key) || key === kept) continue;
    layer.remove();
    drawn.delete(key);
  }
}
