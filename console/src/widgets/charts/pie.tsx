import { Box } from '@mui/material';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsOf } from '../actions.ts';
import { isDefaultSurface, textOn, visibleColor } from '../drawing/colors.ts';
import { colorOn, type Ground, groundOfWidget } from '../drawing/ground.ts';
import { numberOf, textOf } from '../drawing/setting-values.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import type { DataRow } from '../model.ts';
import { completeLegend, withToggled } from '../runtime/legend.ts';
import { formatValue, keyFormat } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { section } from './chart-input.ts';
import { lookOfText, sizeOfText } from './chart-look.ts';
import { LEGEND_ROOM, Legend } from './legend.tsx';
import { pieSlices, type Slice, slicePath } from './pie-model.ts';

/** Units of the drawing; it is scaled to its box. */
const RADIUS = 100;

/** How slices look. */
interface SlicesLook {
  /** Parts of what the widget has room for. */
  radius: number;
  inner: number;
  /** 1: it lies flat on the page. */
  tilt: number;
  /** What is between the slices; px. */
  gap: { color: string; width: number };
  /** Name and share are written on the slices. */
  label: boolean;
  text: { color: string | null; size: number };
  isMoving: boolean;
  legend: { isShown: boolean; color: string | null };
}

function share(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : fallback;
}

/** A slice as functions of its action get it. */
function sliceParams(row: DataRow | undefined, index: number, slices: readonly Slice[]) {
  const percent = (slices.find((slice) => slice.index === index)?.share ?? 0) * 100;
  const data = [[1, Number(row?.data[0]?.[1])]];
  const { label, color, name } = row?.dataKey ?? {};
  return {
    ...{ seriesIndex: index, dataIndex: 0, datapoint: [percent, data] },
    series: { label, color, percent, data, dataKey: { name, label, color } },
  };
}

/** What moves a slice to its new place; people may have asked for less motion. */
const MOVING = '@media (prefers-reduced-motion: no-preference)';

function Slices({ look, ...props }: WidgetProps & { look: SlicesLook }) {
  const { t } = useTranslation();
  const { widget, data } = props;
  const { config } = widget;
  const settings = config.settings ?? {};
  const colors = useChartColors();
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const hidden = new Set(
    data.rows.flatMap((row, index) =>
      (row.dataKey.settings.hideDataByDefault === true) !== toggled.has(index) ? [index] : [],
    ),
  );
  const [sliceAction] = actionsOf(config, 'sliceClick');
  const act = (index: number) => {
    const row = data.rows[index];
    if (sliceAction) props.onAction(sliceAction, row?.entity ?? null, sliceParams(row, index, slices));
  };
  const slices = pieSlices(data.rows, hidden);
  const legend = completeLegend(config.legendConfig, false);
  const sideways = legend.position === 'left' || legend.position === 'right';
  const first = legend.position === 'top' || legend.position === 'left';
  const text = (index: number) => {
    const row = data.rows[index];
    if (!row) return '';
    const { decimals, units } = keyFormat(row.dataKey, config);
    return `${row.dataKey.label}: ${formatValue(row.data[0]?.[1], decimals ?? 2, units)}`;
  };
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        ...LEGEND_ROOM,
        display: 'flex',
        gap: 2,
        flexDirection: sideways ? (first ? 'row-reverse' : 'row') : first ? 'column-reverse' : 'column',
      }}
    >
      <Box
        component="svg"
        role={sliceAction ? 'group' : 'img'}
        aria-label={t('widget.sharesOf', { shares: data.rows.map((_, index) => text(index)).join(', ') })}
        viewBox={`${-RADIUS} ${-RADIUS} ${RADIUS * 2} ${RADIUS * 2}`}
        sx={{
          flex: 1,
          minHeight: 0,
          minWidth: 0,
          ...(look.isMoving ? { [MOVING]: { '& path': { transition: 'd 250ms ease-out' } } } : {}),
        }}
      >
        <g transform={look.tilt === 1 ? undefined : `scale(1, ${look.tilt})`}>
          {slices.map((slice) => {
            const color = visibleColor(data.rows[slice.index]?.dataKey.color ?? '', colors.surface);
            const middle = (slice.from + slice.to) / 2;
            const outer = RADIUS * look.radius;
            const inner = outer * Math.min(look.inner, 0.98);
            const distance = look.inner > 0 ? (outer + inner) / 2 : outer * 0.65;
            const path = slicePath(slice, outer, inner);
            const name = data.rows[slice.index]?.dataKey.label ?? '';
            return (
              <g
                key={slice.index}
                {...(sliceAction
                  ? {
                      role: 'button',
                      tabIndex: 0,
                      'aria-label': `${sliceAction.name}: ${text(slice.index)}`,
                      style: { cursor: 'pointer' },
                      onClick: () => act(slice.index),
                      onKeyDown: (event) => {
                        if (event.key === 'Enter') act(slice.index);
                      },
                    }
                  : {})}
              >
                <path
                  d={path}
                  fill={color}
                  fillRule="evenodd"
                  stroke={look.gap.color}
                  strokeWidth={slices.length > 1 ? look.gap.width : 0}
                  vectorEffect="non-scaling-stroke"
                  {...(look.isMoving ? { style: { d: `path("${path}")` } as CSSProperties } : {})}
                >
                  {settings.showTooltip !== false && (
                    <title>{`${text(slice.index)} (${Math.round(slice.share * 100)} %)`}</title>
                  )}
                </path>
                {look.label && slice.share >= 0.05 && (
                  <text
                    x={Math.sin(middle) * distance}
                    y={-Math.cos(middle) * distance * look.tilt}
                    // Upright on what is tilted.
                    transform={look.tilt === 1 ? undefined : `scale(1, ${1 / look.tilt})`}
                    fill={look.text.color ?? textOn(color) ?? colors.surface}
                    fontSize={look.text.size}
                    fontWeight={600}
                    textAnchor="middle"
                    dominantBaseline="central"
                  >
                    <tspan x={Math.sin(middle) * distance} dy="-0.55em">
                      {shortened(name)}
                    </tspan>
                    <tspan x={Math.sin(middle) * distance} dy="1.15em">{`${Math.round(slice.share * 100)} %`}</tspan>
                  </text>
                )}
              </g>
            );
          })}
          {slices.length === 0 && <circle r={(RADIUS - 1) * look.radius} fill="none" stroke={colors.line} />}
        </g>
      </Box>
      {look.legend.isShown && (
        <Legend
          color={look.legend.color ?? undefined}
          rows={data.rows}
          config={legend}
          widget={config}
          hidden={hidden}
          onToggle={(index) => setToggled(withToggled(toggled, index))}
        />
      )}
    </Box>
  );
}

