import { Box } from '@mui/material';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { DataRow } from '../model.ts';
import { textFromPattern } from '../runtime/patterns.ts';
import type { WidgetProps } from '../widget-props.ts';
import { groupedByEntity } from './attributes-card.tsx';
import { patternValues } from './pattern-values.ts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Markdown with values of the first entity; markup in it stays text. */
export function MarkdownCard(props: WidgetProps) {
  const { widget, data, scripts } = props;
  const settings = widget.config.settings ?? {};
  const groups = groupedByEntity(data.rows);
  let pattern = text(settings.markdownTextPattern);
  if (settings.useMarkdownTextFunction === true && typeof settings.markdownTextFunction === 'string') {
    pattern = scripts
      ? String(scripts.compile(settings.markdownTextFunction, ['data'])(groups.map(formattedRow)) ?? '')
      : '';
  }
  const source = textFromPattern(pattern, patternValues(groups[0] ?? [], widget.config), escapeMarkdown);
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        '& > :first-of-type': { mt: 0 },
        '& table': { borderCollapse: 'collapse' },
        '& td, & th': { border: '1px solid var(--line)', px: 2, py: 1 },
        '& a': { color: 'var(--accent-text)' },
      }}
    >
      <Markdown remarkPlugins={[remarkGfm]}>{source}</Markdown>
    </Box>
  );
}

/** Values come from devices: signs that Markdown would read are kept as they are. */
function escapeMarkdown(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~]/g, '\\$&');
}

/** A row of an entity as functions of settings get it: names and the last value of each key. */
export function formattedRow(rows: readonly DataRow[]): Record<string, unknown> {
  const entity = rows[0]?.entity;
  const formatted: Record<string, unknown> = {
    entityName: entity?.name,
    entityId: entity?.id,
    entityType: entity?.entityType,
    dsIndex: rows[0]?.datasourceIndex,
  };
  for (const row of rows) {
    const point = row.data.at(-1);
    formatted[row.dataKey.label] = point?.[1] ?? '';
    formatted[`${row.dataKey.label}|ts`] = point?.[0] ?? null;
  }
  return formatted;
}
