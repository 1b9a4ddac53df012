import { visibleColor } from '../drawing/colors.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import { formatNumber, isNumeric, keyFormat } from '../runtime/values.ts';
import { useSourcedValues } from '../use-sourced-values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { arcPath, filledShare, gaugeModel, levelColor } from './gauge-model.ts';

type GaugeProps = WidgetProps<{ attributes: 'latest' }>;

export function DigitalGauge(props: GaugeProps) {
  return <Gauge {...props} isAnalogue={false} />;
}

export function AnalogueGauge(props: GaugeProps) {
  return <Gauge {...props} isAnalogue />;
}

/** The latest value on a scale: an arc, a ring or a bar. */
function Gauge({ isAnalogue, width, height, ...props }: GaugeProps & { isAnalogue: boolean }) {
  const colors = useChartColors();
  const { config, data } = useSourcedValues(props.widget.config, props.data, props.followed);
  const row = data.rows[0];
  if (!row) return null;
  const settings = config.settings ?? {};
  const model = gaugeModel(settings, isAnalogue);
  const { decimals, units } = keyFormat(row.dataKey, {
    decimals: typeof settings.decimals === 'number' ? settings.decimals : config.decimals,
    units: typeof settings.units === 'string' ? settings.units : config.units,
  });
  const value = row.data[0]?.[1];
  const known = isNumeric(value);
  const share = known ? filledShare(model, Number(value)) : 0;
  const own =
    typeof settings.defaultColor === 'string' && settings.defaultColor ? settings.defaultColor : row.dataKey.color;
  const color = visibleColor(levelColor(model, share, own), colors.surface);
  const text = known ? formatNumber(value, decimals ?? 1) : '–';
  const caption = [units, model.showUnitTitle ? (model.unitTitle ?? row.dataKey.label) : ''].filter(Boolean).join(' ');
  const title = model.showTitle ? (model.title ?? row.dataKey.label) : '';
  const shared = { text, caption, title, color, share, model, track: colors.line };
  const label = `${row.dataKey.label}: ${text}${units ? ` ${units}` : ''}`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={
        model.shape === 'horizontal'
          ? '0 0 240 84'
          : model.shape === 'vertical'
            ? '0 0 110 220'
            : model.shape === 'arc'
              ? '0 0 200 126'
              : '0 0 200 200'
      }
      width={width}
      height={height}
      style={{ display: 'block', flex: 'none', fontVariantNumeric: 'tabular-nums' }}
    >
      {model.shape === 'arc' && <Arc {...shared} />}
      {model.shape === 'donut' && <Ring {...shared} />}
      {model.shape === 'horizontal' && <HorizontalBar {...shared} />}
      {model.shape === 'vertical' && <VerticalBar {...shared} />}
    </svg>
  );
}

interface Parts {
  text: string;
  caption: string;
  title: string;
  color: string;
  track: string;
  /** 0 to 1. */
  share: number;
  model: ReturnType<typeof gaugeModel>;
}

const SMALL = { fill: 'var(--text-3)', fontSize: 11 } as const;

function valueStyle(text: string, room: number, size: number) {
  return {
    fill: 'var(--text)',
    fontWeight: 600,
    fontSize: Math.min(size, (room / Math.max(2, text.length)) * 1.7),
    letterSpacing: '-0.02em',
  } as const;
}

const TICK = { stroke: 'var(--text-2)', strokeWidth: 1.5 } as const;

/** Marks across an arc; angles in degrees, 0 to the right, clockwise. */
function RoundTicks(props: { ticks: readonly number[]; center: number; radius: number; from: number; sweep: number }) {
  return props.ticks.map((tick) => {
    const angle = ((props.from + props.sweep * tick) * Math.PI) / 180;
    const at = (distance: number) => ({
      x: props.center + distance * Math.cos(angle),
      y: props.center + distance * Math.sin(angle),
    });
    const [inner, outer] = [at(props.radius - 9), at(props.radius + 9)];
    return <line key={tick} x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} style={TICK} />;
  });
}

