import { actionsOf } from '../actions.ts';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import { escapeHtml, textFromPattern } from '../runtime/text-pattern.ts';
import type { WidgetProps } from '../widget-type.ts';
import { patternValues } from './pattern-values.ts';
import { SafeHtml } from './safe-html.tsx';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Runs the `elementClick` action that is named like the element clicked. */
export function useElementAction({ widget, data, onAction }: WidgetProps) {
  return (name: string) => {
    const action = actionsOf(widget.config, 'elementClick').find((candidate) => candidate.name === name);
    if (action) onAction(action, data.rows[0]?.entity ?? null);
  };
}

/** Markup as it was written. */
export function HtmlCard(props: WidgetProps) {
  const { settings } = props.widget.config;
  const onElement = useElementAction(props);
  return <SafeHtml html={text(settings?.cardHtml)} css={text(settings?.cardCss)} onElement={onElement} />;
}

/** Markup with values of the first entity written into it. */
export function HtmlValueCard(props: WidgetProps) {
  const { config } = props.widget;
  const onElement = useElementAction(props);
  const values = patternValues(groupedByEntity(props.data.rows)[0] ?? [], config, props.data.entities[0]);
  const html = textFromPattern(text(config.settings?.cardHtml), values, escapeHtml);
  return <SafeHtml html={html} css={text(config.settings?.cardCss)} onElement={onElement} />;
}
