import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsOf } from '../actions.ts';
import { visibleColor } from '../drawing/colors.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import { completeLegend, withToggled } from '../runtime/legend.ts';
import { formatValue, keyFormat } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { Legend } from './legend.tsx';
import { pieSlices, slicePath } from './pie-model.ts';

/** Units of the drawing; it is scaled to its box. */
const RADIUS = 100;

function share(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : fallback;
}

function Slices(props: WidgetProps & { inner: number; label: boolean }) {
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
    if (sliceAction) props.onAction(sliceAction, data.rows[index]?.entity ?? null);
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
        sx={{ flex: 1, minHeight: 0, minWidth: 0 }}
      >
        {slices.map((slice) => {
          const color = visibleColor(data.rows[slice.index]?.dataKey.color ?? '', colors.surface);
          const middle = (slice.from + slice.to) / 2;
          const distance = RADIUS * (props.inner > 0 ? (1 + props.inner) / 2 : 0.65);
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
                d={slicePath(slice, RADIUS, RADIUS * props.inner)}
                fill={color}
                fillRule="evenodd"
                stroke={colors.surface}
                strokeWidth={slices.length > 1 ? 1.5 : 0}
              >
                {settings.showTooltip !== false && (
                  <title>{`${text(slice.index)} (${Math.round(slice.share * 100)} %)`}</title>
                )}
              </path>
              {props.label && slice.share >= 0.05 && (
                <text
                  x={Math.sin(middle) * distance}
                  y={-Math.cos(middle) * distance}
                  fill={colors.surface}
                  fontSize={11}
                  fontWeight={600}
                  textAnchor="middle"
                  dominantBaseline="central"
                >
                  {`${Math.round(slice.share * 100)} %`}
                </text>
              )}
            </g>
          );
        })}
        {slices.length === 0 && <circle r={RADIUS - 1} fill="none" stroke={colors.line} />}
      </Box>
      {(config.showLegend ?? true) && (
        <Legend
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

/** The share of each key in their sum. */
export function Pie(props: WidgetProps) {
  const settings = props.widget.config.settings ?? {};
  return <Slices {...props} inner={share(settings.innerRadius, 0)} label={settings.showLabels === true} />;
}

/** The same as a ring. */
export function Doughnut(props: WidgetProps) {
  return <Slices {...props} inner={0.55} label={false} />;
}
