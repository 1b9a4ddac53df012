import { forkJoin, map, type Observable, of } from 'rxjs';
import { placeKeys, polygonSettings } from '../../../widgets/maps-v2/map-settings.ts';
import type { Settings, Widget } from '../../../widgets/model.ts';
import type { Plain } from '../../protocol.ts';
import type { createServices } from './services.ts';

type AttributeService = ReturnType<typeof createServices>['services']['attributeService'];

const isMap = ({ bundleAlias, typeAlias }: Widget) =>
  bundleAlias === 'maps_v2' || typeAlias.startsWith('markers_placement_');

/** `ctx.mapInstance` of maps: what functions of their actions use of it. Null values take a place away. */
export function createMapInstance(widget: Widget, attributes: AttributeService, datasources: () => readonly Plain[]) {
  if (!isMap(widget)) return undefined;
  const settings: Settings = widget.config.settings ?? {};
  const isOnPicture = settings.provider === 'image-map' || widget.typeAlias.includes('image_map');
  const { lat: latKey, lng: lngKey } = placeKeys(settings, isOnPicture);
  const polygonKey = polygonSettings({ ...settings, showPolygon: true }, false)?.key ?? '';

  /** Saves values by names of keys where the datasource has these keys. */
  function save(datasource: Plain | undefined, values: Readonly<Record<string, unknown>>): Observable<unknown> {
    const { dataKeys, entityType, entityId } = datasource ?? {};
    const entity = { entityType: String(entityType), id: String(entityId) };
    const valuesOf = (type: string) =>
      (Array.isArray(dataKeys) ? (dataKeys as Readonly<Record<string, string>>[]) : []).flatMap((key) => {
        const named = [key.name, key.label].find((name) => name !== undefined && Object.hasOwn(values, name));
        return key.type === type && named !== undefined ? [{ key: String(key.name), value: values[named] }] : [];
      });
    const [kept, series] = [valuesOf('attribute'), valuesOf('timeseries')];
    const saving = [
      ...(kept.length > 0 ? [attributes.saveEntityAttributes(entity, 'SERVER_SCOPE', kept)] : []),
      ...(series.length > 0 ? [attributes.saveEntityTimeseries(entity, 'scope', series)] : []),
    ];
    return saving.length > 0 ? forkJoin(saving).pipe(map(() => null)) : of(null);
  }

  return {
    get datasources() {
      return datasources();
    },
    saveMarkerLocation: (datasource: Plain | undefined, lat?: unknown, lng?: unknown) =>
      save(datasource, { [latKey]: lat ?? null, [lngKey]: lng ?? null }),
    savePolygonLocation: (datasource: Plain | undefined, coordinates?: unknown) =>
      save(datasource, { [polygonKey]: coordinates ?? null }),
  };
}