function Arc({ text, caption, title, color, track, share, model }: Parts) {
  return (
    <>
      <path d={arcPath(100, 100, 80, 180, 360)} fill="none" stroke={track} strokeWidth="14" strokeLinecap="round" />
      {share > 0 && (
        <path
          d={arcPath(100, 100, 80, 180, 180 + 180 * share)}
          fill="none"
          stroke={color}
          strokeWidth="14"
          strokeLinecap="round"
        />
      )}
      <RoundTicks ticks={model.ticks} center={100} radius={80} from={180} sweep={180} />
      {title && (
        <text x="100" y="50" textAnchor="middle" style={SMALL}>
          {title}
        </text>
      )}
      {model.showValue && (
        <text x="100" y="88" textAnchor="middle" style={valueStyle(text, 110, 32)}>
          {text}
        </text>
      )}
      {caption && (
        <text x="100" y="106" textAnchor="middle" style={SMALL}>
          {caption}
        </text>
      )}
      {model.showMinMax && (
        <>
          <text x="20" y="123" textAnchor="middle" style={SMALL}>
            {model.min}
          </text>
          <text x="180" y="123" textAnchor="middle" style={SMALL}>
            {model.max}
          </text>
        </>
      )}
    </>
  );
}

function Ring({ text, caption, title, color, track, share, model }: Parts) {
  return (
    <>
      <circle cx="100" cy="100" r="82" fill="none" stroke={track} strokeWidth="14" />
      {share > 0 && (
        <path
          d={arcPath(100, 100, 82, -90, -90 + 360 * share)}
          fill="none"
          stroke={color}
          strokeWidth="14"
          strokeLinecap="round"
        />
      )}
      <RoundTicks ticks={model.ticks} center={100} radius={82} from={-90} sweep={360} />
      {title && (
        <text x="100" y="68" textAnchor="middle" style={SMALL}>
          {title}
        </text>
      )}
      {model.showValue && (
        <text x="100" y="112" textAnchor="middle" style={valueStyle(text, 120, 38)}>
          {text}
        </text>
      )}
      {caption && (
        <text x="100" y="132" textAnchor="middle" style={SMALL}>
          {caption}
        </text>
      )}
    </>
  );
}

function HorizontalBar({ text, caption, title, color, track, share, model }: Parts) {
  return (
    <>
      {title && (
        <text x="8" y="26" style={SMALL}>
          {title}
        </text>
      )}
      {model.showValue && (
        <text x="232" y="30" textAnchor="end" style={valueStyle(text, 120, 26)}>
          {text}
          {caption && (
            <tspan dx="3" style={SMALL}>
              {caption}
            </tspan>
          )}
        </text>
      )}
      <rect x="8" y="44" width="224" height="14" rx="7" fill={track} />
      {share > 0 && <rect x="8" y="44" width={Math.max(14, 224 * share)} height="14" rx="7" fill={color} />}
      {model.ticks.map((tick) => (
        <line key={tick} x1={8 + 224 * tick} x2={8 + 224 * tick} y1="42" y2="60" style={TICK} />
      ))}
      {model.showMinMax && (
        <>
          <text x="8" y="76" style={SMALL}>
            {model.min}
          </text>
          <text x="232" y="76" textAnchor="end" style={SMALL}>
            {model.max}
          </text>
        </>
      )}
    </>
  );
}

function VerticalBar({ text, caption, title, color, track, share, model }: Parts) {
  const filled = Math.max(18, 150 * share);
  return (
    <>
      {title && (
        <text x="55" y="14" textAnchor="middle" style={SMALL}>
          {title}
        </text>
      )}
      <rect x="46" y="22" width="18" height="150" rx="9" fill={track} />
      {share > 0 && <rect x="46" y={172 - filled} width="18" height={filled} rx="9" fill={color} />}
      {model.ticks.map((tick) => (
        <line key={tick} x1="43" x2="67" y1={172 - 150 * tick} y2={172 - 150 * tick} style={TICK} />
      ))}
      {model.showMinMax && (
        <>
          <text x="72" y="32" style={SMALL}>
            {model.max}
          </text>
          <text x="72" y="170" style={SMALL}>
            {model.min}
          </text>
        </>
      )}
      {model.showValue && (
        <text x="55" y="200" textAnchor="middle" style={valueStyle(text, 100, 22)}>
          {text}
        </text>
      )}
      {caption && (
        <text x="55" y="214" textAnchor="middle" style={SMALL}>
          {caption}
        </text>
      )}
    </>
  );
}
