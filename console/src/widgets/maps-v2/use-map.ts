import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createMap, pictureBounds, pictureLayer, tileLayer } from './create-map.ts';
import type { KnownGround } from './use-ground.ts';

/** A map on its ground, as large as the element that `box` is given to. */
export function useMap(options: {
  ground: Extract<KnownGround, { kind: 'tiles' | 'picture' }>;
  scrollZoom: boolean;
  name: string;
  width: number;
  height: number;
}) {
  const { t } = useTranslation();
  const { ground, scrollZoom, name, width, height } = options;
  const [element, box] = useState<HTMLDivElement | null>(null);
  const onPicture = ground.kind === 'picture';
  const [made, setMade] = useState<{ element: Element; onPicture: boolean; map: LeafletMap }>();
  // One that was made for something else is gone by the time that effects would use it.
  const map = made?.element === element && made?.onPicture === onPicture ? made.map : undefined;
  const texts = useRef({ name, zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') });

  useEffect(() => {
    if (!element) return;
    const created = createMap(element, { onPicture, texts: texts.current });
    setMade({ element, onPicture, map: created });
    return () => {
      setMade(undefined);
      created.remove();
    };
  }, [element, onPicture]);

  useEffect(() => {
    if (scrollZoom) map?.scrollWheelZoom.enable();
    else map?.scrollWheelZoom.disable();
  }, [map, scrollZoom]);

  useEffect(() => {
    element?.setAttribute('aria-label', name);
  }, [element, name]);

  const [kind, address] = [ground.kind, ground.kind === 'tiles' ? ground.tiles.address : ground.address];
  const drawn = useRef(ground);
  drawn.current = ground;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another layer
  useEffect(() => {
    if (!map) return;
    const { current } = drawn;
    const layer = current.kind === 'tiles' ? tileLayer(current.tiles) : pictureLayer(current.address, current.ratio);
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, kind, address]);

  const whole = useRef<{ map: LeafletMap; zoom: number }>(undefined);
  const ratio = ground.kind === 'picture' ? ground.ratio : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture fits into its widget whatever size that is
  useEffect(() => {
    if (!map) return;
    map.invalidateSize({ animate: false });
    if (ratio === undefined) return;
    const bounds = pictureBounds(ratio);
    const wasWhole = whole.current?.map !== map || map.getZoom() <= whole.current.zoom + 0.01;
    map.setMinZoom(-8);
    const zoom = map.getBoundsZoom(bounds);
    whole.current = { map, zoom };
    map.setMinZoom(zoom);
    map.setMaxBounds(bounds);
    if (wasWhole || map.getZoom() < zoom) map.fitBounds(bounds, { animate: false });
  }, [map, ratio, width, height]);

  return { box, map };
}
