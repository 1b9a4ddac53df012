import { type Map as LeafletMap, Popup } from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { SafeHtml } from '../cards/safe-html.tsx';
import { isDefaultSurface, isDefaultText } from '../drawing/colors.ts';
import type { Place } from './place-values.ts';

/** A tooltip of a map: markup of settings with values, and below it what can be done. */
export function MapPopup(props: {
  map: LeafletMap;
  at: Place;
  /** px above the place. */
  above: number;
  name: string;
  html: string;
  /** Of settings; those of the theme where they say nothing of their own. */
  colors?: { ground: string; text: string; opacity: number } | undefined;
  /** Opened by a click or a key, which it takes the focus of. */
  takesFocus: boolean;
  onClose: () => void;
  onElement: (name: string) => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { map, at, above, name, html, takesFocus } = props;
  const [content] = useState(() => document.createElement('div'));
  const popup = useRef<Popup>(undefined);
  const onClose = useRef(props.onClose);
  onClose.current = props.onClose;
  const start = useRef({ lat: at.lat, lng: at.lng, above, takesFocus });

  useEffect(() => {
    const { current } = start;
    const made = new Popup({ autoClose: false, closeOnClick: false, offset: [0, -current.above], maxWidth: 320 });
    content.dir = document.documentElement.dir || 'ltr';
    made.setLatLng([current.lat, current.lng]).setContent(content).addTo(map);
    const element = made.getElement();
    element?.setAttribute('role', 'dialog');
    element?.setAttribute('tabindex', '-1');
    element?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', t('action.close'));
    const isClosed = { current: false };
    made.on('remove', () => {
      if (!isClosed.current) onClose.current();
    });
    element?.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      made.remove();
    });
    // What is read does not pull the map along.
    made.options.autoPan = false;
    if (current.takesFocus) element?.focus({ preventScroll: true });
    popup.current = made;
    return () => {
      isClosed.current = true;
      popup.current = undefined;
      made.remove();
    };
  }, [map, content, t]);

  useEffect(() => {
    popup.current?.getElement()?.setAttribute('aria-label', name);
  }, [name]);
  const { ground, text, opacity = 1 } = props.colors ?? {};
  useEffect(() => {
    const style = popup.current?.getElement()?.style;
    if (!style) return;
    style.opacity = String(opacity);
    if (isDefaultSurface(ground) && isDefaultText(text)) return;
    if (ground) style.setProperty('--surface', ground);
    if (text) style.setProperty('--text', text);
  }, [ground, text, opacity]);
  useEffect(() => {
    const place = popup.current?.getLatLng();
    if (place && (place.lat !== at.lat || place.lng !== at.lng)) popup.current?.setLatLng([at.lat, at.lng]);
  }, [at.lat, at.lng]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useEffect(() => {
    popup.current?.update();
  }, [html]);

  return createPortal(
    <>
      <SafeHtml html={html} onElement={props.onElement} />
      {props.children}
    </>,
    content,
  );
}
