// @vitest-environment jsdom
import { CircleMarker, Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCanvas } from './map-canvas.ts';

const cleared = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  cleared.mockClear();
  const painting = new Proxy(
    {},
    { get: (_, name) => (name === 'clearRect' ? cleared : () => undefined), set: () => true },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(painting as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('is not drawn any more when its map goes in the frame in which it was moved', () => {
  const map = new LeafletMap(document.createElement('div'), { zoomAnimation: false, center: [0, 0], zoom: 2 });
  const renderer = createCanvas();
  const place = new CircleMarker([1, 1], { renderer }).addTo(map);
  vi.runAllTimers();
  expect(cleared).toHaveBeenCalled();
  place.setLatLng([2, 2]);
  map.setView([3, 3], 3, { animate: false });
  place.setLatLng([4, 4]);
  cleared.mockClear();
  renderer.remove();
  expect(() => vi.runAllTimers()).not.toThrow();
  expect(cleared).not.toHaveBeenCalled();
  map.remove();
});
