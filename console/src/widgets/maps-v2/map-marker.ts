import type { ClusterSettings } from './map-settings.ts';
import type { MarkerLook } from './marker-looks.ts';

/** A marker to draw. */
export interface MapMarker {
  key: string;
  name: string;
  /** Where it stands on the map. */
  lat: number;
  lng: number;
  /** Asked for only while the marker is drawn. */
  look: () => MarkerLook;
  color: () => string;
  /** Degrees, clockwise. */
  rotation?: number;
}

export interface MarkerOptions {
  clusters: ClusterSettings | undefined;
  /** The part of a picture, from its left top corner, that stands on the place. */
  anchor: { x: number; y: number };
  isDraggable: boolean;
  /** How a marker is moved by keys, for people who cannot see it. */
  howToMove: string;
  clusterName: (count: number) => string;
}
