import type { LatLng, Map as LeafletMap, Marker } from 'leaflet';

/** px of a step. */
const STEP = 10;

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/**
 * Lets Shift and the arrow keys move a marker that has the focus: Enter, or the end of the focus, leaves it where it
 * is, Escape puts it back.
 */
export function movedByKeys(
  map: LeafletMap,
  marker: Marker,
  element: HTMLElement,
  events: { onStart: () => void; onEnd: (isMoved: boolean) => void },
): void {
  let before: LatLng | undefined;
  const end = (isMoved: boolean) => {
    if (!before) return;
    if (!isMoved) marker.setLatLng(before);
    before = undefined;
    events.onEnd(isMoved);
  };
  element.addEventListener(
    'keydown',
    (event) => {
      const step = event.shiftKey ? STEPS[event.key] : undefined;
      if (step) {
        if (!before) {
          before = marker.getLatLng();
          events.onStart();
        }
        marker.setLatLng(map.layerPointToLatLng(map.latLngToLayerPoint(marker.getLatLng()).add([step[0], step[1]])));
      } else if (before && (event.key === 'Enter' || event.key === 'Escape')) end(event.key === 'Enter');
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  element.addEventListener('blur', () => end(true));
}
