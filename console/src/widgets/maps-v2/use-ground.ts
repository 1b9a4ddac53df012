import { useEffect, useMemo, useState } from 'react';
import { isPictureAddress, isSettingPicture } from '../drawing/picture-address.ts';
import { textOf } from '../drawing/setting-values.ts';
import { type Settings, settingsOf, type Widget, type WidgetData } from '../model.ts';
import { type GoogleSession, googleTiles } from './google-tiles.ts';
import { groundOf, type Tiles } from './providers.ts';

/** What a map is drawn on, as far as it is known. */
export type KnownGround =
  | { kind: 'loading' }
  | { kind: 'tiles'; tiles: Tiles }
  | { kind: 'picture'; address: string; ratio: number }
  /** `text`: a key of the texts. */
  | { kind: 'missing'; text: string; reason?: string };

/** The address of the picture of a map: the attribute that the settings name, else the one that they hold. */
function pictureOf(settings: Settings, followed: WidgetData | undefined): string | null {
  const isLive = textOf(settings.imageEntityAlias) !== null && textOf(settings.imageUrlAttribute) !== null;
  const live = followed?.rows[0]?.data[0]?.[1];
  return (isLive ? textOf(live) : null) ?? textOf(settings.mapImageUrl);
}

/** What the map of a widget is drawn on. @param followed the attribute with the address of its picture */
export function useGround(widget: Widget, own: string, followed: WidgetData | undefined): KnownGround {
  const settings = settingsOf(widget);
  const ground = useMemo(() => groundOf(settings, own), [settings, own]);
  const address = ground.kind === 'picture' ? pictureOf(settings, followed) : null;
  // An attribute may come from a device.
  const isShown = (own: string) => (own === settings.mapImageUrl ? isSettingPicture(own) : isPictureAddress(own));
  const isUsable = address !== null && isShown(address);
  const ratio = usePictureRatio(isUsable ? address : undefined);
  const google = useGoogle(ground.kind === 'google' ? ground : undefined);
  return useMemo((): KnownGround => {
    if (ground.kind === 'google') {
      if (!google) return { kind: 'loading' };
      return 'tiles' in google
        ? { kind: 'tiles', tiles: google.tiles }
        : { kind: 'missing', text: 'map.googleFailed', reason: google.failure };
    }
    if (ground.kind !== 'picture') return ground;
    if (address === null) return { kind: 'missing', text: 'map.noPicture' };
    if (!isUsable) return { kind: 'missing', text: 'map.badPicture' };
    if (ratio === undefined) return { kind: 'loading' };
    return ratio === null ? { kind: 'missing', text: 'map.pictureFailed' } : { kind: 'picture', address, ratio };
  }, [ground, google, address, isUsable, ratio]);
}

/** Height of a picture by its width; null: it cannot be shown. */
function usePictureRatio(address: string | undefined): number | null | undefined {
  const [known, setKnown] = useState<{ address: string; ratio: number | null }>();
  useEffect(() => {
    if (address === undefined) return;
    const image = new Image();
    let isWanted = true;
    const note = (ratio: number | null) => isWanted && setKnown({ address, ratio });
    image.onload = () => note(image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : 0.65);
    image.onerror = () => note(null);
    image.src = address;
    return () => {
      isWanted = false;
    };
  }, [address]);
  return known && known.address === address ? known.ratio : undefined;
}

function useGoogle(wanted: { key: string; map: string } | undefined): GoogleSession | undefined {
  const { key, map } = wanted ?? {};
  const [session, setSession] = useState<{ of: string; is: GoogleSession }>();
  const of = `${key} ${map}`;
  useEffect(() => {
    if (key === undefined || map === undefined) return;
    const ending = new AbortController();
    googleTiles(key, map, ending.signal).then((is) => {
      if (!ending.signal.aborted) setSession({ of: `${key} ${map}`, is });
    });
    return () => ending.abort();
  }, [key, map]);
  return session?.of === of ? session.is : undefined;
}
