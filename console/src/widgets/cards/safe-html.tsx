import { useEffect, useRef } from 'react';
import { withActionElements } from './action-elements.ts';
import { cleanHtml } from './clean-html.ts';

/**
 * Shows markup and style sheets of users apart from the page: cleaned, and in a shadow tree, so that their styles reach
 * nothing else and the page's own do not reach them. `onElement` hears of clicks with the names that the clicked
 * elements carry: their id, or the action they stand for.
 */
export function SafeHtml(props: {
  html: string;
  css?: string;
  onElement?: ((name: string, event: Event) => void) | undefined;
}) {
  const host = useRef<HTMLDivElement>(null);
  const { html, css = '' } = props;
  const listener = useRef(props.onElement);
  listener.current = props.onElement;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = `:host { display: block; color: var(--text); font: inherit; }
      a { color: var(--accent-text); } table { border-collapse: collapse; } img { max-width: 100%; }
      button { font: inherit; min-height: 30px; padding: 0 12px; color: inherit; background: var(--surface);
        border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
      ${css}`;
    const content = document.createElement('div');
    content.className = 'card content tb-widget';
    content.innerHTML = cleanHtml(withActionElements(html));
    for (const link of content.querySelectorAll('a[href]')) link.setAttribute('rel', 'noopener noreferrer');
    root.replaceChildren(style, content);
    const onClick = (event: Event) => {
      for (const target of event.composedPath()) {
        if (!(target instanceof Element) || target === element) break;
        const name = target.getAttribute('data-action-name') ?? target.id;
        if (name && listener.current) {
          if (target.hasAttribute('data-action-name')) event.preventDefault();
          listener.current(name, event);
          return;
        }
      }
    };
    root.addEventListener('click', onClick);
    return () => root.removeEventListener('click', onClick);
  }, [html, css]);

  // Containment keeps fixed and overflowing content inside the widget.
  return <div ref={host} style={{ flex: 1, minHeight: 0, overflow: 'auto', contain: 'layout paint' }} />;
}
