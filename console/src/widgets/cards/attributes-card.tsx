import { Box } from '@mui/material';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import { timeFieldText } from '../runtime/time-field.ts';
import { isNumeric, keyFormat, shownText } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';

/** For each entity its name and the latest values of its keys. */
export function AttributesCard({ widget, data }: WidgetProps) {
  return (
    <Box
      // Scrolled with the keyboard, also where there is nothing in it that can be focused.
      tabIndex={0}
      role="group"
      aria-label={widget.config.title || undefined}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
    >
      {groupedByEntity(data.rows).map((rows) => {
        const entity = rows[0]?.entity;
        return (
          <Box component="section" key={`${rows[0]?.datasourceIndex} ${entity?.id}`} sx={{ mb: 2 }}>
            <Box component="h3" sx={{ m: 0, py: 1, fontSize: 13, fontWeight: 580 }}>
              {entity?.name}
            </Box>
            <Box component="dl" sx={{ m: 0 }}>
              {rows.map((row, index) => {
                const { decimals, units } = keyFormat(row.dataKey, widget.config);
                const value = row.data[0]?.[1];
                return (
                  <Box
                    // biome-ignore lint/suspicious/noArrayIndexKey: keys stand in a fixed order
                    key={index}
                    sx={{ display: 'flex', gap: 3, py: 1, borderTop: '1px solid var(--line-2)', fontSize: 13 }}
                  >
                    <Box
                      component="dt"
                      sx={{ color: 'text.secondary', flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}
                    >
                      {row.dataKey.label}
                    </Box>
                    <Box component="dd" className="num" sx={{ m: 0, fontWeight: 560, overflowWrap: 'anywhere' }}>
                      {(timeFieldText(row.dataKey, value) ?? shownText(value, decimals)) || '–'}
                      {units && isNumeric(value) && <span className="unit">{units}</span>}
                    </Box>
                  </Box>
                );
              })}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
