import './texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryPlayer } from '../../controls/history-player.tsx';
import type { Playing } from '../../controls/history-steps.ts';
import { Icon } from '../../controls/icon.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { actionsOf } from '../actions.ts';
import { SafeHtml } from '../cards/safe-html.tsx';
import { settingsOf } from '../model.ts';
import { joinedByEntity } from '../runtime/entity-rows.ts';
import { decorationOf } from './decorations.ts';
import type { MapMarker } from './map-marker.ts';
import { PlaceMenu } from './map-parts.tsx';
import { MapPopup } from './map-popup.tsx';
import { MapProblem } from './map-problem.tsx';
import type { MapProps } from './map-props.ts';
import { lineSettings, placeKeys } from './map-settings.ts';
import type { MapType } from './map-types.ts';
import { createLooks } from './marker-looks.ts';
import { mapEntities } from './place-values.ts';
import { WORLD } from './plane.ts';
import { safeColor } from './safe-color.ts';
import { rowsAt, tripsOf } from './trip-model.ts';
import { anchorTimes, shownPoints } from './trip-points.ts';
import { tripSettings } from './trip-settings.ts';
import { type OpenTooltip, withClosed, withOpened, withToggled } from './trip-tooltips.ts';
import { useDecorations } from './use-decorations.ts';
import { useEntityAreas } from './use-entity-areas.ts';
import { type KnownGround, useGround } from './use-ground.ts';
import { type MapLine, useLines } from './use-lines.ts';
import { useMap } from './use-map.ts';
import { useMarkers } from './use-markers.ts';
import { usePoints } from './use-points.ts';
import { useView } from './use-view.ts';

const TRIP: MapType = { provider: 'openstreet-map' };
const CENTER = { x: 0.5, y: 0.5 };
/** px below the map, for the player. */
const PLAYER = 84;
/** The same of one in a single line. */
const LOW_PLAYER = 34;
/** px; lower widgets have no room for a player of two lines below their map. */
const LOW = 200;
/** px; in lower ones there is only room for it beside the map, in so much of their width. */
const VERY_LOW = 110;
const BESIDE = 0.45;

/** Plays back where things went, or says why there is no map. */
export function TripMap(props: MapProps) {
  const { t } = useTranslation();
  const ground = useGround(props.widget, 'openstreet-map', props.followed.picture);
  if (ground.kind === 'missing') return <MapProblem text={t(ground.text, { reason: ground.reason })} />;
  if (ground.kind !== 'tiles') return null;
  return <Trip {...props} ground={ground} />;
}

