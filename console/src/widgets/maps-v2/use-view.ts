import { type Map as LeafletMap, latLng, latLngBounds } from 'leaflet';
import { useEffect, useRef } from 'react';
import type { ViewSettings } from './map-settings.ts';
import type { Place } from './place-values.ts';

/** The closest that a map goes by itself when there is one place, or all are at the same. */
const CLOSEST = 15;
/** Zoom of a map that has nowhere to look at. */
const FIRST_ZOOM = 8;

/**
 * Looks where the settings say: at everything, again when other things have a place, until a person moves the map.
 * @param places on the map
 * @param things which things have them; another text is another set
 */
export function useView(map: LeafletMap | undefined, look: ViewSettings, places: readonly Place[], things: string) {
  const shown = useRef<{ map: LeafletMap; things: string }>(undefined);
  const isMoved = useRef(false);
  const { zoom, fit } = look;
  const { lat, lng } = look.center ?? {};

  useEffect(() => {
    if (!map) return;
    isMoved.current = false;
    const note = () => {
      isMoved.current = true;
    };
    const element = map.getContainer();
    map.on('dragstart', note);
    element.addEventListener('wheel', note, { passive: true });
    element.addEventListener('keydown', note);
    element.addEventListener('click', note);
    return () => {
      map.off('dragstart', note);
      element.removeEventListener('wheel', note);
      element.removeEventListener('keydown', note);
      element.removeEventListener('click', note);
    };
  }, [map]);

  useEffect(() => {
    if (!map) return;
    const before = shown.current?.map === map ? shown.current : undefined;
    if (before && isMoved.current) return;
    const center = lat === undefined || lng === undefined ? undefined : latLng(lat, lng);
    const bounds = latLngBounds(places.map((place) => latLng(place.lat, place.lng)));
    if (before?.things === things && (!bounds.isValid() || map.getBounds().contains(bounds))) return;
    shown.current = { map, things };
    if (!bounds.isValid() && !center) {
      if (!before) map.setView([0, 0], zoom ?? 2, { animate: false });
      return;
    }
    if (fit && bounds.isValid()) {
      if (center) bounds.extend(center);
      map.fitBounds(bounds, { animate: false, ...aroundFor(map), maxZoom: Math.max(zoom ?? 0, CLOSEST) });
    } else if (!before) map.setView(center ?? bounds.getCenter(), zoom ?? FIRST_ZOOM, { animate: false });
  }, [map, places, things, zoom, fit, lat, lng]);
}

/** px that stay free at the sides: room for pins and texts, and for the buttons on the left, less on a small map. */
function aroundFor(map: LeafletMap): { paddingTopLeft: [number, number]; paddingBottomRight: [number, number] } {
  const { x, y } = map.getSize();
  const [across, down] = [Math.min(36, x / 5), Math.min(44, y / 5)];
  return { paddingTopLeft: [Math.min(64, x / 4), down], paddingBottomRight: [across, down] };
}
