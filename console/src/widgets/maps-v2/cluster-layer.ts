import {
  DivIcon,
  type LatLngBounds,
  type Map as LeafletMap,
  latLngBounds,
  Marker,
  type Polygon,
  point,
  polygon,
} from 'leaflet';
import { type Cluster, clusterSpots, outlineOf } from './clusters.ts';
import type { MapMarker, MarkerOptions } from './map-marker.ts';
import type { ClusterSettings } from './map-settings.ts';
import { drawCluster } from './marker-element.ts';

/** px */
const SIZE = 40;

/** The groups of markers that stand close to each other, as the settings want them. */
export function createClusterLayer(map: LeafletMap) {
  const drawn = new Map<string, { marker: Marker; cluster: Cluster }>();
  let grouped: { markers: readonly MapMarker[]; zoom: number; radius: number; clusters: Cluster[] } | undefined;
  let coverage: Polygon | undefined;
  let all = new Map<string, MapMarker>();

  function clustersAt(markers: readonly MapMarker[], zoom: number, radius: number): Cluster[] {
    if (grouped?.markers !== markers || grouped.zoom !== zoom || grouped.radius !== radius) {
      const spots = markers.map(({ key, lat, lng }) => ({ key, ...pick(map.project([lat, lng], zoom)) }));
      grouped = { markers, zoom, radius, clusters: clusterSpots(spots, radius) };
    }
    return grouped.clusters;
  }

  function cover(bounds: readonly MapMarker[] | undefined) {
    coverage?.remove();
    coverage = undefined;
    const outline = outlineOf((bounds ?? []).map(({ lat, lng }) => ({ x: lng, y: lat })));
    if (outline.length < 3) return;
    const corners = outline.map(({ x, y }) => [y, x] as [number, number]);
    coverage = polygon(corners, { className: 'map-coverage', interactive: false }).addTo(map);
  }

  function newGroup(key: string, how: ClusterSettings): Marker {
    const className = how.animate ? 'map-cluster map-cluster-moving' : 'map-cluster';
    const icon = new DivIcon({ className, iconSize: [SIZE, SIZE], html: '' });
    const marker = new Marker([0, 0], { icon, autoPanOnFocus: false }).addTo(map);
    const members = () => {
      const names = drawn.get(key)?.cluster.members ?? [];
      return names.flatMap((name) => all.get(name) ?? []);
    };
    const zoomIn = () => {
      cover(undefined);
      const bounds = latLngBounds(members().map(({ lat, lng }) => [lat, lng]));
      const closest = Math.min(map.getMaxZoom(), Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds)));
      map.setView(bounds.getCenter(), closest, { animate: how.animate });
    };
    const element = marker.getElement();
    if (how.zoomOnClick) {
      marker.on('click', zoomIn);
      element?.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        zoomIn();
      });
    }
    if (how.showCoverage) {
      marker.on('mouseover', () => cover(members()));
      marker.on('mouseout', () => cover(undefined));
      element?.addEventListener('focus', () => cover(members()));
      element?.addEventListener('blur', () => cover(undefined));
    }
    return marker;
  }

  function drawGroups(groups: readonly Cluster[], how: ClusterSettings, options: MarkerOptions) {
    const keys = new Set(groups.map(({ key }) => key));
    for (const [key, { marker }] of drawn) {
      if (keys.has(key)) continue;
      marker.remove();
      drawn.delete(key);
      cover(undefined);
    }
    for (const cluster of groups) {
      const marker = drawn.get(cluster.key)?.marker ?? newGroup(cluster.key, how);
      drawn.set(cluster.key, { marker, cluster });
      marker.setLatLng(map.unproject(point(cluster.x, cluster.y), map.getZoom()));
      const element = marker.getElement();
      if (element) drawCluster(element, cluster.members.length, options.clusterName(cluster.members.length));
    }
  }

  return {
    /** Draws the groups near the view. @returns the markers that stand alone */
    draw(markers: readonly MapMarker[], options: MarkerOptions, view: LatLngBounds): readonly MapMarker[] {
      const how = options.clusters;
      const zoom = map.getZoom();
      all = new Map(markers.map((marker) => [marker.key, marker]));
      if (!how || zoom >= Math.min(how.maxZoom ?? Number.POSITIVE_INFINITY, map.getMaxZoom())) {
        drawGroups([], how ?? NO_GROUPS, options);
        return markers;
      }
      const clusters = clustersAt(markers, zoom, how.radius);
      const groups = clusters.filter(
        ({ members, x, y }) =>
          members.length > 1 && (!how.onlyInView || view.contains(map.unproject(point(x, y), zoom))),
      );
      drawGroups(groups, how, options);
      return clusters.flatMap(({ key, members }) => (members.length === 1 ? (all.get(key) ?? []) : []));
    },
    remove() {
      cover(undefined);
      for (const { marker } of drawn.values()) marker.remove();
      drawn.clear();
    },
  };
}

const NO_GROUPS: ClusterSettings = {
  zoomOnClick: false,
  maxZoom: undefined,
  showCoverage: false,
  animate: false,
  radius: 1,
  inChunks: false,
  onlyInView: true,
};

const pick = ({ x, y }: { x: number; y: number }) => ({ x, y });
