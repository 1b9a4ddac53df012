import { memo, useId, useMemo, useRef } from 'react';
import { transition } from '../drawing/easing.ts';
import { GaugeText } from '../drawing/gauge-text.tsx';
import { useGaugeName } from '../drawing/use-gauge-name.ts';
import { settingsOf } from '../model.ts';
import { formatNumber, isNumeric } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { RoundBorder } from './border.tsx';
import { type CompassModel, compassModel, nearestTurn } from './compass-model.ts';
import { dialFormat } from './dial-settings.ts';
import { FONT_SCALE, pointAt, raysPath } from './radial-model.ts';

/** A direction, 0 to 360 degrees, as a compass shows it. */
export function Compass({ widget, data, width, height }: WidgetProps) {
  const settings = settingsOf(widget);
  const model = useMemo(() => compassModel(settings), [settings]);
  const id = useId();
  const angle = useRef(0);
  const row = data.rows[0];
  const { decimals, units } = dialFormat(row?.dataKey ?? {}, settings, widget.config);
  const value = row?.data[0]?.[1];
  if (isNumeric(value)) angle.current = nearestTurn(angle.current, Number(value));
  const text = isNumeric(value) ? formatNumber(value, decimals) : undefined;
  const name = useGaugeName(row?.dataKey.label ?? '', text, units);
  if (!row) return null;
  const style = (degrees: number) => ({
    transform: `rotate(${degrees.toFixed(2)}deg)`,
    transition: transition('transform', settings, 'cycle'),
  });
  const outer = 99;
  const plate = outer - model.border;
  const turnsPlate = model.moves === 'plate';
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox="-101 -101 202 202"
      width={width}
      height={height}
      style={{ display: 'block', flex: 'none' }}
    >
      <circle r={plate} fill={model.colors.plate} />
      {model.border > 0 && <RoundBorder id={`${id}border`} inner={plate} outer={outer} color={model.colors.border} />}
      <g style={turnsPlate ? style(-angle.current) : undefined}>
        <Rose model={model} plate={plate} />
      </g>
      <g style={turnsPlate ? undefined : style(angle.current)}>
        <CompassNeedle model={model} plate={plate} />
      </g>
      <circle r={model.hubSize * 0.7} fill={model.colors.hub} stroke="rgba(0,0,0,0.45)" strokeWidth="1" />
      <circle r={model.hubSize * 0.25} fill={model.colors.plate} />
    </svg>
  );
}

interface PartProps {
  model: CompassModel;
  /** Its radius. */
  plate: number;
}

/** The marks and names of a compass. */
const Rose = memo(function Rose({ model, plate }: PartProps) {
  const rim = plate - 4;
  const angles = model.names.map((_, index) => (index * 360) / model.names.length - 90);
  const size = model.font.size * FONT_SCALE;
  return (
    <>
      {model.hasRing && <circle r={rim} fill="none" stroke={model.colors.major} strokeWidth="1" />}
      <path d={raysPath(model.small, rim, rim - 5)} stroke={model.colors.minor} strokeWidth="0.5" opacity="0.75" />
      <path d={raysPath(angles, rim, rim - 11)} stroke={model.colors.major} strokeWidth="1.8" />
      {angles.map((angle, index) => {
        const name = model.names[index] ?? '';
        const isMain = model.names.length === 8 && index % 2 === 0;
        const { x, y } = pointAt(angle, rim - 15 - size * 0.7);
        return (
          <GaugeText
            key={angle}
            text={name}
            {...{ x, y }}
            size={isMain ? size * 1.25 : size}
            room={30}
            font={isMain ? { ...model.font, weight: '700' } : model.font}
            color={model.font.color ?? model.colors.major}
          />
        );
      })}
    </>
  );
});

/** Points up: a coloured half for where it points to, a pale one behind. */
const CompassNeedle = memo(function CompassNeedle({ model, plate }: PartProps) {
  const length = plate * 0.6;
  const half = plate * 0.085;
  const { needle, hub } = model.colors;
  return (
    <>
      <path d={`M${-half} 0L0 ${-length}L${half} 0Z`} fill={needle} />
      <path d={`M0 0V${-length}L${half} 0Z`} fill="rgba(0,0,0,0.22)" />
      <path d={`M${-half} 0L0 ${length}L${half} 0Z`} fill={hub} />
      <path d={`M0 0V${length}L${half} 0Z`} fill="rgba(0,0,0,0.22)" />
    </>
  );
});
