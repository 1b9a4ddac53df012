import '../texts/texts.ts';
import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleColor } from '../drawing/colors.ts';
import { type ChartColors, useChartColors } from '../drawing/theme-colors.ts';
import type { DataRow, WidgetConfig } from '../model.ts';
import { completeLegend, withToggled } from '../runtime/legend.ts';
import { formatValue, keyFormat } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { LEGEND_ROOM, Legend } from './legend.tsx';
import { slicePath } from './pie-model.ts';
import { pointOn, type Spokes, spokesOf } from './spokes-model.ts';

/** Units of the drawing; it is scaled to its box. */
const RADIUS = 100;
/** Around it, for labels. */
const MARGIN = { polar: 4, radar: 26 };
const TEXT = 8;

function valueText(row: DataRow, config: WidgetConfig): string {
  const { decimals, units } = keyFormat(row.dataKey, config);
  return `${row.dataKey.label}: ${formatValue(row.data[0]?.[1], decimals ?? 2, units)}`;
}

interface DrawingProps {
  rows: readonly DataRow[];
  config: WidgetConfig;
  spokes: Spokes;
  colors: ChartColors;
}

/** Rings at the ticks of the scale, with their numbers along the first spoke. */
function Rings({ spokes, colors, isRound }: Pick<DrawingProps, 'spokes' | 'colors'> & { isRound: boolean }) {
  const count = spokes.values.length;
  return spokes.ticks.map((tick) => {
    const radius = RADIUS * spokes.shareOf(tick);
    const corners = Array.from({ length: count }, (_, index) => pointOn(index, count, radius).join(','));
    return (
      <g key={tick}>
        {isRound || count < 3 ? (
          <circle r={radius} fill="none" stroke={colors.line} />
        ) : (
          <polygon points={corners.join(' ')} fill="none" stroke={colors.line} />
        )}
        <text x={3} y={-radius + 3} fontSize={TEXT} fill={colors.text3}>
          {formatValue(tick)}
        </text>
      </g>
    );
  });
}

function PolarDrawing({ rows, config, spokes, colors }: DrawingProps) {
  const count = spokes.values.length;
  return (
    <>
      {spokes.values.map(({ index, value }, place) => {
        const row = rows[index] as DataRow;
        const color = visibleColor(row.dataKey.color, colors.surface);
        const share = 1 / count;
        const slice = { from: 2 * Math.PI * share * place, to: 2 * Math.PI * share * (place + 1), share };
        return (
          <path
            key={index}
            d={slicePath(slice, RADIUS * spokes.shareOf(value), 0)}
            fill={color}
            fillOpacity={0.75}
            stroke={colors.surface}
            strokeWidth={1.5}
          >
            {config.settings?.showTooltip !== false && <title>{valueText(row, config)}</title>}
          </path>
        );
      })}
      <Rings spokes={spokes} colors={colors} isRound />
    </>
  );
}

function RadarDrawing({ rows, config, spokes, colors }: DrawingProps) {
  const count = spokes.values.length;
  const color = visibleColor(rows[spokes.values[0]?.index ?? 0]?.dataKey.color ?? '', colors.surface);
  const points = spokes.values.map(({ value }, place) => pointOn(place, count, RADIUS * spokes.shareOf(value)));
  return (
    <>
      {spokes.values.map(({ index }, place) => {
        const [x, y] = pointOn(place, count, RADIUS);
        const [labelX, labelY] = pointOn(place, count, RADIUS + 8);
        const anchor = Math.abs(labelX) < 5 ? 'middle' : labelX > 0 ? 'start' : 'end';
        return (
          <g key={index}>
            <line x2={x} y2={y} stroke={colors.line} />
            <text x={labelX} y={labelY + 3} fontSize={TEXT + 1} textAnchor={anchor} fill={colors.text2}>
              {shortened(rows[index]?.dataKey.label ?? '')}
            </text>
          </g>
        );
      })}
      <Rings spokes={spokes} colors={colors} isRound={false} />
      <polygon
        points={points.map((point) => point.join(',')).join(' ')}
        fill={color}
        fillOpacity={0.22}
        stroke={color}
        strokeWidth={2}
      />
      {points.map(([x, y], place) => {
        const row = rows[spokes.values[place]?.index ?? 0] as DataRow;
        return (
          <circle key={row.dataKey.label} cx={x} cy={y} r={3.5} fill={visibleColor(row.dataKey.color, colors.surface)}>
            {config.settings?.showTooltip !== false && <title>{valueText(row, config)}</title>}
          </circle>
        );
      })}
    </>
  );
}

const MAX_LABEL = 16;

function shortened(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label;
}

/** The latest value of each key along a direction of its own. */
function SpokeChart(props: WidgetProps & { kind: 'polar' | 'radar'; draw: (parts: DrawingProps) => ReactNode }) {
  const { t } = useTranslation();
  const { data, kind } = props;
  const { config } = props.widget;
  const colors = useChartColors();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const spokes = spokesOf(data.rows, hidden);
  const reach = RADIUS + MARGIN[kind];
  const legend = completeLegend(config.legendConfig, false);
  const shares = data.rows.map((row) => valueText(row, config)).join(', ');
  return (
    <Box sx={{ ...LEGEND_ROOM, flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box
        component="svg"
        role="img"
        aria-label={t('widget.chartOf', { series: shares })}
        viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
        sx={{ flex: 1, minHeight: 0, minWidth: 0 }}
      >
        {props.draw({ rows: data.rows, config, spokes, colors })}
      </Box>
      {(kind === 'polar' || config.showLegend === true) && (
        <Legend
          rows={data.rows}
          config={legend}
          widget={config}
          hidden={hidden}
          onToggle={(index) => setHidden(withToggled(hidden, index))}
        />
      )}
    </Box>
  );
}

/** Slices of one width that are as long as their values. */
export function PolarArea(props: WidgetProps) {
  return <SpokeChart {...props} kind="polar" draw={PolarDrawing} />;
}

/** A line around the centre, through the value of each key. */
export function Radar(props: WidgetProps) {
  return <SpokeChart {...props} kind="radar" draw={RadarDrawing} />;
}
