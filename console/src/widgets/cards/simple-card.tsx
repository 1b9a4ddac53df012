import { Box } from '@mui/material';
import { Sparkline } from '../../controls/sparkline.tsx';
import { visibleColor } from '../drawing/colors.ts';
import { fittedSize, textWidth } from '../drawing/font.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import { timeFieldText } from '../runtime/time-field.ts';
import { formatNumber, isNumeric, keyFormat } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';

/** px; the value is never smaller than the second. */
const LABEL_SIZE = 13;
const SMALLEST = 6;

/** One big value with its unit, and with the setting `showTrend` a line of its history. */
export function SimpleCard({ widget, data, width, height, followed }: WidgetProps<{ trend: 'timeseries' }>) {
  const { trend } = followed;
  const colors = useChartColors();
  const row = data.rows[0];
  if (!row) return null;
  const { decimals, units: ofNumbers } = keyFormat(row.dataKey, widget.config);
  const newest = row.data[0]?.[1];
  const units = isNumeric(newest) ? ofNumbers : '';
  const value = (timeFieldText(row.dataKey, newest) ?? formatNumber(newest, decimals ?? 2)) || '–';
  const onTop = widget.config.settings?.labelPosition === 'top';
  const titled = widget.config.showTitle !== false && Boolean(widget.config.title);
  const trendPoints = (trend?.rows.find((candidate) => candidate.dataKey.name === row.dataKey.name)?.data ?? [])
    .filter(([, point]) => isNumeric(point))
    .map(([ts, point]) => ({ ts, value: Number(point) }));
  const trendHeight = trendPoints.length > 1 && height >= 84 ? Math.min(44, height - 58) : 0;
  // Said once is enough.
  const names = !titled || row.dataKey.label !== widget.config.title;
  const isBelow = onTop || (titled && !names);
  // The value fills the card, between the sizes of text and headlines; a long one becomes smaller until it fits.
  const room = width - (names && !isBelow ? Math.min(width / 2, textWidth(row.dataKey.label) * LABEL_SIZE) + 12 : 0);
  const wanted = Math.max(16, Math.min(32, (height - trendHeight) * 0.55));
  const size = Math.max(SMALLEST, fittedSize(Math.max(3, value.length + units.length) / 1.5, room, wanted));
  const label = (
    <Box
      component="span"
      dir="auto"
      sx={{ color: 'text.secondary', fontSize: LABEL_SIZE, overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      {row.dataKey.label}
    </Box>
  );
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'hidden' }}>
      <Box
        sx={{
          flex: trendHeight > 0 ? 'none' : 1,
          display: 'flex',
          flexDirection: isBelow ? 'column' : 'row',
          alignItems: isBelow ? 'flex-start' : 'center',
          justifyContent: isBelow ? (trendHeight > 0 ? 'flex-start' : 'center') : 'space-between',
          gap: isBelow ? 0 : 3,
          whiteSpace: 'nowrap',
        }}
      >
        {names && label}
        <Box
          className="num"
          sx={{ fontSize: size, lineHeight: 1.2, fontWeight: 600, letterSpacing: '-0.02em', color: 'text.primary' }}
        >
          {value}
          {units && (
            <span className="unit" style={{ fontSize: Math.max(Math.min(12, size), size * 0.52) }}>
              {units}
            </span>
          )}
        </Box>
      </Box>
      {trendHeight > 0 && (
        <Box sx={{ mt: 'auto' }}>
          <Sparkline
            points={trendPoints}
            width={width}
            height={trendHeight}
            color={visibleColor(row.dataKey.color, colors.surface)}
            bucket={trend?.aggregation === 'NONE' ? 0 : trend?.interval}
          />
        </Box>
      )}
    </Box>
  );
}
