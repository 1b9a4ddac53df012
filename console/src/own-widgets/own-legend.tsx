import { Box } from '@mui/material';
import type { ReactNode, RefObject } from 'react';
import { LEGEND_ROOM, Legend } from '../widgets/charts/legend.tsx';
import type { DataRow, Widget } from '../widgets/model.ts';
import { completeLegend } from '../widgets/runtime/legend.ts';

/** Whether a widget has a legend beside it: of values over time unless it is told not to. */
export function hasLegend({ type, config }: Pick<Widget, 'type' | 'config'>, rows: readonly DataRow[]): boolean {
  return rows.length > 0 && (config.showLegend ?? type === 'timeseries') === true;
}

/** On which side of the content the legend stands, which comes after it. */
const DIRECTIONS = { top: 'column-reverse', bottom: 'column', left: 'row-reverse', right: 'row' } as const;

/** The content of a widget with its legend, where it has one. The content stays when the legend comes or goes. */
export function WithLegend(props: {
  widget: Pick<Widget, 'type' | 'config'>;
  rows: readonly DataRow[];
  width: number;
  height: number;
  /** Places of the rows that the content does not show. */
  hidden: ReadonlySet<number>;
  /** Where the content is drawn. */
  content: RefObject<HTMLDivElement | null>;
  /** Somebody hides a row, or shows it again. */
  onToggle: (index: number) => void;
  children: ReactNode;
}) {
  const { widget, rows } = props;
  const legend = completeLegend(widget.config.legendConfig, widget.type === 'timeseries');
  return (
    <Box
      sx={{
        ...LEGEND_ROOM,
        ...{ display: 'flex', flexDirection: DIRECTIONS[legend.position] },
        ...{ width: props.width, height: props.height },
      }}
    >
      <Box ref={props.content} sx={{ position: 'relative', flex: 1, minWidth: 0, minHeight: 0, overflow: 'hidden' }}>
        {props.children}
      </Box>
      {hasLegend(widget, rows) && (
        <Legend rows={rows} config={legend} widget={widget.config} hidden={props.hidden} onToggle={props.onToggle} />
      )}
    </Box>
  );
}
