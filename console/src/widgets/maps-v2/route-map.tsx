export { MarkerMap as RouteMap } from './marker-map.tsx';
