import 'leaflet/dist/leaflet.css';
import './map.css';
import {
  CRS,
  control,
  ImageOverlay,
  type LatLngBoundsExpression,
  type Layer,
  Map as LeafletMap,
  TileLayer,
} from 'leaflet';
import { PICTURE_WIDTH } from './plane.ts';
import type { Tiles } from './providers.ts';

/** What the controls of a map are called. */
export interface MapTexts {
  name: string;
  zoomIn: string;
  zoomOut: string;
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** An empty map in an element; on a picture, a unit is a pixel of it at zoom 0. */
export function createMap(element: HTMLElement, options: { onPicture: boolean; texts: MapTexts }): LeafletMap {
  const { onPicture, texts } = options;
  const animate = !isStill();
  element.classList.add('signal-map');
  element.setAttribute('role', 'application');
  const map = new LeafletMap(element, {
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: animate,
    fadeAnimation: animate,
    markerZoomAnimation: animate,
    inertia: animate,
    worldCopyJump: !onPicture,
    ...(onPicture
      ? { crs: CRS.Simple, zoomSnap: 0, zoomDelta: 0.5, maxBoundsViscosity: 1, minZoom: -8 }
      : { minZoom: 1 }),
    maxZoom: onPicture ? 6 : 20,
    center: [0, 0],
    zoom: onPicture ? 0 : 2,
  });
  control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  control.attribution({ prefix: false }).addTo(map);
  panByArrows(map, element);
  return map;
}

/** The map itself pans by arrow keys when it has the focus; this is for when something on it has. */
function panByArrows(map: LeafletMap, element: HTMLElement) {
  const step = 80;
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  element.addEventListener('keydown', (event) => {
    const way = ways[event.key];
    const isMarker = event.target instanceof Element && event.target.matches('.leaflet-marker-icon, path');
    if (!way || !isMarker || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    map.panBy([way[0], way[1]], { animate: !isStill() });
  });
}

/** The tiles of a provider. A custom one says itself whom it belongs to, or nothing. */
export function tileLayer({ address, attribution, subdomains, maxZoom }: Tiles): TileLayer {
  return new TileLayer(address, {
    attribution: attribution
      .map(([name, page]) => `<a href="${page}" target="_blank" rel="noopener noreferrer">${name}</a>`)
      .join(', '),
    subdomains: subdomains ?? 'abc',
    maxNativeZoom: maxZoom,
    maxZoom: 20,
    // Providers want to know which site asks, and no more.
    referrerPolicy: 'strict-origin-when-cross-origin',
    className: 'map-tile',
  });
}

/** The picture of a map. @param ratio its height by its width */
export function pictureLayer(address: string, ratio: number): Layer {
  return new ImageOverlay(address, pictureBounds(ratio), { alt: '' });
}

export function pictureBounds(ratio: number): LatLngBoundsExpression {
  return [
    [-PICTURE_WIDTH * ratio, 0],
    [0, PICTURE_WIDTH],
  ];
}
