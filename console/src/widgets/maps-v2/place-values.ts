import { optionalNumber } from '../drawing/setting-values.ts';
import type { DataEntity, DataRow } from '../model.ts';
import { formattedRow, joinedByEntity } from '../runtime/entity-rows.ts';

/** A place on a map: latitude and longitude, or shares of a picture from its top and its left edge. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** The keys that hold a place. */
export interface PlaceKeys {
  lat: string;
  lng: string;
  /** Shares of a picture instead of degrees. */
  onPicture: boolean;
}

/** An entity of a datasource as a map shows it. */
export interface MapEntity {
  /** The same for the same entity of the same datasource. */
  key: string;
  entity: DataEntity;
  rows: readonly DataRow[];
  /** As functions of settings get it. */
  data: Record<string, unknown>;
  /** Undefined: it has none. */
  place: Place | undefined;
}

/** The row of a key by its name, or by what the widget calls it. */
export function rowNamed(rows: readonly DataRow[], name: string): DataRow | undefined {
  return rows.find((row) => row.dataKey.name === name) ?? rows.find((row) => row.dataKey.label === name);
}

/** A place of two values; undefined unless both are numbers within the world, or the picture. */
export function placeOf(lat: unknown, lng: unknown, onPicture: boolean): Place | undefined {
  const first = optionalNumber(lat);
  const second = optionalNumber(lng);
  if (first === undefined || second === undefined) return undefined;
  if (onPicture) return { lat: first, lng: second };
  return Math.abs(first) <= 90 && Math.abs(second) <= 180 ? { lat: first, lng: second } : undefined;
}

function row(rows: readonly DataRow[], index: number): Record<string, unknown> {
  const { entity, datasource, aliasName } = rows[0] as DataRow;
  const formatted = formattedRow(rows);
  formatted.entityLabel = entity.label || entity.name;
  formatted.aliasName = aliasName;
  formatted.dsIndex = index;
  formatted.$datasource = {
    type: datasource.type,
    name: datasource.name ?? entity.name,
    aliasName,
    entityType: entity.entityType,
    entityId: entity.id,
    entityName: entity.name,
    entityLabel: entity.label,
  };
  const type = rows.find(({ dataKey }) => dataKey.label === 'type')?.data.at(-1)?.[1];
  if (type !== undefined) formatted.deviceType = type;
  return formatted;
}

/** The entities of a map with the newest place of each. */
export function mapEntities(rows: readonly DataRow[], keys: PlaceKeys): MapEntity[] {
  return joinedByEntity(rows).map((own, index) => {
    const { datasourceIndex, entity } = own[0] as DataRow;
    // Entities of functions have one id in common.
    const isSimulated = own[0]?.datasource.type === 'function';
    return {
      key: `${datasourceIndex} ${isSimulated ? entity.name : entity.id}`,
      entity,
      rows: own,
      data: row(own, index),
      place: placeOf(
        rowNamed(own, keys.lat)?.data.at(-1)?.[1],
        rowNamed(own, keys.lng)?.data.at(-1)?.[1],
        keys.onPicture,
      ),
    };
  });
}

/** A place at a time, epoch ms. */
export interface RoutePoint extends Place {
  time: number;
}

/**
 * Where an entity was: latitudes and longitudes of the same times. When no time has both, because they were sent one
 * after the other, each counts until the next one.
 */
export function routeOf(rows: readonly DataRow[], keys: PlaceKeys): RoutePoint[] {
  const lats = rowNamed(rows, keys.lat)?.data ?? [];
  const lngs = rowNamed(rows, keys.lng)?.data ?? [];
  const lngAt = new Map(lngs);
  const joined = lats.flatMap(([time, lat]) => point(time, lat, lngAt.get(time), keys.onPicture));
  if (joined.length > 0) return joined;
  const changes = [
    ...lats.map(([time, value]) => ({ time, lat: value, lng: undefined as unknown })),
    ...lngs.map(([time, value]) => ({ time, lat: undefined as unknown, lng: value })),
  ].sort((a, b) => a.time - b.time);
  let lat: unknown;
  let lng: unknown;
  return changes.flatMap((change) => {
    lat = change.lat ?? lat;
    lng = change.lng ?? lng;
    return point(change.time, lat, lng, keys.onPicture);
  });
}

function point(time: number, lat: unknown, lng: unknown, onPicture: boolean): RoutePoint[] {
  const place = placeOf(lat, lng, onPicture);
  return place ? [{ ...place, time }] : [];
}