const MAX_NAME = 14;
const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);

/** What is drawn between slices, as thick and with the colour that settings give; without one, that of the ground. */
function gapOf(color: unknown, width: unknown, given: number, ground: Ground) {
  const requested = textOf(color);
  const own = requested && !isDefaultSurface(requested) ? colorOn(ground, requested, requested) : ground.surface;
  return { color: own, width: Math.min(40, Math.max(0, numberOf(width, given))) };
}

/** The share of each key in their sum; without `hasLegend`, the widget decides whether their names stand beside it. */
export function Pie({ hasLegend, ...props }: WidgetProps & { hasLegend?: boolean }) {
  const { config } = props.widget;
  const settings = config.settings ?? {};
  const colors = useChartColors();
  const ground = groundOfWidget(config, colors);
  const stroke = section(settings, 'stroke');
  const gap = gapOf(stroke.color, stroke.width, 0, ground);
  const look: SlicesLook = {
    radius: Math.max(0.1, share(settings.radius, 1)),
    inner: share(settings.innerRadius, 0),
    tilt: Math.max(0.2, share(settings.tilt, 1)),
    // What every new pie is given: the slices of the theme have a fine line between them.
    gap: gap.width === 0 ? { color: ground.surface, width: FINE } : gap,
    label: settings.showLabels === true,
    text: { color: lookOfText(settings.fontColor, config, colors), size: sizeOfText(settings) },
    isMoving: settings.animatedPie === true,
    legend: { isShown: hasLegend ?? config.showLegend ?? true, color: null },
  };
  return <Slices {...props} look={look} />;
}

/** Always with its legend: without it nothing would say what the slices are. */
export function NamedPie(props: WidgetProps) {
  return <Pie {...props} hasLegend />;
}

/** The same as a ring. */
export function Doughnut(props: WidgetProps) {
  const { config } = props.widget;
  const settings = config.settings ?? {};
  const colors = useChartColors();
  const ground = groundOfWidget(config, colors);
  const legend = section(settings, 'legend');
  const requested = textOf(legend.labelsFontColor);
  const look: SlicesLook = {
    ...{ radius: 1, inner: 0.55, tilt: 1, label: false, isMoving: false },
    gap: gapOf(settings.borderColor, settings.borderWidth, GIVEN_BORDER, ground),
    text: { color: null, size: sizeOfText({}) },
    legend: {
      isShown: legend.display !== false,
      color: requested && requested.toLowerCase() !== GIVEN_LEGEND ? colorOn(ground, requested, requested) : null,
    },
  };
  return <Slices {...props} look={look} />;
}

/** px */
const FINE = 1.5;
const GIVEN_BORDER = 5;
const GIVEN_LEGEND = '#666';