function Trip(props: MapProps & { ground: Extract<KnownGround, { kind: 'tiles' }> }) {
  const { t } = useTranslation();
  const { widget, data, scripts, ground, width, height } = props;
  const isLow = height < LOW;
  const isBeside = height < VERY_LOW;
  const { config } = widget;
  const settings = settingsOf(widget);
  const how = useMemo(() => tripSettings(settings), [settings]);
  const keys = useMemo(() => placeKeys(settings, false), [settings]);
  const groups = useMemo(() => joinedByEntity(data.rows), [data.rows]);
  const { times, trips } = useMemo(() => tripsOf(groups, keys, how.step), [groups, keys, how.step]);
  const [playing, setPlaying] = useState<Playing>({ at: 0, isPlaying: false, speed: 1 });
  const [open, setOpen] = useState<readonly OpenTooltip[]>([]);
  const at = Math.min(playing.at, Math.max(0, times.length - 1));
  const time = times[at] ?? 0;

  const entities = useMemo(
    () =>
      mapEntities(
        groups.flatMap((rows) => rowsAt(rows, time)),
        keys,
      ),
    [groups, keys, time],
  );
  const names = useMemo(() => ({ minTime: formatDateTime(times[0]), maxTime: formatDateTime(times.at(-1)) }), [times]);
  const looks = useMemo(() => createLooks(entities, config, scripts, names), [entities, config, scripts, names]);
  const shownNames = entities.map(({ entity }) => entity.name).join(', ');
  const { box, map } = useMap({
    ...{ ground, scrollZoom: true, name: t('map.mapOf', { name: shownNames }) },
    width: isBeside ? width * (1 - BESIDE) : width,
    height: isBeside ? height : height - (isLow ? LOW_PLAYER : PLAYER),
  });

  const markers = useMemo(
    () =>
      entities.flatMap(({ key, entity }, index): MapMarker[] => {
        const step = trips[index]?.steps[at];
        if (!step) return [];
        const { lat, lng } = step;
        const rotation = step.heading + how.rotation;
        return [
          { key, name: entity.name, lat, lng, rotation, look: () => looks.of(index), color: () => looks.color(index) },
        ];
      }),
    [entities, trips, at, looks, how],
  );
  const lineColors = entities.map((_, index) => looks.color(index)).join(' | ');
  const lines = useMemo(() => {
    const colors = lineColors.split(' | ');
    return groups.map(
      (rows, index): MapLine => ({
        ...lineSettings(settings),
        key: `${index}`,
        name: t('map.routeOf', { name: rows[0]?.entity.name }),
        places: trips[index]?.points ?? [],
        color: colors[index] ?? '#fe7569',
      }),
    );
  }, [groups, trips, settings, lineColors, t]);
  const decoration = useMemo(() => decorationOf(settings, (value) => safeColor(value, '#000')), [settings]);
  const points = useMemo(
    () =>
      how.points
        ? groups.flatMap((rows, index) =>
            shownPoints({ key: `${index}`, rows, points: trips[index]?.points ?? [] }, settings, scripts),
          )
        : [],
    [how, groups, trips, settings, scripts],
  );
  useLines(map, lines);
  useDecorations(map, lines, decoration);
  usePoints(map, points, how.points?.size ?? 1, (point) => {
    const next = times.findIndex((one) => one >= point.time);
    setPlaying((now) => ({ ...now, at: Math.max(0, next), isPlaying: false }));
    const key = entities[Number(point.key)]?.key;
    if (key === undefined) return;
    const on = how.points?.tooltipAtSide === true ? 'side' : 'marker';
    setOpen((now) => withOpened(now, { key, on }, how.closesOthers));
  });
  const seen = useMemo(() => lines.flatMap(({ places }) => places), [lines]);
  useView(map, FITTED, seen, groups.map((rows) => rows[0]?.entity.id).join());
  useMarkers(
    map,
    markers,
    { anchor: CENTER, isDraggable: false },
    {
      onClick: (key) => how.tooltip && setOpen((now) => withToggled(now, key, how.closesOthers)),
      onHover: () => undefined,
      onDrop: () => undefined,
    },
  );

  const areas = useEntityAreas({
    ...{ widget, type: TRIP, map, entities, looks, plane: WORLD, onPicture: false },
    onClick: (key, at) =>
      areas.hasTooltip && setOpen((now) => withOpened(now, { key, on: 'area', at }, how.closesOthers)),
  });

  const indexOf = ({ key }: OpenTooltip) => entities.findIndex((one) => one.key === key);
  const close = (one: OpenTooltip) => setOpen((now) => withClosed(now, one));
  const runNamed = (name: string, one: OpenTooltip) => {
    const of = entities[indexOf(one)];
    const action = actionsOf(config, 'tooltipAction').find((candidate) => candidate.name === name);
    if (action && of) props.onAction(action, of.entity);
  };
  const side = open.find(({ on }) => on === 'side');
  const atSide = side && entities[indexOf(side)];
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: isBeside ? 'row' : 'column' }}>
      <Box sx={{ flex: 1, minHeight: 0, minWidth: 0, display: 'flex', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
          <Box ref={box} />
          {map && <PlaceMenu things={[...areas.placeable, ...areas.removable]} />}
        </Box>
        {map &&
          open.map((one) => {
            const index = indexOf(one);
            const place = one.on === 'area' ? one.at : markers.find(({ key }) => key === one.key);
            if (one.on === 'side' || !entities[index] || !place) return null;
            return (
              <MapPopup
                key={`${one.on} ${one.key}`}
                map={map}
                at={place}
                above={one.on === 'area' ? 4 : 14}
                name={entities[index].entity.name}
                html={one.on === 'area' ? looks.polygonTooltip(index) : looks.tooltip(index)}
                colors={one.on === 'area' ? undefined : how.tooltip}
                takesFocus
                onClose={() => close(one)}
                onElement={(name) => runNamed(name, one)}
              />
            );
          })}
        {side && atSide && (
          <Box role="region" aria-label={atSide.entity.name} sx={{ width: '32%', minWidth: 130, display: 'flex' }}>
            <SafeHtml html={looks.tooltip(indexOf(side))} onElement={(name) => runNamed(name, side)} />
            <IconButton
              size="small"
              aria-label={t('action.close')}
              onClick={() => close(side)}
              sx={{ alignSelf: 'flex-start' }}
            >
              <Icon name="close" size={16} />
            </IconButton>
          </Box>
        )}
      </Box>
      <Box
        sx={
          isBeside ? { flex: 'none', width: `${100 * BESIDE}%`, alignSelf: 'center', paddingInlineStart: 1 } : undefined
        }
      >
        <HistoryPlayer
          label={t('trip.player')}
          times={times}
          anchors={anchorTimes(settings, points)}
          playing={{ ...playing, at }}
          onChange={setPlaying}
          isLow={isLow}
        />
      </Box>
    </Box>
  );
}

const FITTED = { zoom: undefined, center: undefined, fit: true, scrollZoom: true };
