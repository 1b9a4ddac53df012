import type { Place } from './place-values.ts';

/** Width of a picture on the plane of its map; its height follows from its shape. */
export const PICTURE_WIDTH = 1000;

/** Turns places of values into places on the map, and back. */
export interface Plane {
  toMap: (place: Place) => Place;
  toValues: (place: Place) => Place;
}

/** The world: places are what they are, a longitude within one turn. */
export const WORLD: Plane = {
  toMap: (place) => place,
  toValues: ({ lat, lng }) => ({ lat: rounded(lat), lng: rounded(((((lng + 180) % 360) + 360) % 360) - 180) }),
};

/**
 * A picture: values are shares of its height from the top and of its width from the left.
 * @param ratio its height by its width
 */
export function picturePlane(ratio: number): Plane {
  const height = PICTURE_WIDTH * ratio;
  const share = (part: number) => rounded(Math.min(1, Math.max(0, part)));
  return {
    toMap: ({ lat, lng }) => ({ lat: -lat * height, lng: lng * PICTURE_WIDTH }),
    toValues: ({ lat, lng }) => ({ lat: share(-lat / height), lng: share(lng / PICTURE_WIDTH) }),
  };
}

/** To about a centimetre. */
function rounded(value: number): number {
  return Math.round(value * 1e7) / 1e7;
}
