import type { CSSProperties } from 'react';
import '../texts/texts.ts';
import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleColor } from '../drawing/colors.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import type { DataRow, LegendConfig, WidgetConfig } from '../model.ts';
import { type LegendEntry, legendEntries, type SeriesFigures, seriesFigures } from '../runtime/legend.ts';
import { formatNumber, keyFormat } from '../runtime/values.ts';

const FIGURES = [
  ['min', 'showMin'],
  ['max', 'showMax'],
  ['avg', 'showAvg'],
  ['total', 'showTotal'],
] as const;

/** A line whose parts stand in the columns of all lines. */
const LINE = { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' } as const;

/** Names the series with their colours and figures; a click hides or shows one. */
export function Legend(props: {
  rows: readonly (DataRow | undefined)[];
  config: Required<LegendConfig>;
  widget: WidgetConfig;
  hidden: ReadonlySet<number>;
  onToggle: (index: number) => void;
  /** From this place on they are those that are compared with, whose lines are dashed. */
  comparedFrom?: number;
  /** Of the names, where settings give one. */
  color?: string | undefined;
}) {
  const { t } = useTranslation();
  const { rows, config, hidden } = props;
  const colors = useChartColors();
  const entries = useMemo(() => legendEntries(rows, config), [rows, config]);
  const figuresOf = useMemo(() => new Map(entries.map(({ row }) => [row, seriesFigures(row.data)])), [entries]);
  const shown = FIGURES.filter(([, flag]) => config[flag]);
  const sideways = config.position === 'left' || config.position === 'right';
  // Figures that are compared stand below each other.
  const isTable = config.direction === 'column' && shown.length > 1;
  const columns = `minmax(80px, max-content) repeat(${shown.length + 1}, max-content)`;
  return (
    <Box
      component="ul"
      aria-label={t('widget.legend')}
      style={props.color ? { color: props.color } : undefined}
      sx={{
        ...(isTable
          ? { display: 'grid', gridTemplateColumns: columns, alignContent: 'start' }
          : {
              display: 'flex',
              flexDirection: sideways ? 'column' : 'row',
              flexWrap: sideways ? 'nowrap' : 'wrap',
            }),
        columnGap: 3.5,
        rowGap: 0,
        m: 0,
        p: 0,
        listStyle: 'none',
        fontSize: 12,
        color: 'text.secondary',
        overflow: 'auto',
        flex: 'none',
        ...(sideways ? { maxWidth: '50%' } : { maxHeight: '50%' }),
      }}
    >
      {entries.map((entry) => {
        const figures = hidden.has(entry.index) ? undefined : figuresOf.get(entry.row);
        return (
          <Box component="li" key={entry.index} sx={isTable ? LINE : undefined}>
            <Box
              component="button"
              type="button"
              disabled={!entry.canHide}
              aria-pressed={!hidden.has(entry.index)}
              onClick={() => props.onToggle(entry.index)}
              sx={{
                font: 'inherit',
                color: 'inherit',
                background: 'none',
                border: 0,
                p: 0,
                minHeight: 24,
                ...(isTable ? { ...LINE, textAlign: 'start' } : { display: 'flex', gap: 1.5 }),
                alignItems: 'center',
                cursor: entry.canHide ? 'pointer' : 'default',
                whiteSpace: 'nowrap',
                textDecoration: hidden.has(entry.index) ? 'line-through' : 'none',
              }}
            >
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
                <Box
                  component="i"
                  aria-hidden="true"
                  style={markStyle(
                    visibleColor(entry.row.dataKey.color, colors.surface),
                    entry.index >= (props.comparedFrom ?? Number.POSITIVE_INFINITY),
                  )}
                  sx={{
                    width: 10,
                    height: 3,
                    flex: 'none',
                    borderRadius: '2px',
                    opacity: hidden.has(entry.index) ? 0.3 : 1,
                  }}
                />
                <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  {entry.row.dataKey.label}
                </Box>
              </Box>
              {figures && (
                <Figures
                  entry={entry}
                  figures={figures}
                  shown={shown.map(([name]) => name)}
                  widget={props.widget}
                  isTable={isTable}
                />
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** The mark of a series, like its line. */
function markStyle(color: string, isDashed: boolean): CSSProperties {
  return isDashed
    ? { backgroundImage: `repeating-linear-gradient(90deg, ${color} 0 4px, transparent 4px 6px)` }
    : { backgroundColor: color };
}

function Figures(props: {
  entry: LegendEntry;
  figures: SeriesFigures;
  shown: readonly ('min' | 'max' | 'avg' | 'total')[];
  widget: WidgetConfig;
  isTable: boolean;
}) {
  const { t } = useTranslation();
  const { decimals, units } = keyFormat(props.entry.row.dataKey, props.widget);
  const text = (value: unknown) => formatNumber(value, decimals ?? 2);
  return (
    <>
      {(props.isTable || props.figures.last !== undefined) && (
        <Box component="b" className="num" sx={{ fontWeight: 600, color: 'text.primary' }} title={t('widget.latest')}>
          {text(props.figures.last)}
          {units && props.figures.last !== undefined && <span className="unit">{units}</span>}
        </Box>
      )}
      {props.shown.map((name) => (
        <span key={name} className="num">
          {t(`widget.figure.${name}`)} {text(props.figures[name]) || '–'}
        </span>
      ))}
    </>
  );
}
