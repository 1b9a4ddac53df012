import { formatTimeBy } from '../../i18n/format.ts';
import { intervalLabel } from '../../time-window/calendar-label.ts';
import { visibleColor } from '../drawing/colors.ts';
import { formatValue, keyFormat } from '../runtime/values.ts';
import { textFunction } from './chart-functions.ts';
import type { ChartInput, Option } from './chart-input.ts';
import { comparedColor, comparedLabel } from './chart-series.ts';

/** A value that a tooltip is about, as ECharts hands it over. */
export interface TooltipItem {
  seriesId?: string;
  /** Not a number in the middle of a gap. A bar beside its time has that as third part. */
  value?: [time: number, value: number, ...rest: number[]];
}

const timeOf = ([time, , ...rest]: NonNullable<TooltipItem['value']>) => (rest.length === 1 ? (rest[0] ?? time) : time);

/** What stands beside the pointer: the time, and the value of each series. */
export function tooltipOption(input: ChartInput): Option {
  const { data, config, colors } = input;
  const settings = config.settings ?? {};
  if (settings.showTooltip === false) return { show: false };
  // Made when a tooltip is written: that takes longer than all else of an option.
  let time: Intl.DateTimeFormat | undefined;
  const when = (moment: number) => {
    if (data.calendar) return intervalLabel(data.calendar, moment, input.locale);
    time ??= new Intl.DateTimeFormat(input.locale, { dateStyle: 'medium', timeStyle: 'medium' });
    return formatTimeBy(time, moment);
  };
  return {
    trigger: 'axis',
    /** Of the series nearest to the pointer alone: a member of ours, which `withNearestItem` reads. */
    ofOne: settings.tooltipIndividual === true,
    confine: true,
    transitionDuration: 0,
    backgroundColor: colors.surface,
    borderColor: colors.line,
    padding: [8, 12],
    textStyle: { color: colors.text, fontSize: 12 },
    // Built from elements, so that names and values are never read as markup.
    formatter(params: TooltipItem | TooltipItem[]) {
      const items = (Array.isArray(params) ? params : [params]).filter(
        ({ value }) => value && Number.isFinite(value[1]) && !(settings.hideZeros === true && value[1] === 0),
      );
      // Nothing was measured there.
      if (items.length === 0) return '';
      const box = document.createElement('div');
      const head = box.appendChild(document.createElement('div'));
      head.textContent = items[0]?.value ? when(timeOf(items[0].value)) : '';
      Object.assign(head.style, { color: colors.text3, marginBottom: '4px' });
      for (const item of items.slice(0, 20)) {
        const compared = item.seriesId?.startsWith('compared ') === true;
        const index = Number(item.seriesId?.replace('compared ', ''));
        const row = compared ? input.comparison?.rows[index] : data.rows[index];
        if (!row || !item.value) continue;
        const { decimals, units } = keyFormat(row.dataKey, config);
        const line = box.appendChild(document.createElement('div'));
        Object.assign(line.style, { display: 'flex', gap: '8px', alignItems: 'center', lineHeight: '20px' });
        const mark = line.appendChild(document.createElement('i'));
        const background = visibleColor(
          compared ? comparedColor(input, row, index) : row.dataKey.color,
          colors.surface,
        );
        Object.assign(mark.style, { width: '10px', height: '3px', borderRadius: '2px', background });
        line.appendChild(document.createElement('span')).textContent = compared
          ? `${comparedLabel(input, row)} · ${when(timeOf(item.value))}`
          : row.dataKey.label;
        const value = line.appendChild(document.createElement('b'));
        const written = textFunction(
          input.scripts,
          row.dataKey.settings.tooltipValueFormatter || settings.tooltipValueFormatter,
        );
        value.textContent = written(item.value[1]) ?? formatValue(item.value[1], decimals ?? 2, units);
        Object.assign(value.style, {
          marginInlineStart: 'auto',
          fontWeight: '600',
          fontVariantNumeric: 'tabular-nums',
        });
      }
      if (settings.tooltipCumulative === true && items.length > 1) {
        const total = items.reduce((sum, item) => sum + (item.value?.[1] ?? 0), 0);
        const line = box.appendChild(document.createElement('div'));
        line.textContent = `Σ ${formatValue(total, config.decimals ?? 2, config.units)}`;
        Object.assign(line.style, { textAlign: 'end', color: colors.text2 });
      }
      return box;
    },
  };
}
