import type { CSSProperties } from 'react';
import '../texts/texts.ts';
import { Box } from '@mui/material';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleColor } from '../drawing/colors.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import type { DataRow, LegendConfig, WidgetConfig } from '../model.ts';
import { type LegendEntry, legendEntries, seriesFigures } from '../runtime/legend.ts';
import { formatNumber, keyFormat } from '../runtime/values.ts';

const FIGURES = [
  ['min', 'showMin'],
  ['max', 'showMax'],
  ['avg', 'showAvg'],
  ['total', 'showTotal'],
] as const;

/** Rows of a chart that has drawn newer values by itself: the figures of a legend follow them. */
export interface NewestRows {
  subscribe: (listener: () => void) => () => void;
  /** What the rows of a legend are now, by their places; undefined: as the legend has them. */
  of: (rows: readonly (DataRow | undefined)[]) => readonly DataRow[] | undefined;
  set: (rows: readonly (DataRow | undefined)[], newest: readonly DataRow[]) => void;
}

export function createNewestRows(): NewestRows {
  const listeners = new Set<() => void>();
  let known: { rows: readonly (DataRow | undefined)[]; newest: readonly DataRow[] } | undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    of: (rows) => (known?.rows === rows ? known.newest : undefined),
    set(rows, newest) {
      known = { rows, newest };
      for (const listener of listeners) listener();
    },
  };
}

const NOTHING_NEWER = createNewestRows();

/** A line whose parts stand in the columns of all lines. */
const LINE = { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' } as const;

/** Of what a legend stands in, whose size is given from outside: its figures are laid out by that. */
export const LEGEND_ROOM = { containerType: 'size', containerName: 'legend-room' } as const;

/** Of the width, what a legend beside its chart takes at most. */
const SIDEWAYS = 0.5;

/** px that a name needs beside its figures, and each of those; and the height that two lines a series need. */
const NEEDED = { name: 100, figure: 78, height: 240 };

/** The parts of a series one after the other, in further lines where one has no room for them. */
const WRAPPED = { display: 'flex', flexWrap: 'wrap', columnGap: 1.5 } as const;

/**
 * Lines of figures in columns. Where there is no room for both beside each other, the names stand over them, and where
 * that would be too high, all follow one another.
 * @param share of the room that the legend may take of the width
 */
function tableOf(figures: number, share: number) {
  const width = (NEEDED.name + figures * NEEDED.figure) / share;
  const narrow = `@container legend-room (max-width: ${width}px)`;
  return {
    display: 'grid',
    gridTemplateColumns: `minmax(80px, max-content) repeat(${figures}, max-content)`,
    alignContent: 'start',
    [narrow]: { gridTemplateColumns: '100%', '& button': WRAPPED },
    [`${narrow} and (min-height: ${NEEDED.height}px)`]: {
      '& button': { columnGap: '14px', paddingBlockEnd: '4px' },
      '& .name': { flexBasis: '100%' },
      // Wide enough for most, so that they stand below each other.
      '& .num': { minWidth: 64 },
    },
  };
}

/** Names the series with their colours and figures; a click hides or shows one. */
export function Legend(props: {
  rows: readonly (DataRow | undefined)[];
  config: Required<LegendConfig>;
  widget: WidgetConfig;
  hidden: ReadonlySet<number>;
  onToggle: (index: number) => void;
  newest?: NewestRows;
  /** From this place on they are those that are compared with, whose lines are dashed. */
  comparedFrom?: number;
  /** Of the names, where settings give one. */
  color?: string | undefined;
}) {
  const { t } = useTranslation();
  const { rows, config, hidden } = props;
  const colors = useChartColors();
  const entries = useMemo(() => legendEntries(rows, config), [rows, config]);
  const shown = FIGURES.filter(([, flag]) => config[flag]);
  const sideways = config.position === 'left' || config.position === 'right';
  // Figures that are compared stand below each other.
  const isTable = config.direction === 'column' && shown.length > 1;
  return (
    <Box
      component="ul"
      aria-label={t('widget.legend')}
      style={props.color ? { color: props.color } : undefined}
      sx={{
        ...(isTable
          ? tableOf(shown.length + 1, sideways ? SIDEWAYS : 1)
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
        ...(sideways ? { maxWidth: `${100 * SIDEWAYS}%` } : { maxHeight: '50%' }),
      }}
    >
      {entries.map((entry) => {
        return (
          <Box component="li" key={entry.index} sx={isTable ? LINE : { maxWidth: '100%' }}>
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
                textAlign: 'start',
                ...(isTable ? LINE : { ...WRAPPED, maxWidth: '100%' }),
                alignItems: 'center',
                cursor: entry.canHide ? 'pointer' : 'default',
                whiteSpace: 'nowrap',
                textDecoration: hidden.has(entry.index) ? 'line-through' : 'none',
              }}
            >
              <Box
                component="span"
                className="name"
                sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, maxWidth: '100%' }}
              >
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
                <Box component="span" dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  {entry.row.dataKey.label}
                </Box>
              </Box>
              {!hidden.has(entry.index) && (
                <Figures
                  entry={entry}
                  rows={rows}
                  newest={props.newest ?? NOTHING_NEWER}
                  config={config}
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

/** The figures of one series, drawn alone when its values become others. */
const Figures = memo(function Figures(props: {
  entry: LegendEntry;
  rows: readonly (DataRow | undefined)[];
  newest: NewestRows;
  config: Required<LegendConfig>;
  widget: WidgetConfig;
  isTable: boolean;
}) {
  const { t } = useTranslation();
  const { entry, rows, newest } = props;
  const newer = useSyncExternalStore(newest.subscribe, () => newest.of(rows)?.[entry.index]);
  const { data } = newer ?? entry.row;
  const figures = useMemo(() => seriesFigures(data), [data]);
  const { decimals, units } = keyFormat(entry.row.dataKey, props.widget);
  const text = (value: unknown) => formatNumber(value, decimals ?? 2);
  return (
    <>
      {(props.isTable || figures.last !== undefined) && (
        <b className="num" style={LAST} title={t('widget.latest')}>
          {text(figures.last)}
          {units && figures.last !== undefined && <span className="unit">{units}</span>}
        </b>
      )}
      {FIGURES.filter(([, flag]) => props.config[flag]).map(([name]) => (
        <span key={name} className="num">
          {t(`widget.figure.${name}`)} {text(figures[name]) || '–'}
        </span>
      ))}
    </>
  );
});

const LAST = { fontWeight: 600, color: 'var(--text)' };
