import { marked } from 'marked';
import { useMemo } from 'react';
import { formattedRows } from '../runtime/entity-rows.ts';
import { textFromPattern } from '../runtime/text-pattern.ts';
import type { WidgetProps } from '../widget-type.ts';
import { useElementAction } from './html-cards.tsx';
import { patternValues } from './pattern-values.ts';
import { SafeHtml } from './safe-html.tsx';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** How a text looks; the widget's own style sheet comes after it. */
const STYLE = `
  .content > :first-child { margin-top: 0; }
  td, th { border: 1px solid var(--line); padding: 4px 8px; text-align: start; }
  pre { overflow: auto; padding: 8px; background: var(--surface-2); border-radius: 6px; }
`;

/** Markdown, with markup where it was written, and values: of the first entity that has them. */
export function MarkdownCard(props: WidgetProps) {
  const { widget, data, scripts } = props;
  const settings = widget.config.settings ?? {};
  const onElement = useElementAction(props);
  let pattern = text(settings.markdownTextPattern);
  if (settings.useMarkdownTextFunction === true && typeof settings.markdownTextFunction === 'string') {
    pattern = scripts
      ? String(scripts.compile(settings.markdownTextFunction, ['data'])(formattedRows(data.rows)) ?? '')
      : '';
  }
  const source = textFromPattern(pattern, patternValues(data.rows, widget.config, data.entities[0]), plainText);
  const html = useMemo(() => marked.parse(source, { async: false, gfm: true }), [source]);
  return <SafeHtml html={html} css={STYLE + text(settings.markdownCss)} onElement={onElement} />;
}

/**
 * Values come from devices: every character that Markdown or HTML would interpret is escaped as a numeric reference, which
 * both show as the character itself.
 */
export function plainText(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
