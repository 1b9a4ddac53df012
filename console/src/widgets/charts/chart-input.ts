import type { ChartColors } from '../drawing/theme-colors.ts';
import type { Settings, WidgetConfig, WidgetData } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import type { customShape } from './drawn-shapes.ts';

export type ChartKind = 'line' | 'bar' | 'state';

/** What a chart is drawn from. */
export interface ChartInput {
  kind: ChartKind;
  data: WidgetData;
  config: WidgetConfig;
  colors: ChartColors;
  /** Indexes of rows that the person has switched off. */
  hidden: ReadonlySet<number>;
  locale: string;
  /** px, decide how many labels fit. */
  width: number;
  height: number;
  /** Bars of the calendar can be drawn: what draws them is loaded. */
  calendarBars?: boolean | undefined;
  /** Draws points by functions, once what does that is loaded. */
  shapes?: typeof customShape | undefined;
  /** Present when settings have functions that write ticks or values. */
  scripts?: Scripts | undefined;
  /** The same keys over the time that this one is compared with. */
  comparison?: WidgetData | undefined;
  texts: {
    /** Label of a key's values over the compared time, where its settings give none. */
    compared: (label: string) => string;
  };
}

/** A part of an ECharts option. */
export type Option = Record<string, unknown>;

/** A group of settings; empty when it is missing. */
export function section(settings: Settings, name: string): Settings {
  const value = settings[name];
  return typeof value === 'object' && value !== null ? (value as Settings) : {};
}

export function numberOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** What the text of charts is set in. */
export const CHART_FONT = '"Inter Variable", Inter, system-ui, sans-serif';
