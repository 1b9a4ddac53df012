import type { Map as LeafletMap, Marker } from 'leaflet';

/** px between a text and the buttons of a map. */
const GAP = 4;
/** Markers further than this from the left upper corner, px, have texts that are nowhere near the buttons. */
const NEAR = 200;
const SHIFT = '--map-label-shift';

interface Sides {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How far a text goes to the right, so that it stands beside the buttons in the left upper corner and not under them, px. */
function shiftOff(text: Sides, buttons: Sides): number {
  const isUnder =
    text.left < buttons.right && text.right > buttons.left && text.top < buttons.bottom && text.bottom > buttons.top;
  return isUnder ? buttons.right + GAP - text.left : 0;
}

/** Moves the texts at markers away from under the buttons of their map. */
export function keepTextsOffButtons(map: LeafletMap, markers: Iterable<Marker>): void {
  const buttons = map.getContainer().querySelector('.leaflet-control-zoom');
  if (!buttons) return;
  let sides: Sides | undefined;
  for (const marker of markers) {
    const text = marker.getElement()?.querySelector<HTMLElement>('.map-label');
    if (!text) continue;
    text.style.removeProperty(SHIFT);
    // Most are elsewhere, and need no look at how large they are.
    const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
    if (x > NEAR || y > NEAR) continue;
    sides ??= buttons.getBoundingClientRect();
    const shift = shiftOff(text.getBoundingClientRect(), sides);
    if (shift > 0) text.style.setProperty(SHIFT, `${shift}px`);
  }
}
