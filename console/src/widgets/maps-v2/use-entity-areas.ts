import type { Map as LeafletMap } from 'leaflet';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf, type Widget } from '../model.ts';
import { polygonSettings } from './map-settings.ts';
import type { MapType } from './map-types.ts';
import type { Looks } from './marker-looks.ts';
import { type MapEntity, rowNamed } from './place-values.ts';
import type { Plane } from './plane.ts';
import { areaValue, type Rings, ringsOf } from './polygons.ts';
import { canSave, saveWithUndo } from './save-place.ts';
import { type MapArea, useAreas } from './use-areas.ts';

/** The areas of entities: drawn, clicked, and changed by people. */
export function useEntityAreas(of: {
  widget: Widget;
  type: MapType;
  map: LeafletMap | undefined;
  entities: readonly MapEntity[];
  looks: Looks;
  plane: Plane;
  onPicture: boolean;
  onClick: (key: string, at: { lat: number; lng: number }) => void;
}) {
  const { t } = useTranslation();
  const { widget, type, map, entities, looks, plane, onPicture } = of;
  const settings = settingsOf(widget);
  const style = useMemo(() => polygonSettings(settings, type.isPlacing === true), [settings, type]);
  const [edited, setEdited] = useState<string>();
  /** What people drew, and what the values said then: they count again when they say something else. */
  const [drawn, setDrawn] = useState<ReadonlyMap<string, { rings: Rings | undefined; said: string }>>(new Map());
  const set = (key: string, next: { rings: Rings | undefined; said: string } | undefined) =>
    setDrawn((now) => {
      const all = new Map(now);
      if (next) all.set(key, next);
      else all.delete(key);
      return all;
    });
  const said = (entity: MapEntity) => (style ? (rowNamed(entity.rows, style.key)?.data.at(-1)?.[1] ?? null) : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `said` reads the style only
  const areas = useMemo(
    () =>
      style
        ? entities.flatMap((entity, index): MapArea[] => {
            const own = drawn.get(entity.key);
            const value = said(entity);
            const values = own && own.said === JSON.stringify(value) ? own.rings : ringsOf(value, onPicture);
            const rings = values?.map((ring) => ring.map((place) => plane.toMap(place)));
            const { key } = entity;
            return rings ? [{ key, rings, name: entity.entity.name, fill: looks.polygonColor(index, style.fill) }] : [];
          })
        : [],
    [entities, looks, plane, onPicture, style, drawn],
  );

  /** @param rings on the map; undefined: none */
  function change(key: string, rings: Rings | undefined) {
    const entity = entities.find((one) => one.key === key);
    if (!entity || !style) return;
    const values = rings?.map((ring) => ring.map((place) => plane.toValues(place)));
    const shown = areas.find((one) => one.key === key)?.rings.map((ring) => ring.map((place) => plane.toValues(place)));
    set(key, { rings: values, said: JSON.stringify(said(entity)) });
    const { name } = entity.entity;
    void saveWithUndo(
      entity.rows,
      {
        message: values ? t('map.movedArea', { name }) : t('map.removedArea', { name }),
        values: { [style.key]: values ? areaValue(values, onPicture) : null },
        before: { [style.key]: shown ? areaValue(shown, onPicture) : null },
      },
      () => set(key, undefined),
      () => set(key, shown ? { rings: shown, said: JSON.stringify(said(entity)) } : undefined),
    );
  }

  useAreas(map, areas, style, style?.isEditable ? edited : undefined, {
    onClick(key) {
      const [first] = areas.find((one) => one.key === key)?.rings[0] ?? [];
      setEdited((now) => (now === key ? undefined : key));
      if (first) of.onClick(key, first);
    },
    onChange: change,
  });

  /** Draws a square in the middle of the map. */
  function begin(key: string) {
    if (!map) return;
    const bounds = map.getBounds().pad(-0.35);
    const [north, south, east, west] = [bounds.getNorth(), bounds.getSouth(), bounds.getEast(), bounds.getWest()];
    const ring = [
      { lat: north, lng: west },
      { lat: north, lng: east },
      { lat: south, lng: east },
      { lat: south, lng: west },
    ];
    setEdited(key);
    change(key, [ring]);
  }

  const isEditable = style?.isEditable === true;
  const missing = isEditable
    ? entities.filter(({ key, rows }) => canSave(rows, [style.key]) && !areas.some((area) => area.key === key))
    : [];
  return {
    areas,
    hasTooltip: style?.hasTooltip === true,
    placeable: missing.map(({ key, entity }) => ({
      key: `area ${key}`,
      text: t('map.placeArea', { name: entity.name }),
      run: () => begin(key),
    })),
    removable: isEditable
      ? areas.map(({ key, name }) => ({
          key: `no area ${key}`,
          text: t('map.removeArea', { name }),
          run: () => change(key, undefined),
        }))
      : [],
  };
}
