import { Button } from '@mui/material';
import type { Map as LeafletMap } from 'leaflet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsOf } from '../actions.ts';
import { escapeHtml } from '../runtime/text-pattern.ts';
import type { WidgetProps } from '../widget-type.ts';
import { MapPopup } from './map-popup.tsx';
import { tooltipMoment } from './map-settings.ts';
import type { MapType } from './map-types.ts';
import type { Looks } from './marker-looks.ts';
import type { MapEntity, Place } from './place-values.ts';
import type { Plane } from './plane.ts';

/** px from the place of a marker to the tip of its tooltip. */
const ABOVE = 30;

interface Open {
  key: string;
  byHover: boolean;
  /** Of an area: where on the map. */
  areaAt?: Place;
}

/** The tooltips of markers, and what a click on one does besides. */
export function useTooltips(
  props: Pick<WidgetProps, 'widget' | 'onAction'> & {
    type: MapType;
    map: LeafletMap | undefined;
    entities: readonly MapEntity[];
    looks: Looks;
    plane: Plane;
    isDraggable: boolean;
    move: (entity: MapEntity, to: Place | undefined) => void;
  },
) {
  const { t } = useTranslation();
  const { widget, type, map, entities, looks, plane, isDraggable, move, onAction } = props;
  const { config } = widget;
  const moment = tooltipMoment(config.settings ?? {});
  const closesOthers = config.settings?.autocloseTooltip === true;
  // On a map for placing, taking a marker off begins at its tooltip.
  const opensOnClick = moment === 'click' || (type.isPlacing === true && isDraggable);
  const [open, setOpen] = useState<readonly Open[]>([]);

  const show = (key: string, byHover: boolean) =>
    setOpen((now) => {
      if (now.some((one) => one.key === key && !one.areaAt)) return now;
      return [
        ...(closesOthers || byHover ? now.filter((one) => !closesOthers && !one.byHover) : now),
        { key, byHover },
      ];
    });
  const close = (key: string) => setOpen((now) => now.filter((one) => one.key !== key || one.areaAt));

  function runNamed(entity: MapEntity, name: string) {
    const action = actionsOf(config, 'tooltipAction').find((candidate) => candidate.name === name);
    if (action) onAction(action, entity.entity);
    else if (type.isPlacing && name === 'delete') takeOff(entity);
  }
  function takeOff(entity: MapEntity) {
    close(entity.key);
    move(entity, undefined);
  }

  return {
    click(key: string) {
      const entity = entities.find((one) => one.key === key);
      if (!entity) return;
      if (opensOnClick) show(key, false);
      for (const action of actionsOf(config, 'markerClick')) onAction(action, entity.entity);
    },
    /** A click on an area. @param tooltip whether it says something */
    clickArea(key: string, areaAt: Place, tooltip: boolean) {
      const entity = entities.find((one) => one.key === key);
      if (!entity) return;
      if (tooltip) {
        setOpen((now) => [
          ...(closesOthers ? [] : now.filter((one) => one.key !== key || !one.areaAt)),
          { key, byHover: false, areaAt },
        ]);
      }
      for (const action of actionsOf(config, 'polygonClick')) onAction(action, entity.entity);
    },
    hover(key: string, isOver: boolean) {
      if (moment !== 'hover') return;
      if (isOver) show(key, true);
      else setOpen((now) => now.filter((one) => one.key !== key || !one.byHover));
    },
    drawn:
      map &&
      open.map(({ key, byHover, areaAt }) => {
        const index = entities.findIndex((one) => one.key === key);
        const entity = entities[index];
        if (!entity) return null;
        if (areaAt) {
          return (
            <MapPopup
              key={`area ${key}`}
              map={map}
              at={areaAt}
              above={4}
              name={entity.entity.name}
              html={looks.polygonTooltip(index)}
              takesFocus
              onClose={() => setOpen((now) => now.filter((one) => one.key !== key || !one.areaAt))}
              onElement={(name) => runNamed(entity, name)}
            />
          );
        }
        if (!entity.place) return null;
        return (
          <MapPopup
            key={key}
            map={map}
            at={plane.toMap(entity.place)}
            above={ABOVE}
            name={entity.entity.name}
            html={moment ? looks.tooltip(index) : `<b>${escapeHtml(entity.entity.name)}</b>`}
            takesFocus={!byHover}
            onClose={() => close(key)}
            onElement={(name) => runNamed(entity, name)}
          >
            {type.isPlacing && isDraggable && (
              <Button size="small" sx={{ mt: 1, marginInlineStart: -1 }} onClick={() => takeOff(entity)}>
                {t('map.remove')}
              </Button>
            )}
          </MapPopup>
        );
      }),
  };
}
