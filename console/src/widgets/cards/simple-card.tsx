import { Box } from '@mui/material';
import { Sparkline } from '../../controls/sparkline.tsx';
import { visibleColor } from '../drawing/colors.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import { formatNumber, isNumeric, keyFormat } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';

/** One big value with its unit, and with the setting `showTrend` a line of its history. */
export function SimpleCard({ widget, data, width, height, followed }: WidgetProps<{ trend: 'timeseries' }>) {
  const { trend } = followed;
  const colors = useChartColors();
  const row = data.rows[0];
  if (!row) return null;
  const { decimals, units } = keyFormat(row.dataKey, widget.config);
  const value = formatNumber(row.data[0]?.[1], decimals ?? 2) || '–';
  const onTop = widget.config.settings?.labelPosition === 'top';
  const titled = widget.config.showTitle !== false && Boolean(widget.config.title);
  const trendPoints = (trend?.rows.find((candidate) => candidate.dataKey.name === row.dataKey.name)?.data ?? [])
    .filter(([, point]) => isNumeric(point))
    .map(([ts, point]) => ({ ts, value: Number(point) }));
  const trendHeight = trendPoints.length > 1 && height >= 84 ? Math.min(44, height - 58) : 0;
  // The value fills the card, but stays between the sizes of text and headlines.
  const size = Math.max(
    16,
    Math.min(32, (height - trendHeight) * 0.55, (width / Math.max(3, value.length + units.length)) * 1.5),
  );
  const label = (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {row.dataKey.label}
    </Box>
  );
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'hidden' }}>
      <Box
        sx={{
          flex: trendHeight > 0 ? 'none' : 1,
          display: 'flex',
          flexDirection: onTop || titled ? 'column' : 'row',
          alignItems: onTop || titled ? 'flex-start' : 'center',
          justifyContent: onTop || titled ? (trendHeight > 0 ? 'flex-start' : 'center') : 'space-between',
          gap: onTop || titled ? 0 : 3,
          whiteSpace: 'nowrap',
        }}
      >
        {(onTop || !titled) && row.dataKey.label !== widget.config.title && label}
        <Box
          className="num"
          sx={{ fontSize: size, lineHeight: 1.2, fontWeight: 600, letterSpacing: '-0.02em', color: 'text.primary' }}
        >
          {value}
          {units && (
            <span className="unit" style={{ fontSize: Math.max(12, size * 0.52) }}>
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
