// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { isPainted } from './widget-painter.ts';

it('a picture of a widget has what it shows, without the buttons of its corner and of its maps, and without frames', () => {
  const parts = document.createElement('div');
  parts.innerHTML = `<p class="map-label">5 °C</p><button class="widget-tool"></button><iframe></iframe>
    <div class="leaflet-control-attribution">© Streets</div><div class="leaflet-bar leaflet-control-zoom"></div>`;
  expect([...parts.children].filter(isPainted).map(({ className }) => className)).toEqual([
    'map-label',
    'leaflet-control-attribution',
  ]);
});
