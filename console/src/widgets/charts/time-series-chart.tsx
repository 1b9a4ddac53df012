import { Box } from '@mui/material';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { objectsOf, textOf } from '../drawing/setting-values.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import type { WidgetData } from '../model.ts';
import { completeLegend, withToggled } from '../runtime/legend.ts';
import { useSourcedValues } from '../use-sourced-values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { ChartCanvas, type GrowLines } from './chart-canvas.tsx';
import { chartGrowth } from './chart-growth.ts';
import type { ChartInput, ChartKind } from './chart-input.ts';
import { chartOption } from './chart-option.ts';
import { legendRows } from './chart-series.ts';
import { createNewestRows, LEGEND_ROOM, Legend } from './legend.tsx';
import { pointsHaveScripts } from './point-shapes.ts';

export type ChartProps = WidgetProps<{ comparison: 'timeseries'; attributes: 'latest'; labels: 'latest' }>;

/** What draws points by functions; until it is loaded they are circles. */
function useShapes(isWanted: boolean): ChartInput['shapes'] {
  const [shapes, setShapes] = useState<{ draw: ChartInput['shapes'] }>({ draw: undefined });
  useEffect(() => {
    if (isWanted)
      import('./drawn-shapes.ts').then(
        ({ customShape }) => setShapes({ draw: customShape }),
        () => undefined,
      );
  }, [isWanted]);
  return shapes.draw;
}

/** What draws lines across a chart, for those that have any; until it is loaded they are missing. */
function useThresholdLines({ rows }: WidgetData): boolean {
  const [isLoaded, setLoaded] = useState(false);
  const isWanted = rows.some(({ dataKey }) => objectsOf(dataKey.settings.thresholds).length > 0);
  useEffect(() => {
    if (isWanted)
      import('./threshold-lines.ts').then(
        () => setLoaded(true),
        () => undefined,
      );
  }, [isWanted]);
  return isLoaded;
}

/** Values over time as lines, bars or steps. */
export function TimeSeriesChart({
  kind,
  calendarBars,
  ...props
}: ChartProps & { kind: ChartKind; calendarBars?: boolean }) {
  const { t } = useTranslation();
  const { width, height, locale, scripts } = props;
  /** What was drawn after the data that the chart was given. */
  const newer = useRef<{ than: WidgetData; data: WidgetData }>(undefined);
  const given = newer.current?.than === props.data ? newer.current.data : props.data;
  const { config, data, labelled, complete } = useSourcedValues(props.widget.config, given, props.followed);
  const { comparison: before } = props.followed;
  const comparison = useMemo(() => (before?.status === 'ready' ? labelled(before) : undefined), [before, labelled]);
  const colors = useChartColors();
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const thresholdLines = useThresholdLines(data);
  const shapes = useShapes(pointsHaveScripts(config));
  const comparedTime = textOf(config.settings?.timeForComparison) ?? 'previousInterval';
  const texts = useMemo(
    () => ({
      compared: (label: string) =>
        t('widget.comparedWith', {
          label,
          time: t([`widget.comparedTime.${comparedTime}`, 'widget.comparedTime.previousInterval']),
        }),
    }),
    [t, comparedTime],
  );
  /** All that can be hidden: the rows of the shown time, then those that are compared with. */
  const named = useMemo(() => legendRows(data, comparison, texts), [data, comparison, texts]);
  const hidden = useMemo(() => {
    const off = new Set<number>();
    named.forEach((row, index) => {
      if ((row?.dataKey.settings.hideDataByDefault === true) !== toggled.has(index)) off.add(index);
    });
    return off;
  }, [named, toggled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again once lines across it can be drawn
  const { input, option } = useMemo(() => {
    const all = { kind, data, config, colors, hidden, locale, width, height, scripts, comparison, texts };
    const made: ChartInput = { ...all, calendarBars, shapes };
    return { input: made, option: chartOption(made) };
  }, [
    ...[kind, data, config, colors, hidden, locale, width, height, scripts, comparison, texts],
    ...[calendarBars, shapes, thresholdLines],
  ]);
  const grow = useRef<GrowLines>(undefined);
  const [newest] = useState(createNewestRows);
  const { ahead } = props;
  // With the drawing itself: until then what is newer would be held against another option.
  useLayoutEffect(() => {
    if (!ahead) return;
    ahead.current = (next) => {
      const completed = complete(next);
      const growth = chartGrowth(input, option, completed);
      if (!growth || grow.current?.(option, growth) !== true) return undefined;
      newer.current = { than: props.data, data: next };
      if (growth.lines.length === 0) return 'moved';
      newest.set(named, completed.rows);
      return 'drawn';
    };
    return () => {
      ahead.current = undefined;
    };
  }, [ahead, props.data, complete, input, option, newest, named]);
  const [, drawAll] = useReducer((count: number) => count + 1, 0);
  const legend = useMemo(() => completeLegend(config.legendConfig, true), [config.legendConfig]);
  const order = legend.position === 'top' || legend.position === 'left' ? 'reverse' : '';
  const sideways = legend.position === 'left' || legend.position === 'right';
  const toggle = (index: number) => setToggled(withToggled(toggled, index));
  return (
    <Box
      sx={{
        ...LEGEND_ROOM,
        flex: 1,
        minHeight: 0,
        display: 'flex',
        gap: 1.5,
        flexDirection: sideways ? `row${order ? '-reverse' : ''}` : `column${order ? '-reverse' : ''}`,
      }}
    >
      <ChartCanvas
        option={option}
        label={t('widget.chartOf', { series: data.rows.map((row) => row.dataKey.label).join(', ') })}
        onSelect={props.onZoom}
        onReset={props.onResetZoom}
        onAsk={props.onAsk}
        onPointer={drawAll}
        grow={grow}
      />
      {(config.showLegend ?? true) && (
        <Legend
          rows={named}
          comparedFrom={data.rows.length}
          config={legend}
          widget={config}
          hidden={hidden}
          onToggle={toggle}
          newest={newest}
        />
      )}
    </Box>
  );
}

export function LineChart(props: ChartProps) {
  return <TimeSeriesChart {...props} kind="line" />;
}

export function StateChart(props: ChartProps) {
  return <TimeSeriesChart {...props} kind="state" />;
}
