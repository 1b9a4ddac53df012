// @vitest-environment jsdom
import type { Map as LeafletMap } from 'leaflet';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTranslations } from '../../i18n/i18n.ts';
import './texts/texts.ts';
import type { KnownGround } from './use-ground.ts';
import { useLines } from './use-lines.ts';
import { useMap } from './use-map.ts';
import { useMarkers } from './use-markers.ts';
import { useView } from './use-view.ts';

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: true }));

const TILES: KnownGround = {
  kind: 'tiles',
  tiles: { address: 'https://tiles.example/{z}/{x}/{y}.png', attribution: [], maxZoom: 18 },
};
const PICTURE: KnownGround = { kind: 'picture', address: 'data:,', ratio: 0.5 };

const LOOK = { label: '', picture: undefined, color: '#ff0000' };

/** A map as the widgets make it: what stands on it is another object after every change of their settings. */
function ShownMap(props: { ground: KnownGround; scrollZoom: boolean; onMap: (map: LeafletMap) => void }) {
  const { ground, scrollZoom } = props;
  if (ground.kind !== 'tiles' && ground.kind !== 'picture') throw new Error('no ground');
  const { box, map } = useMap({ ground, scrollZoom, name: 'Pumps', width: 300, height: 200 });
  const place = { lat: -10, lng: 13 };
  const marker = { ...place, key: 'a', name: 'Pump', look: () => LOOK, color: () => LOOK.color };
  useLines(map, [{ key: 'a', name: 'Way', places: [place], color: LOOK.color, weight: 2, opacity: 1 }]);
  useView(map, { zoom: undefined, center: undefined, fit: true, scrollZoom }, [place], 'a');
  const options = { anchor: { x: 0.5, y: 1 }, isDraggable: false };
  useMarkers(map, [marker], options, { onClick: vi.fn(), onHover: vi.fn(), onDrop: vi.fn() });
  useEffect(() => {
    if (map) props.onMap(map);
  });
  return <div ref={box} />;
}

it('a map stays while its settings change, and another kind of map takes its place', () => {
  const maps: LeafletMap[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (ground: KnownGround, scrollZoom: boolean) =>
    act(() => root.render(<ShownMap ground={ground} scrollZoom={scrollZoom} onMap={(map) => maps.push(map)} />));
  show(TILES, true);
  const first = maps.at(-1);
  expect(first?.scrollWheelZoom.enabled()).toBe(true);
  show(TILES, false);
  expect(maps.at(-1)).toBe(first);
  expect(first?.scrollWheelZoom.enabled()).toBe(false);
  show(PICTURE, false);
  expect(maps.at(-1)).not.toBe(first);
  expect(place.querySelectorAll('.map-marker')).toHaveLength(1);
  show(TILES, true);
  expect(maps.at(-1)?.scrollWheelZoom.enabled()).toBe(true);
  act(() => root.unmount());
});
