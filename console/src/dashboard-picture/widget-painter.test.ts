// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { isPainted } from './widget-painter.ts';

it('a picture of a widget has what it shows, without the buttons of its corner, maps and tables, and without frames', () => {
  const parts = document.createElement('div');
  parts.innerHTML = `<p class="map-label">5 °C</p><button class="widget-tool"></button><iframe></iframe>
    <div class="leaflet-control-attribution">© Streets</div><div class="leaflet-bar leaflet-control-zoom"></div>`;
  parts.insertAdjacentHTML('beforeend', '<div class="table-tools"></div><div class="table-pages"></div>');
  const pages = parts.querySelector('.table-pages') as HTMLElement;
  pages.innerHTML = '<select></select><span class="num">1–10 of 30</span><button></button>';
  expect([...pages.children].filter(isPainted).map(({ textContent }) => textContent)).toEqual(['1–10 of 30']);
  expect([...parts.children].filter(isPainted).map(({ className }) => className)).toEqual([
    'map-label',
    'leaflet-control-attribution',
    'table-pages',
  ]);
});
